import { writeStoryArticle } from '../../shared/contracts/stored/stored-story.ts';
import type { Channel } from '../../shared/domain/channels/channel.ts';
import type { Instant } from '../../shared/domain/time/instant.ts';
import { writeSignature } from '../../shared/domain/stories/signature-text.ts';
import type { OpenStory } from '../../shared/domain/stories/open-story.ts';
import type { StoryRecord } from '../../shared/domain/stories/story-record.ts';
import type {
  NotifiedStories,
  NotifiedStory,
  SimilarityKey,
  Stories,
} from '../../shared/use-cases/ports/stories.ts';
import { copyOf } from './copy-of.ts';
import { outlineOf } from './story-outline.ts';

/** Stories and keys as a version before left them, shared by all watches. */
export interface SharedStories {
  stories?: readonly StoryRecord[];
  keys?: ReadonlyMap<string, SimilarityKey>;
}

const union = <T>(a: readonly T[], b: readonly T[], key: (one: T) => string): T[] => [
  ...new Map([...a, ...b].map((one) => [key(one), one])).values(),
];

/** Stories in memory, beside these channels: the same promises as the table, held by the same suite. */
export function memoryStories(channels: ReadonlyMap<string, Channel> = new Map()) {
  const keys = new Map<string, SimilarityKey>();
  const stories = new Map<string, StoryRecord>();
  const open = new Map<string, OpenStory>();
  const notified = memoryNotifiedStories();
  const own = (watchId: string, id: string) => {
    const shared = stories.get(`${id}/`);
    if (shared && !stories.has(`${id}/${watchId}`)) stories.set(`${id}/${watchId}`, { ...shared, watchId });
    return stories.get(`${id}/${watchId}`);
  };
  const either = <T>(map: ReadonlyMap<string, T>, id: string, watchId: string): [string, T][] => {
    const value = map.get(`${id}/${watchId}`) ?? map.get(`${id}/`);
    return value === undefined ? [] : [[id, copyOf(value)]];
  };
  const port: Stories = {
    ofWatch: async (watchId, wanted) => ({
      owners: new Map(wanted.keys.flatMap((key) => either(keys, key, watchId))),
      records: new Map(wanted.ids.flatMap((id) => either(stories, id, watchId))),
      channels: new Map((wanted.channels ?? []).map((name) => [name, copyOf(channels.get(name))])),
    }),
    putNew: async (watchId, fresh) => {
      for (const { key, ...to } of fresh.keys) keys.set(`${key}/${watchId}`, copyOf(to));
      for (const story of fresh.stories) stories.set(`${story.id}/${watchId}`, copyOf({ ...story, watchId }));
      for (const story of fresh.open) open.set(`${watchId}/${story.id}`, story);
      for (const claim of fresh.claims) notified.held.set(notifiedKey(claim), copyOf(claim));
    },
    join: async (watchId, id, { articles, samples, title, seenAt, expiresAt }) => {
      const story = own(watchId, id);
      if (!story) return false;
      stories.set(`${id}/${watchId}`, {
        ...story,
        ...(title !== undefined && { title }),
        seenAt,
        expiresAt,
        articles: union(story.articles, articles, writeStoryArticle),
        samples: union(story.samples, samples, writeSignature),
      });
      return true;
    },
    absorb: async (watchId, winner, loser) => {
      const story = own(watchId, winner);
      const absorbed = union(story?.absorbed ?? [], [loser], (id) => id);
      if (story) stories.set(`${winner}/${watchId}`, { ...story, absorbed });
    },
    redirect: async (watchId, loser, winner) => {
      const story = own(watchId, loser);
      if (!story || story.mergedInto !== undefined) return false;
      stories.set(`${loser}/${watchId}`, { ...story, mergedInto: winner });
      return true;
    },
    amend: async (watchId, id, amended) => {
      const story = own(watchId, id);
      if (!story) return;
      const { mergedInto: _merged, apart: _apart, ...rest } = story;
      stories.set(`${id}/${watchId}`, copyOf({ ...rest, ...amended }));
    },
    parts: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const parts = [...stories.values()].filter((story) => story.id === id);
          return parts.length > 0 ? [[id, copyOf(parts.map(outlineOf))] as const] : [];
        }),
      ),
    open: async (watchId) =>
      [...open].flatMap(([key, story]) => (key.startsWith(`${watchId}/`) ? story : [])),
  };
  /** Stories and keys as a version before left them, for all watches. */
  const leaveShared = async (left: SharedStories) => {
    for (const story of left.stories ?? []) stories.set(`${story.id}/`, copyOf(story));
    for (const [key, to] of left.keys ?? []) keys.set(`${key}/`, copyOf(to));
  };
  return { ...port, notified, leaveShared, held: { keys, stories, open } };
}

const notifiedKey = ({ watchId, story }: Pick<NotifiedStory, 'watchId' | 'story'>) => `${watchId}/${story}`;

/** What watches have notified of stories, in memory. */
function memoryNotifiedStories() {
  const notified = new Map<string, NotifiedStory>();
  const standing = (key: string, now: Instant) => {
    const one = notified.get(key);
    return one && one.until >= now ? one : undefined;
  };
  const port: NotifiedStories = {
    read: async (watchId, stories, now) =>
      copyOf(stories.flatMap((story) => standing(notifiedKey({ watchId, story }), now) ?? [])),
    noteSeverity: async (of, severity) => {
      const key = notifiedKey(of);
      const one = notified.get(key);
      if (one)
        notified.set(key, { ...one, severities: union(one.severities ?? [], [severity], (name) => name) });
    },
  };
  return { ...port, held: notified };
}
