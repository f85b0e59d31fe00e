import { type Evidence, type Weights, WEIGHTS } from '../../shared/domain/stories/join-rule.ts';
import { type Compared, figuresOf, groupLabelled } from './group-labelled.ts';
import {
  anywhere,
  articlesOf,
  asIndexed,
  embeddingIn,
  inHalf,
  ofManyOutlets,
  onOnePerson,
  type Labelled,
  PERSON_STEMS,
  rowsOf,
  spread,
} from './labelled-news.ts';
import { type Example, fitLogistic } from './logistic.ts';
import { writeStemCounts } from './write-stem-counts.ts';

// `npm run fit-stories`: prints the figures of the join rule on the half of the labelled true stories that it was not
// fitted on. `--counts` writes the table of rarities first, `--fit` fits the weights on the other half.

if (process.argv.includes('--counts')) writeStemCounts();

const headlines = rowsOf('news-stories.ndjson');
const events = rowsOf('news-events-text.ndjson');
const ROUNDS = 3;
/** A wrong join hides a story, a missed one repeats it: so wrong ones count more. */
const WRONG = 3;
/** There are few headlines on one person. */
const PERSON = 2;

/** What is fitted. The labelled headlines have no texts, few figures, and outlets of one kind. */
const FITTED = [
  'sharedTitle',
  'coveredTitle',
  'sinceLatest',
  'sinceFirst',
  // Fitted where labelled news have embeddings; none beside the checkout do.
  ...(headlines.some(embeddingIn) ? (['likeness'] as const) : []),
] satisfies (keyof Evidence)[];

function fitOnce(weights: Weights): Weights {
  const examples: Example[] = [];
  const add =
    (counts: number): Compared =>
    (evidence, isTrue) =>
      examples.push({
        features: FITTED.map((name) => evidence[name]),
        isTrue,
        counts: isTrue ? counts : counts * WRONG,
      });
  const half = inHalf(headlines, 'fit');
  for (const timing of [spread(7), anywhere(11), asIndexed])
    groupLabelled(articlesOf(half, timing), { weights, join: 0.5, compared: add(1) });
  const person = ofManyOutlets(onOnePerson('fit'));
  groupLabelled(person, { weights, join: 0.5, queried: PERSON_STEMS, compared: add(PERSON) });
  const { weights: fitted, bias } = fitLogistic(examples);
  const rounded = (value = 0) => Math.round(value * 100) / 100;
  const named = Object.fromEntries(FITTED.map((name, at) => [name, rounded(fitted[at])]));
  return { ...WEIGHTS, ...named, bias: rounded(bias) };
}

let weights = WEIGHTS;
if (process.argv.includes('--fit'))
  for (let round = 0; round < ROUNDS; round += 1) weights = fitOnce(weights);
process.stdout.write(`${JSON.stringify(weights)}\n`);

const JOINS = [0, 0.5, 1, 1.5, 2, 2.5];
const show = (name: string, articles: readonly Labelled[], queried?: ReadonlySet<string>) => {
  const figures = JOINS.map((join) => {
    const { perStory, mixed } = figuresOf(
      groupLabelled(articles, { weights, join, ...(queried && { queried }) }),
    );
    return `${join}: ${perStory.toFixed(2)}/${(100 * mixed).toFixed(1)}%`;
  });
  process.stdout.write(`${name.padEnd(26)}${figures.join('  ')}\n`);
};
show('report half, over hours', articlesOf(inHalf(headlines, 'report'), spread()));
show('report half, as indexed', articlesOf(inHalf(headlines, 'report'), asIndexed));
show('all, over hours', articlesOf(headlines, spread()));
show('all, as indexed', articlesOf(headlines, asIndexed));
show('one person', onOnePerson('all'), PERSON_STEMS);
show('one person, many outlets', ofManyOutlets(onOnePerson('all')), PERSON_STEMS);
show('events, report half', articlesOf(inHalf(events, 'report'), anywhere()));
show('events, short texts', articlesOf(inHalf(events, 'report'), anywhere(), 220));
show('events, all', articlesOf(events, anywhere()));
