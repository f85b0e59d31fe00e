import { kindOfName, titlesIn } from '../../../kit/names/name-kind.ts';
import type { Enrichment } from '../criteria.ts';
import { stemsOf } from '../language.ts';
import type { Reading } from '../reading.ts';
import { moneyIn } from './amount.ts';
import { companiesOf } from './company.ts';
import { type Extract, type Extracted, keywordsOf, NOTHING, speaksOf } from './extracted.ts';

/** The longest sentence that is given, in characters. */
const LONGEST = 300;
/** So many names at most. */
const MOST_NAMES = 5;

type Asked = [words: string, read: (reading: Reading) => readonly string[]];

/** What a text field may ask for, by the words of its name and description. The first that fits decides. */
const ASKED: readonly Asked[] = [
  ['summar|what happened|reason|why|cause|defect', () => []],
  ['people|persons?|who|ceo|founder|executive|author|spokes', peopleOf],
  ['places?|country|countries|city|location|where|region', (reading) => reading.names().places],
  ['percent|rate|share|change', (reading) => mentioned('percent', reading)],
  ['amounts?|price|cost|money|value', (reading) => moneyIn(reading.text)],
  ['compan|organi[sz]ation|firm|employer', (reading) => companiesOf(reading)],
  [
    'source|outlet|publisher',
    (reading) => reading.articles.map(({ sourceName, domain }) => sourceName ?? domain),
  ],
];

/** Names, amounts or places when the field asks for such, else the sentence that shares most with the field. */
export const extractText: Extract = (field, reading) => {
  const asked = ASKED.find(([words]) => speaksOf(field, words));
  const values = [...new Set(asked?.[1](reading))];
  if (values.length > 0) return { value: values.slice(0, MOST_NAMES).join(', '), confidence: 0.7 };
  const names = asked !== undefined && asked !== ASKED[0];
  return names ? NOTHING : bestSentence(field, reading);
};

/** People whom the articles name, each by the longest form of the name, without titles. */
function peopleOf(reading: Reading): string[] {
  const named = reading.names().people.flatMap((name) => {
    const words = name.split(/\s+/);
    const bare = words.slice(titlesIn(words)).join(' ');
    const kind = kindOfName(bare);
    const isPerson = kind === 'person' || (kind === undefined && /^\p{Lu}\S+(?:\s\p{Lu}\S*)+$/u.test(bare));
    return isPerson ? [bare] : [];
  });
  return named.filter((name) => !named.some((other) => other !== name && other.split(' ').includes(name)));
}

function mentioned(kind: 'percent', reading: Reading): string[] {
  const told = new Set(
    reading.events.length > 0
      ? reading
          .telling()
          .join(' ')
          .match(/\d[\d.,]*/g)
      : [],
  );
  return reading
    .mentions()
    .filter(
      (mention) =>
        mention.kind === kind && (told.size === 0 || told.has(/\d[\d.,]*/.exec(mention.text)?.[0] ?? '')),
    )
    .map(({ text }) => text);
}

/** The sentence with most words of the field, then most words of the title; the title itself counts. */
function bestSentence(field: Enrichment, reading: Reading): Extracted {
  const keywords = keywordsOf(field);
  const title = new Set(stemsOf(reading.title));
  let best = { sentence: '', score: 0, hits: 0 };
  for (const sentence of reading.sentences()) {
    const stems = new Set(stemsOf(sentence));
    const hits = [...keywords].filter((stem) => stems.has(stem)).length;
    const score = hits * 10 + [...title].filter((stem) => stems.has(stem)).length;
    if (score > best.score) best = { sentence, score, hits };
  }
  if (best.score === 0) return NOTHING;
  return { value: best.sentence.trim().slice(0, LONGEST), confidence: best.hits > 0 ? 0.6 : 0.4 };
}
