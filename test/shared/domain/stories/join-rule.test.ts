import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { articleWordsOf, rarityOf } from '../../../../shared/domain/stories/article-words.ts';
import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { sketchEmbedding } from '../../../../shared/domain/findings/embedding.ts';
import {
  type Article,
  evidenceFor,
  hasDrifted,
  headlineVerdict,
  JOIN,
  namesOthers,
  oddsOf,
} from '../../../../shared/domain/stories/join-rule.ts';
import {
  headlineOf,
  newOpenStory,
  type OpenStory,
  withArticle,
  withEmbedding,
} from '../../../../shared/domain/stories/open-story.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';

type Change = Partial<Finding>;
const articleOf = (title: string, changes: Change = {}) => {
  const finding = aFinding(1, { title, snippet: '', indexedAt: NOON, ...changes });
  return { words: articleWordsOf(finding), headline: headlineOf(finding) };
};
const storyOf = (title: string, changes: Change = {}) => {
  const { words, headline } = articleOf(title, changes);
  return newOpenStory('s', words, headline);
};
const elsewhere = { outlet: { domain: 'paper.example' } };
const evidence = (title: string, of: string, changes: Change = {}) =>
  evidenceFor(articleOf(title, { indexedAt: NOON + HOUR, ...elsewhere, ...changes }), {
    story: storyOf(of),
    weigh: rarityOf,
  });
const odds = (...given: Parameters<typeof evidence>) => oddsOf(evidence(...given));

const PLANT = 'Acme to shut turbine plant in Leipzig';

describe('a story whose latest titles share nothing with the first one', () => {
  const LATER = [
    'Minister Papadakis faces harbour inquiry',
    'Harbour inquiry: Papadakis defends himself',
    'Papadakis will speak at harbour inquiry',
    'What Papadakis knew: the harbour inquiry begins',
    'Opposition calls on Papadakis to go before harbour inquiry',
    'Papadakis before the harbour inquiry today',
  ];
  const NEXT = 'Papadakis resigns over harbour inquiry';
  const drifts = (hours: number, title = NEXT, later: readonly string[] = LATER, weigh = rarityOf) => {
    let story = storyOf('Ferry sinks off Crete');
    for (const [n, one] of later.entries()) {
      const { words, headline } = articleOf(one, { indexedAt: NOON + n * HOUR });
      story = withArticle(story, words, headline);
    }
    return hasDrifted(articleOf(title, { indexedAt: NOON + hours * HOUR }), { story, weigh });
  };

  it('has ended a day after it began, for an article that shares nothing with it, too', () => {
    expect([drifts(23), drifts(25)]).toEqual([false, true]);
    expect(drifts(25, 'Papadakis resigns over ferry, says harbour inquiry')).toBe(false);
  });

  it('goes on while one of its latest titles shares a word, or few have come', () => {
    expect(drifts(25, NEXT, [...LATER.slice(0, -1), 'Papadakis before the inquiry on Crete'])).toBe(false);
    expect(drifts(25, NEXT, LATER.slice(2))).toBe(false);
  });

  it('goes on where its first title has only what the watch asks for, or no words', () => {
    expect(drifts(25, NEXT, LATER, () => 0)).toBe(false);
    const story = { ...storyOf('Ferry sinks off Crete'), first: [] };
    expect(hasDrifted(articleOf(NEXT, { indexedAt: NOON + DAY }), { story, weigh: rarityOf })).toBe(false);
  });
});

describe('an article in another outlet', () => {
  it('joins a story that it writes up in other words', () => {
    expect(odds('Turbine maker Acme shuts its Leipzig plant', PLANT)).toBeGreaterThan(JOIN.normal);
  });

  it('does not join a story on the same company', () => {
    expect(odds('Acme names new finance chief', PLANT)).toBeLessThan(JOIN.normal);
  });

  it('joins less readily the later it comes', () => {
    const soon = odds('Acme plant in Leipzig shuts', PLANT);
    expect(odds('Acme plant in Leipzig shuts', PLANT, { indexedAt: NOON + 2 * DAY })).toBeLessThan(soon);
  });

  it('joins by its text where it has the words of the headlines, and theirs has its own', () => {
    const text = 'Acme said the turbine works in Leipzig close in May. Welders of the town are without work.';
    const bare = odds('Welders without work', PLANT);
    const story = storyOf(PLANT, { snippet: text });
    const article = articleOf('Welders without work', { ...elsewhere, snippet: text });
    const given = evidenceFor(article, { story, weigh: rarityOf });
    expect(given.titleInText).toBeGreaterThan(1);
    expect(oddsOf(given)).toBeGreaterThan(bare + 3);
  });

  it('joins by the names and things that both texts have, in English, and not by their ordinary words', () => {
    const sharedText = (text: string) => {
      const story = storyOf('Turbine maker in talks', { snippet: text });
      const article = articleOf('What welders fear most', { ...elsewhere, snippet: text });
      return evidenceFor(article, { story, weigh: rarityOf }).sharedText;
    };
    const ordinary =
      'The company said on Monday that the plan will be good for its business and for its customers.';
    expect(sharedText(ordinary)).toBe(0);
    expect(sharedText(`${ordinary} Papadakis of Zaragoza met Okonkwo.`)).toBeGreaterThan(2);
    expect(
      sharedText(
        'Das Unternehmen teilte seinen Beschäftigten mit, dass Papadakis aus Zaragoza zuständig werde.',
      ),
    ).toBe(0);
  });

  it('joins less readily with other figures, and as readily with the same ones in another spelling', () => {
    const of = 'Hackers copied records of 2,500,000 customers';
    const [same, other] = ['Records of 2.5m customers copied', 'Records of 6.5m customers copied'];
    expect(evidence(same, of).otherFigures).toBe(0);
    expect(evidence(other, of).otherFigures).toBe(1);
    expect(odds(other, of)).toBeLessThan(odds(same, of) - 4);
  });
});

