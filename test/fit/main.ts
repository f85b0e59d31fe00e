import { type Evidence, oddsOf, type Weights, WEIGHTS } from '../../shared/domain/stories/join-rule.ts';
import { figuresOf, groupLabelled } from './group-labelled.ts';
import {
  anywhere,
  articlesOf,
  asIndexed,
  inHalf,
  onOnePerson,
  type Labelled,
  type Row,
  rowsOf,
  spread,
} from './labelled-news.ts';
import { type Example, fitLogistic } from './logistic.ts';
import { writeStemCounts } from './write-stem-counts.ts';

// `npm run fit-stories`: writes the table of rarities, fits the weights of the join rule on one half of the labelled true
// stories, and prints them with the figures of the other half.

if (process.argv.includes('--counts')) writeStemCounts();

const headlines = rowsOf('news-stories.ndjson');
const events = rowsOf('news-events-text.ndjson');
const ROUNDS = 3;
/** A wrong join hides a story, a missed one repeats it: so wrong ones count more. */
const WRONG = 3;
/** There are few headlines on one person. */
const PERSON = 2;

const setsOf = (half: 'fit' | 'report'): { articles: Labelled[]; counts: number }[] => {
  const rows: Row[] = inHalf(headlines, half);
  return [
    { articles: articlesOf(rows, spread(7)), counts: 1 },
    { articles: articlesOf(rows, anywhere(11)), counts: 1 },
    { articles: articlesOf(rows, asIndexed), counts: 1 },
    { articles: onOnePerson(half), counts: PERSON },
  ];
};

const NAMES = [
  'sharedTitle',
  'coveredTitle',
  'sameOutlet',
  'sinceLatest',
  'sinceFirst',
] as const satisfies readonly (keyof Evidence)[];

function fitOnce(weights: Weights): Weights {
  const examples: Example[] = [];
  for (const { articles, counts } of setsOf('fit')) {
    const compared = (evidence: Evidence, isTrue: boolean) =>
      examples.push({
        features: NAMES.map((name) => evidence[name]),
        offset: WEIGHTS.otherNames * evidence.otherNames + WEIGHTS.otherFigures * evidence.otherFigures,
        isTrue,
        counts: isTrue ? counts : counts * WRONG,
      });
    groupLabelled(articles, { weights, join: 0.5, compared });
  }
  const { weights: fitted, bias } = fitLogistic(examples);
  const rounded = (value: number) => Math.round(value * 100) / 100;
  const named = Object.fromEntries(NAMES.map((name, at) => [name, rounded(fitted[at] ?? 0)])) as Record<
    keyof Evidence,
    number
  >;
  return { ...WEIGHTS, ...named, sharedText: 0, bias: rounded(bias) };
}
function fitText(weights: Weights): Weights {
  const examples: Example[] = [];
  for (const [seed, length] of [
    [7, 1_500],
    [8, 1_500],
    [9, 500],
    [10, 250],
  ] as const) {
    const compared = (evidence: Evidence, isTrue: boolean) =>
      examples.push({
        features: [evidence.sharedText],
        isTrue,
        counts: isTrue ? 1 : WRONG,
        offset: oddsOf({ ...evidence, sharedText: 0 }, weights),
      });
    groupLabelled(articlesOf(inHalf(events, 'fit'), anywhere(seed), length), {
      weights,
      join: 0.5,
      compared,
    });
  }
  const [text = 0] = fitLogistic(examples).weights;
  return { ...weights, sharedText: Math.round(text * 100) / 100 };
}

let weights = WEIGHTS;
if (process.argv.includes('--fit'))
  for (let round = 0; round < ROUNDS; round += 1) weights = fitOnce(weights);
if (process.argv.includes('--fit')) weights = fitText(weights);
process.stdout.write(`${JSON.stringify(weights)}\n`);
const JOINS = [0, 0.5, 1, 1.5, 2, 2.5, 3];
const show = (name: string, articles: readonly Labelled[]) => {
  const figures = JOINS.map((join) => {
    const { perStory, mixed } = figuresOf(groupLabelled(articles, { weights, join }));
    return `${join}: ${perStory.toFixed(1)}/${(100 * mixed).toFixed(0)}%`;
  });
  process.stdout.write(`${name.padEnd(24)}${figures.join('  ')}\n`);
};
show('report half, over hours', articlesOf(inHalf(headlines, 'report'), spread()));
show('report half, as indexed', articlesOf(inHalf(headlines, 'report'), asIndexed));
show('all, over hours', articlesOf(headlines, spread()));
show('all, as indexed', articlesOf(headlines, asIndexed));
show('one person, report half', onOnePerson('report'));
show('events, report half', articlesOf(inHalf(events, 'report'), anywhere()));
show('events, short texts', articlesOf(inHalf(events, 'report'), anywhere(), 220));
show('events, all', articlesOf(events, anywhere()));
