import { describe, expect, it } from 'vitest';
import { growthRuleOf as settingsOf } from '../../../../shared/domain/policies/story.ts';
import { growthOf, milestonesAtFirst } from '../../../../shared/domain/stories/story-growth.ts';
import { type Story, summarizeStory } from '../../../../shared/domain/stories/story.ts';
import { aFinding } from '../../../ports/examples.ts';

const settings = settingsOf({});
const names = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word}-${n}`);
const aStory = (changes: Partial<Story> = {}): Story => ({
  id: 's',
  title: 'Acme',
  members: names('article', 6),
  outlets: names('outlet', 3),
  countries: ['US'],
  firstAt: 0,
  lastAt: 0,
  ...changes,
});
const grown = (changes: Partial<Story>, notified: Parameters<typeof growthOf>[1]['notified'] = []) =>
  growthOf(aStory(changes), { notified, settings });

describe('a story has grown', () => {
  it.each<[string, Partial<Story>, unknown[]]>([
    ['nowhere yet', {}, []],
    ['to nine outlets: not yet', { outlets: names('o', 9) }, []],
    ['to its tenth outlet', { outlets: names('o', 10) }, [{ milestone: 'outlets', value: 10 }]],
    ['to an outlet that few read', { bestRank: 1_001 }, []],
    ['to one that many read', { bestRank: 1_000 }, [{ milestone: 'top-rank', value: 1_000 }]],
    ['into the negative', { sentiment: -0.3 }, [{ milestone: 'negative', value: -0.3 }]],
    ['towards it', { sentiment: -0.29 }, []],
    ['into it with too few articles', { sentiment: -0.9, members: names('a', 4) }, []],
    [
      'in every way at once',
      { outlets: names('o', 12), bestRank: 7, sentiment: -1 },
      [
        { milestone: 'outlets', value: 12 },
        { milestone: 'top-rank', value: 7 },
        { milestone: 'negative', value: -1 },
      ],
    ],
  ])('%s', (_name, changes, expected) => {
    expect(grown(changes)).toEqual(expected);
  });

  it('once for each milestone', () => {
    const all = { outlets: names('o', 12), bestRank: 7, sentiment: -1 };
    expect(grown(all, ['outlets', 'negative'])).toEqual([{ milestone: 'top-rank', value: 7 }]);
    expect(grown(all, ['outlets', 'top-rank', 'negative'])).toEqual([]);
  });

  it('beyond its first alert: a story that begins negative does not become negative', () => {
    const one = { members: ['a'], outlets: ['o'] };
    expect(milestonesAtFirst(aStory({ ...one, sentiment: -0.6 }), settings)).toEqual(['negative']);
    expect(milestonesAtFirst(aStory({ ...one, sentiment: 0.6, bestRank: 3 }), settings)).toEqual([
      'top-rank',
    ]);
    expect(milestonesAtFirst(aStory(one), settings)).toEqual([]);
  });
});

it('an alert keeps a few of the silent siblings of its story, and counts the rest', () => {
  const silent = Array.from({ length: 59 }, (_, n) =>
    aFinding(n, {
      title: '東'.repeat(5_000),
      link: n === 0 ? `https://a.example/${'x'.repeat(900)}` : 'https://a.example/',
    }),
  );
  const note = summarizeStory(aStory({ bestRank: 5, sentiment: 0.5 }), silent);
  expect(note).toMatchObject({ id: 's', articles: 6, outlets: 3, countries: 1, bestRank: 5, sentiment: 0.5 });
  expect(note.silent?.count).toBe(59);
  expect(note.silent?.shown).toHaveLength(5);
  expect(note.silent?.shown[0]).not.toHaveProperty('link');
  const { others, ...kept } = note;
  expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(5_000);
  // Those that the JSON of the message lists besides, 20 in all.
  expect(others).toHaveLength(14);
  expect(Buffer.byteLength(JSON.stringify(others))).toBeLessThan(8_000);
  expect(summarizeStory(aStory())).not.toHaveProperty('silent');
});
