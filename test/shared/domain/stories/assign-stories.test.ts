import { describe, expect, it } from 'vitest';
import { sketchEmbedding, writeSketch } from '../../../../shared/domain/findings/embedding.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import {
  assignStories,
  knownStories,
  openCandidates,
  profileOf,
} from '../../../../shared/domain/stories/assign-stories.ts';
import { beginPart } from '../../../../shared/domain/stories/open-stories.ts';
import type { StoryJoining } from '../../../../shared/domain/watches/watch.ts';
import { DAY } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';
import { wordsOf } from '../../use-cases/news-of.ts';
import { atHour, foundAt as article, SPACE } from './compared.ts';

/** What becomes of articles that are found in steps, one after the other. */
function assigned(steps: readonly (readonly Finding[])[], width: StoryJoining = 'normal') {
  const known = knownStories(SPACE, []);
  const memory = { now: NOON, width, memory: 30 * DAY, retention: 400 * DAY, watchId: 'acme-news' };
  const homes = steps.flatMap((findings) => {
    const candidates = openCandidates(known, memory);
    beginPart(known.open, new Set());
    const stored = findings.map((finding) => ({
      finding,
      foundAt: NOON,
      watchId: 'acme-news',
      expiresAt: NOON,
    }));
    assignStories(
      candidates,
      stored.map((one) => profileOf(one, SPACE)),
    );
    return findings.flatMap(({ fingerprint }) => candidates.assigned.get(fingerprint) ?? []);
  });
  return {
    reasons: homes.map(({ joined }) => joined),
    stories: new Set(homes.map(({ id }) => id)).size,
    titles: [...known.records.values()].flatMap((record) => record?.title ?? []),
  };
}

/** The sketch of an embedding at an angle to one fixed direction. */
const embeddingAt = (angle: number, model = 'qwen') => {
  const values = Array.from({ length: 1_024 }, (_, n) => {
    const [one, other] = [Math.sin(n * n + 1), Math.cos(n * n * 3 + 2)];
    return Math.cos(angle) * one + Math.sin(angle) * other;
  });
  const sketch = sketchEmbedding(model, values);
  return sketch && writeSketch(sketch);
};

/** Words of a reason, each with its weight. */
const LEIPZIG = expect.arrayContaining(
  ['Leipzig', 'turbine'].map((word) => ({ word, weight: expect.any(Number) })),
);

it('each article that joins a story has a reason that a person can check', () => {
  const { stories, reasons } = assigned([
    [
      article(1, 'Acme to shut turbine plant in Leipzig', { duplicateGroup: 'g' }),
      article(2, 'Something else altogether', { duplicateGroup: 'g' }),
      article(3, 'Acme to shut turbine plant in Leipzig'),
      article(4, 'Unions to fight for Leipzig, where Acme gives up its turbine works'),
    ],
  ]);
  expect(stories).toBe(1);
  expect(reasons.slice(1)).toMatchObject([
    { by: 'group' },
    { by: 'copy' },
    { by: 'words', words: LEIPZIG, likeness: expect.any(Number) },
  ]);
});

describe('two languages', () => {
  const [english, german] = ['Acme to shut turbine plant in Leipzig', 'Konzern gibt Werk in Sachsen auf'];

  it('are joined by the translation of the service', () => {
    const translation = { title: 'Acme shuts its turbine plant near Leipzig' };
    expect(assigned([[article(1, english)], [article(20, german)]]).stories).toBe(2);
    const joined = assigned([[article(1, english)], [article(20, german, { translation })]]);
    expect(joined).toMatchObject({
      stories: 1,
      reasons: [undefined, { by: 'words', words: LEIPZIG }],
    });
  });

  it('are joined by embeddings that are nearly the same, of one model', () => {
    const embedded = (n: number, title: string, angle: number, changes: Partial<Finding> = {}) =>
      article(n, title, { embedding: embeddingAt(angle), ...changes });
    const storiesOf = (...found: Finding[]) => assigned(found.map((one) => [one]));
    const near = storiesOf(embedded(1, english, 0), embedded(20, german, 0.2));
    expect(near).toMatchObject({ stories: 1, reasons: [undefined, { by: 'words', likeness: 1 }] });
    expect(storiesOf(embedded(1, english, 0), embedded(20, german, 0.7)).stories, 'cosine 0.76').toBe(2);
    expect(storiesOf(embedded(1, english, 0), article(20, german)).stories, 'one has none').toBe(2);
    const other = embeddingAt(0.2, 'new');
    expect(storiesOf(embedded(1, english, 0), embedded(20, german, 0, { embedding: other })).stories).toBe(2);
  });
});

it('articles that were found together are one story though no pair of them proves it', () => {
  const found = [
    article(1, 'Acme to shut turbine plant in Leipzig'),
    article(2, 'Turbine plant in Leipzig to close, says Acme'),
    article(3, 'Leipzig loses its turbine plant'),
    article(4, 'Globex hires Solveig Dahl as its counsel'),
  ];
  expect(assigned([found]).stories).toBe(2);
  expect(assigned([found.toReversed()]).stories, 'in any order').toBe(2);
});