it('an outlet seldom reports an event twice', () => {
  const { outlet } = aFinding(1);
  expect(evidence(PLANT, PLANT, outlet && { outlet }).sameOutlet).toBe(1);
  expect(evidence(PLANT, PLANT).sameOutlet).toBe(0);
});

describe('titles made alike', () => {
  const areOthers = (title: string, of: string) =>
    namesOthers(articleOf(title), { story: storyOf(of), weigh: rarityOf });

  it.each([
    [
      'another company',
      'Initech raises 5 million in funding round',
      'Hooli raises 5 million in funding round',
    ],
    [
      'another place',
      'Acme shuts turbine plant in Leipzig after strike',
      'Acme shuts turbine plant in Turin after strike',
    ],
    [
      'another thing',
      'Port strike stops Acme plant for kettles',
      'Port strike stops Acme plant for scooters',
    ],
    [
      'other figures',
      'Hackers copied records of 580,000 customers',
      'Hackers copied records of 1.5m customers',
    ],
    ['another share', 'Acme cuts 12% of its staff in Lyon', 'Acme cuts 30% of its staff in Lyon'],
  ])('that name %s report other events', (_what, title, of) => {
    expect(areOthers(title, of)).toBe(true);
  });

  it('are one event where the text of one has the main word of the other', () => {
    const isOther = (snippet: string) =>
      namesOthers(articleOf('Acme set to accept Papadakis offer', { snippet }), {
        story: storyOf('Acme set to accept the final bid of Okonkwo'),
        weigh: rarityOf,
      });
    expect([isOther(''), isOther('Papadakis bids for the plant.')]).toEqual([true, true]);
    expect(isOther('Papadakis and Okonkwo bid together.')).toBe(false);
  });

  it.each([
    [
      'more words',
      'Hooli raises 5 million in funding round at last',
      'Hooli raises 5 million in funding round',
    ],
    ['fewer words', 'Hooli raises 5 million', 'Hooli raises 5 million in funding round'],
    [
      'the same figure in another spelling',
      'Hooli raises $5m in round',
      'Hooli raises 5,000,000 dollars in round',
    ],
    ['another form', 'Leipzig turbine plant of Acme faces its end', PLANT],
  ])('with %s may report one event', (_what, title, of) => {
    expect(areOthers(title, of)).toBe(false);
  });
});

describe('a headline', () => {
  const verdict = (title: string, of: string, changes: Change) =>
    headlineVerdict(articleOf(title, changes).headline, storyOf(of));

  it('that a story has is of that story, whatever the outlet', () => {
    expect(verdict(PLANT, PLANT, { ...elsewhere, indexedAt: NOON + DAY })).toBe('same');
    expect(verdict(PLANT, PLANT, { indexedAt: NOON + MINUTE })).toBe('same');
  });

  it('of the same outlet on another day is the next part of a series', () => {
    expect(verdict('Horoscope, 13 May', 'Horoscope, 12 May', { indexedAt: NOON + DAY })).toBe('series');
  });

  it('says nothing where it is another', () => {
    expect(verdict('Acme hires', PLANT, {})).toBeUndefined();
  });
});

describe('the embeddings of the service', () => {
  /** Vectors at any angle to one direction, as sketches. */
  const sketchAt = (angle: number) => {
    const values = Array.from({ length: 1_024 }, (_, n) => {
      const [one, other] = [Math.sin(n * n + 1), Math.cos(n * n * 3 + 2)];
      return Math.cos(angle) * one + Math.sin(angle) * other;
    });
    return sketchEmbedding('qwen', values);
  };
  const words = 'acme turbine plant leipzig globex counsel ferry harbour minister strike'.split(' ');
  const titles = fc.subarray(words, { minLength: 1 }).map((some) => some.join(' '));
  const given = fc.record({
    title: titles,
    of: titles,
    angle: fc.double({ min: 0, max: Math.PI, noNaN: true }),
    hours: fc.integer({ min: 0, max: 72 }),
  });
  const compared = ({ title, of, hours }: { title: string; of: string; hours: number }) => ({
    article: articleOf(title, { indexedAt: NOON + hours * HOUR, ...elsewhere }),
    story: storyOf(of),
  });
  const oddsFor = (article: Article, story: OpenStory) =>
    oddsOf(evidenceFor(article, { story, weigh: rarityOf }));

  it('raise the odds by 4 at most, lower them never, and change nothing unless they are like', () => {
    fc.assert(
      fc.property(given, ({ angle, ...pair }) => {
        const { article, story } = compared(pair);
        const plain = oddsFor(article, story);
        const embedded = oddsFor(
          { ...article, embedding: sketchAt(angle) },
          withEmbedding(story, sketchAt(0)),
        );
        // A sketch gives the cosine with a deviation of 0.02: at 0.75 it is below 0.85 in any case.
        const most = Math.cos(angle) < 0.75 ? 0 : 4 + 1e-9;
        expect(embedded - plain).toBeGreaterThanOrEqual(0);
        expect(embedded - plain).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('change nothing where the article or the story has none, or one of another model', () => {
    fc.assert(
      fc.property(given, ({ angle, ...pair }) => {
        const { article, story } = compared(pair);
        const plain = oddsFor(article, story);
        const sketch = sketchAt(angle)!;
        expect(oddsFor(article, withEmbedding(story, sketch))).toBe(plain);
        expect(oddsFor({ ...article, embedding: sketch }, story)).toBe(plain);
        const other = { ...sketch, model: 'new1024' };
        expect(oddsFor({ ...article, embedding: sketch }, withEmbedding(story, other))).toBe(plain);
      }),
    );
  });
});
