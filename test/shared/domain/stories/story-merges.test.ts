import { describe, expect, it } from 'vitest';
import { openStories } from '../../../../shared/domain/stories/open-stories.ts';
import { openCandidates } from '../../../../shared/domain/stories/story-candidates.ts';
import { currentStoryId, type StoryRecord } from '../../../../shared/domain/stories/story-record.ts';
import { queueMerge } from '../../../../shared/domain/stories/story-merges.ts';
import { DAY, HOUR } from '../../../../shared/domain/time/instant.ts';
import { NOON } from '../../../ports/examples.ts';

/** A story whose articles were indexed so many hours after noon. */
const begun = (id: string, hours: readonly number[], changes: Partial<StoryRecord> = {}): StoryRecord => ({
  id,
  title: `Title of ${id}`,
  madeAt: NOON,
  seenAt: NOON,
  expiresAt: NOON + DAY,
  articles: hours.map((hour) => ({ fingerprint: `${id}-${hour}`, at: NOON + hour * HOUR })),
  signature: { words: [], weights: [], names: [], figures: [], text: [] },
  samples: [],
  absorbed: [],
  ...changes,
});

/** Stories after some of them were merged, in the order given. */
function merged(stories: readonly StoryRecord[], pairs: readonly (readonly [string, string])[]) {
  const records = new Map(stories.map((story) => [story.id, story]));
  const candidates = openCandidates(
    { owners: new Map(), records, open: openStories([]) },
    { now: NOON, joining: 'normal', memory: 30 * DAY, retention: 400 * DAY },
  );
  for (const [one, other] of pairs) queueMerge(candidates, one, other);
  return {
    merges: candidates.merges,
    current: stories.map(({ id }) => currentStoryId(candidates, id)),
  };
}

describe('of two stories that are one', () => {
  it('the one whose first article was indexed first stays, in whatever order they are named', () => {
    for (const [a, b] of [
      [begun('a', [5, 3]), begun('b', [4])],
      [begun('b', [5, 3]), begun('a', [4])],
    ] as const)
      for (const pair of [[a.id, b.id] as const, [b.id, a.id] as const])
        expect(merged([a, b], [pair])).toEqual({ merges: [[a.id, b.id]], current: [a.id, a.id] });
  });

  it('the one with the smaller id stays if they began together', () => {
    expect(merged([begun('b', [3]), begun('a', [3, 4])], [['b', 'a']]).merges).toEqual([['a', 'b']]);
  });

  it('the articles that one has absorbed are its own, as after a death between the two writes of a merge', () => {
    const stories = [begun('z', [5], { absorbed: ['y'] }), begun('y', [3]), begun('a', [4])];
    expect(merged(stories, [['a', 'z']]).merges).toEqual([['z', 'a']]);
    // The merge of z and y was begun: y is absorbed and does not lead to z yet.
    expect(merged(stories.slice(0, 2), [['y', 'z']]).merges).toEqual([['y', 'z']]);
    const before = [begun('y', [3], { absorbed: ['z'] }), begun('z', [5])];
    expect(merged(before, [['y', 'z']]).merges).toEqual([['y', 'z']]);
  });

  it('none goes into the other where a person has set them apart', () => {
    expect(merged([begun('a', [1], { apart: ['b'] }), begun('b', [2])], [['a', 'b']]).merges).toEqual([]);
  });
});

it('the story that is left of many is the same, in whatever order they are found to be one', () => {
  const stories = [begun('d', [2]), begun('b', [1, 9]), begun('a', [3]), begun('c', [1])];
  const pairs = [
    ['a', 'b'],
    ['c', 'd'],
    ['d', 'a'],
  ] as const;
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (const order of orders) {
    const all = order.flatMap((at) => pairs.slice(at, at + 1));
    expect(merged(stories, all).current).toEqual(['b', 'b', 'b', 'b']);
  }
});

it('merges of several watches that lead back end at the smallest of their ids, from each of them', () => {
  const circle = [
    begun('c', [1], { mergedInto: 'b' }),
    begun('b', [2], { mergedInto: 'a' }),
    begun('a', [3], { mergedInto: 'b' }),
  ];
  expect(merged(circle, []).current).toEqual(['a', 'a', 'a']);
});