it('a story is named after its most central headline, not after the first', () => {
  const found = [
    article(1, 'Leipzig fears for turbine plant after years of rumours and many denials by its owner'),
    article(2, 'Turbine plant in Leipzig to close, says Acme'),
    article(3, 'Acme to close turbine plant in Leipzig'),
    article(4, 'Acme closes Leipzig turbine plant'),
  ];
  expect(assigned([found])).toMatchObject({ stories: 1, titles: [found[2]?.title] });
});

it('articles of one group of the service are one story, whatever their words', () => {
  const { reasons, stories } = assigned([
    [
      article(1, 'Acme hires', { duplicateGroup: 'g' }),
      article(2, 'Globex leaves Lisbon', { duplicateGroup: 'g' }),
    ],
  ]);
  expect(stories).toBe(1);
  expect(reasons[1]).toEqual({ by: 'group' });
});

/** How many stories articles become that are found together, and one run after the other. */
function storiesOf(findings: readonly Finding[]): { together: number; apart: number } {
  const apart = assigned(
    findings.map((one) => [one]),
    'strict',
  );
  return { together: assigned([findings], 'strict').stories, apart: apart.stories };
}
const ONE = { together: 1, apart: 1 };

const REPORT =
  'Acme Corp said on Monday that it will close its turbine works in Leipzig by the end of next year. About 900 people work there. ' +
  'The company blamed weak orders from utilities and the price of steel. Unions called the decision a betrayal and announced a day of ' +
  'action. The mayor of Leipzig asked the state government for help. Acme had bought the works from a local family in 2011 and promised ' +
  'to keep it for at least fifteen years. Analysts said that the closure had been expected since the company lost a large order to a ' +
  'rival from Denmark in spring. The shares of Acme rose by two per cent in early trade.';
const NOTICE =
  'To continue reading this article you need to accept our terms. We and our partners store information on your device, such as ' +
  'identifiers in cookies, and process personal data for advertising, measurement and audience research. You can change your choices ' +
  'at any time by clicking on the link at the bottom of each page. Some partners do not ask for your consent and rely on a legitimate ' +
  'interest instead. With a subscription you can read all articles without advertising for a small fee each month. Please sign in if ' +
  'you have an account already, or register now. By going on you confirm that you are at least sixteen years old and have read the ' +
  'privacy notice and the terms of use of this site in full.';

describe('an edited title is a copy', () => {
  const title = 'Acme Corp to close turbine works in Leipzig next year';
  it.each([
    `Exclusive: ${title}`,
    `UPDATE 2-${title}`,
    `${title} | Video`,
    title.toUpperCase(),
    title.replace('turbine ', ''),
  ])('%s', (edited) => {
    expect(storiesOf([atHour(1, title), atHour(20, edited)])).toEqual(ONE);
  });

  it('also of a story whose other headlines are made alike and name other things', () => {
    const things = ['Season 4', 'Episode 2', 'Cast of Five', 'Finale', 'Soundtrack', 'Poster', 'Trailer 9'];
    const others = things.map((thing, n) =>
      atHour(n, `Game of Foxes ${thing} revealed`, { duplicateGroup: 'g' }),
    );
    const late = atHour(9, 'Exclusive: Game of Foxes Season 4 revealed');
    expect(storiesOf([...others, late])).toEqual(ONE);
  });
});

describe('an equal text under another title', () => {
  const original = atHour(1, 'Acme Corp to close turbine works in Leipzig', { snippet: REPORT });

  it('is a copy, also when its end is left out', () => {
    const other = atHour(30, 'Betrayal, say unions of closure', { snippet: REPORT });
    const cut = atHour(31, 'Mayor asks government for help', { snippet: REPORT.slice(0, -80) });
    expect(storiesOf([original, other, cut])).toEqual(ONE);
  });

  it('is a copy under a title of which it says nothing, if another outlet had it under one of which it does', () => {
    const side = atHour(30, 'Why the north loses its industry', { snippet: REPORT });
    expect(storiesOf([original, side])).toEqual(ONE);
  });

  it('is a copy under a title that is made alike and names another thing, if it says both', () => {
    const alike = atHour(2, 'Acme Corp to close turbine works of rival', { snippet: REPORT });
    expect(storiesOf([original, alike])).toEqual(ONE);
  });

  it('is none if it is a notice in place of the texts of all articles', () => {
    const titles = Array.from({ length: 12 }, (_, n) => `Acme ${wordsOf(`title-${n}`, 6)}`);
    const walled = titles.map((title, n) => atHour(n, title, { snippet: NOTICE }));
    expect(storiesOf(walled)).toEqual({ together: 12, apart: 12 });
  });
});

describe('a title that one outlet uses each day', () => {
  const daily = (title: string, textOf: (n: number) => string) =>
    [1, 25, 49, 121].map((n) =>
      atHour(n, title, { outlet: { domain: 'daily.example' }, snippet: textOf(n) }),
    );

  it('is a story a day with a text of its own', () => {
    const texts = daily('Morning briefing: what you need to know', (n) => wordsOf(`day ${n}`, 120));
    expect(storiesOf(texts)).toMatchObject({ apart: 4 });
  });
});
