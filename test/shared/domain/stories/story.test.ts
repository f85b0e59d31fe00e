import { describe, expect, it } from 'vitest';
import { storyIdOf } from '../../../../shared/domain/stories/story.ts';
import {
  MOST_STORY_ARTICLES,
  storyArticleOf,
  addsNothing,
  singleFindingStory,
  storyOfRecords,
} from '../../../../shared/domain/stories/story-record.ts';
import { writeStoryArticle } from '../../../../shared/contracts/stored/stored-story.ts';
import { aFinding, NOON } from '../../../ports/examples.ts';

const record = (id: string, articles: ReturnType<typeof storyArticleOf>[]) => ({
  id,
  title: 'Acme opens a plant',
  madeAt: NOON,
  seenAt: NOON,
  expiresAt: NOON,
  articles,
  signature: { words: [], weights: [], names: [], figures: [], text: [] },
  samples: [],
  absorbed: [],
});

describe('the story that a finding creates', () => {
  it('has an id made of its service and fingerprint alone', () => {
    expect(storyIdOf(aFinding(1, { title: 'a' }))).toBe(
      storyIdOf(aFinding(1, { title: 'b', duplicateGroup: 'g' })),
    );
    expect(storyIdOf(aFinding(1))).not.toBe(storyIdOf(aFinding(2)));
    expect(storyIdOf(aFinding(1))).not.toBe(storyIdOf(aFinding(1, { service: 'extraction' })));
  });

  it('is the whole story of a finding that is not clustered', () => {
    expect(singleFindingStory(aFinding(1))).toMatchObject({
      id: storyIdOf(aFinding(1)),
      members: ['article-00001'],
    });
  });
});

describe('a story computed from its articles', () => {
  const articles = [
    storyArticleOf(aFinding(1, { indexedAt: 5, sentiment: { content: -0.5, title: 1 } })),
    storyArticleOf(aFinding(2, { indexedAt: 3, outlet: { domain: 'b.example', country: 'FR', rank: 40 } })),
    storyArticleOf(
      aFinding(3, { indexedAt: 9, sentiment: { title: 0.25 }, outlet: { domain: 'b.example' } }),
    ),
  ];

  it('gives outlets, countries, best rank, mean sentiment and times', () => {
    expect(storyOfRecords(record('s', articles))).toEqual({
      id: 's',
      title: 'Acme opens a plant',
      members: ['article-00001', 'article-00002', 'article-00003'],
      outlets: ['b.example', 'news.example'],
      countries: ['FR', 'US'],
      bestRank: 40,
      sentiment: -0.125,
      firstAt: 3,
      lastAt: 9,
    });
  });

  it('is the same in every order, and with the same article twice', () => {
    const again = storyOfRecords(record('s', [...articles, ...articles].toReversed()));
    expect(again).toEqual(storyOfRecords(record('s', articles)));
  });

  it('includes the stories that were merged into it', () => {
    const [one, two, three] = articles.map((print, n) => record(`s${n}`, [print]));
    expect(storyOfRecords(one!, [two!, three!])).toEqual({
      ...storyOfRecords(record('s0', articles)),
      absorbed: ['s1', 's2'],
    });
  });

  it('leaves out missing ranks and sentiments', () => {
    const bare = storyOfRecords(
      record('s', [storyArticleOf(aFinding(1, { outlet: { domain: 'a.example', rank: 999_999 } }))]),
    );
    expect(bare).not.toHaveProperty('bestRank');
    expect(bare).not.toHaveProperty('sentiment');
  });
});

describe('an article of a story', () => {
  it('adds something only if it knows more about the article', () => {
    const known = [storyArticleOf(aFinding(1))];
    expect(addsNothing(known, storyArticleOf(aFinding(1)))).toBe(true);
    expect(addsNothing(known, storyArticleOf(aFinding(2)))).toBe(false);
    expect(addsNothing(known, storyArticleOf(aFinding(1, { sentiment: { title: 0.1 } })))).toBe(false);
  });

  it('stays small whatever the news says, so that the most of them fit into one item', () => {
    const print = storyArticleOf(
      aFinding(1, {
        fingerprint: 'f'.repeat(64),
        indexedAt: 1_999_999_999_999,
        outlet: { domain: '東"'.repeat(300), country: '\\"'.repeat(50), rank: 123_456 },
        sentiment: { content: -0.123_456 },
      }),
    );
    const bytes = Buffer.byteLength(writeStoryArticle(print));
    expect(bytes * MOST_STORY_ARTICLES).toBeLessThan(380_000);
  });
});
