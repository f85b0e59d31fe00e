import { writeStoryArticle } from '../../shared/contracts/stored/stored-story.ts';
import { dayOf, type Instant } from '../../shared/domain/time/instant.ts';
import { writeSignature } from '../../shared/domain/stories/signature-text.ts';
import type { Milestone } from '../../shared/domain/stories/story-growth.ts';
import type { OpenStory } from '../../shared/domain/stories/open-story.ts';
import type { StoryRecord } from '../../shared/domain/stories/story-record.ts';
import type {
  NotifiedStories,
  NotifiedStory,
  SimilarityKey,
  Stories,
} from '../../shared/use-cases/ports/stories.ts';
import { copyOf } from './copy-of.ts';

const union = <T>(a: readonly T[], b: readonly T[], key: (one: T) => string): T[] => [
  ...new Map([...a, ...b].map((one) => [key(one), one])).values(),
];

/** Stories in memory: the same promises as the table, held by the same suite. */
export function memoryStories() {
  const keys = new Map<string, SimilarityKey>();
  const stories = new Map<string, StoryRecord>();
  const open = new Map<string, OpenStory>();
  const port: Stories = {
    keys: async (wanted) => new Map(wanted.flatMap((key) => pairOf(keys, key))),
    claimKey: async (key, to, was) => {
      const standing = keys.get(key);
      if (standing && standing.story !== was) return false;
      keys.set(key, copyOf(to));
      return true;
    },
    found: async (story) => {
      if (stories.has(story.id)) return false;
      stories.set(story.id, copyOf(story));
      return true;
    },
    join: async (id, { articles, samples, seenAt, expiresAt }) => {
      const story = stories.get(id);
      if (!story) return undefined;
      stories.set(id, {
        ...story,
        seenAt,
        expiresAt,
        articles: union(story.articles, articles, writeStoryArticle),
        samples: union(story.samples, samples, writeSignature),
      });
      return copyOf(stories.get(id));
    },
    absorb: async (winner, loser) => {
      const story = stories.get(winner);
      if (story) stories.set(winner, { ...story, absorbed: union(story.absorbed, [loser], (id) => id) });
    },
    redirect: async (loser, winner) => {
      const story = stories.get(loser);
      if (!story || story.mergedInto !== undefined) return false;
      stories.set(loser, { ...story, mergedInto: winner });
      return true;
    },
    records: async (ids) => new Map(ids.flatMap((id) => pairOf(stories, id))),
    open: async (watchId) =>
      [...open].flatMap(([key, story]) => (key.startsWith(`${watchId}/`) ? story : [])),
    putOpen: async (watchId, changed) => {
      for (const story of changed) open.set(`${watchId}/${story.id}`, story);
    },
    madeOn: async (day, limit) =>
      copyOf(
        [...stories.values()]
          .filter(({ madeAt }) => dayOf(madeAt) === day)
          .toSorted((a, b) => a.madeAt - b.madeAt || (a.id < b.id ? -1 : 1))
          .slice(0, limit),
      ),
  };
  return { ...port, held: { keys, stories, open } };
}

/** What watches have told of stories, in memory. */
export function memoryNotifiedStories() {
  const notified = new Map<string, NotifiedStory>();
  const keyOf = ({ watchId, story }: Pick<NotifiedStory, 'watchId' | 'story'>) => `${watchId}/${story}`;
  const standing = (key: string, now: Instant) => {
    const one = notified.get(key);
    return one && one.until >= now ? one : undefined;
  };
  const port: NotifiedStories = {
    claim: async (claim, now) => {
      const held = standing(keyOf(claim), now);
      if (!held) notified.set(keyOf(claim), copyOf(claim));
      const holder = held ?? claim;
      return holder.fingerprint === claim.fingerprint ? copyOf(holder) : undefined;
    },
    read: async (watchId, stories, now) =>
      copyOf(stories.flatMap((story) => standing(keyOf({ watchId, story }), now) ?? [])),
    note: async (of, milestone: Milestone) => {
      const one = notified.get(keyOf(of));
      if (one)
        notified.set(keyOf(of), { ...one, milestones: union(one.milestones, [milestone], (name) => name) });
    },
  };
  return { ...port, held: notified };
}

function pairOf<V>(map: ReadonlyMap<string, V>, key: string): [string, V][] {
  const value = map.get(key);
  return value === undefined ? [] : [[key, copyOf(value)]];
}
