import type { StoryRecord } from '../../../shared/domain/stories/story-record.ts';
import { newStories } from '../../ports/story-examples.ts';
import type { Adapters } from '../open-tables.ts';
import { AT, DAY, END, HOUR, type Kind } from './kind.ts';

// Stories, the keys under which copies meet, and what a watch has notified of a story.

const signature = {
  words: [7, 4_000_000_000],
  weights: [0.6, 0.8],
  names: [7],
  figures: [40_000],
  text: [1, 65_535, -1],
};
const sample = { words: [9], weights: [1], names: [], figures: [], text: [] };
const whole = {
  fingerprint: 'article-1',
  at: AT - HOUR,
  domain: 'news.example',
  country: 'US',
  rank: 900,
  sentiment: -0.125,
};
const bare = { fingerprint: 'article-2', at: AT };

const watch = 'acme-news';
const founded = {
  id: 'story-1',
  watchId: watch,
  title: 'Acme opens a plant in Lyon',
  madeAt: AT - DAY,
  seenAt: AT - HOUR,
  expiresAt: END - DAY,
  articles: [whole],
  signature,
  samples: [],
  absorbed: [],
};
const grown = {
  ...founded,
  seenAt: AT,
  expiresAt: END,
  articles: [whole, bare],
  samples: [sample],
  absorbed: ['story-2'],
};
const merged = { ...founded, id: 'story-2', mergedInto: 'story-1', samples: [sample], absorbed: ['story-3'] };

const setApart = { ...founded, id: 'story-4', apart: ['story-1', 'story-2'] };

const notified = {
  watchId: 'acme-news',
  story: 'story-1',
  fingerprint: 'article-1',
  milestones: ['outlets', 'top-rank'],
  until: END,
} as const;
const milestonesAtFirst = { ...notified, story: 'story-2', milestones: [] };

/** The same as versions before left it, for all watches. */
const sharedOf = ({ watchId: _own, ...story }: StoryRecord) => story;
/** What is read of a story for pages. */
const outlineOf = ({ signature: _signature, samples: _samples, ...story }: StoryRecord) => story;
const keyOf = (story: string) => [['w1a-2b', { story, until: END }]];

const ofWatch = (adapters: Adapters, id: string) =>
  adapters.stories.ofWatch(watch, { keys: ['w1a-2b', 'w1a-2c'], ids: [id] });

export const stories: readonly Kind[] = [
  {
    name: 'a key under which copies meet',
    write: (adapters) =>
      adapters.stories.putNew(watch, newStories({ keys: [{ key: 'w1a-2b', story: 'story-1', until: END }] })),
    read: async (adapters) => [...(await ofWatch(adapters, 'none')).owners],
    is: keyOf('story-1'),
  },
  {
    name: 'a story that grew and took another one in',
    async write(adapters) {
      await adapters.stories.putNew(watch, newStories({ stories: [founded] }));
      const { seenAt, expiresAt } = grown;
      const joining = { articles: [bare], samples: [sample], seenAt, expiresAt };
      await adapters.stories.join(watch, 'story-1', joining);
      await adapters.stories.absorb(watch, 'story-1', 'story-2');
    },
    read: async (adapters) => [
      [...(await ofWatch(adapters, 'story-1')).records],
      [...(await adapters.stories.parts(['story-1']))],
      (await adapters.timeline.begun('2026-11-19', 10)).map(({ id }) => id),
    ],
    is: [[['story-1', grown]], [['story-1', [outlineOf(grown)]]], ['story-1', 'story-2', 'story-4']],
  },
  {
    name: 'a story that was taken in',
    async write(adapters) {
      const { mergedInto, ...story } = merged;
      await adapters.stories.putNew(watch, newStories({ stories: [story] }));
      await adapters.stories.redirect(watch, story.id, mergedInto);
    },
    read: async (adapters) => [...(await ofWatch(adapters, 'story-2')).records],
    is: [['story-2', merged]],
  },
  {
    name: 'a story that a person has set apart from another one',
    write: (adapters) => adapters.stories.putNew(watch, newStories({ stories: [setApart] })),
    read: async (adapters) => [...(await ofWatch(adapters, 'story-4')).records],
    is: [['story-4', setApart]],
  },
  {
    name: 'what a watch has notified of a story, with what it came to',
    async write(adapters) {
      const claim = { ...notified, milestones: ['outlets' as const] };
      await adapters.stories.putNew(watch, newStories({ claims: [claim] }));
      await adapters.notifiedStories.note(notified, 'top-rank');
    },
    read: (adapters) => adapters.notifiedStories.read(watch, ['story-1'], AT),
    is: [notified],
  },
  {
    name: 'what a watch has notified of a story once',
    write: (adapters) => adapters.stories.putNew(watch, newStories({ claims: [milestonesAtFirst] })),
    async read(adapters) {
      const before = await adapters.notifiedStories.read(watch, ['story-2'], AT);
      await adapters.notifiedStories.note(milestonesAtFirst, 'negative');
      const [after] = await adapters.notifiedStories.read(watch, ['story-2'], AT);
      return [before, after?.milestones];
    },
    is: [[milestonesAtFirst], ['negative']],
  },
];

/** What versions before wrote, for all watches: nothing writes it any more, and it is understood. */
export const sharedStories: readonly Omit<Kind, 'write'>[] = [
  {
    name: 'a key under which copies meet',
    read: async (adapters) => [...(await ofWatch(adapters, 'none')).owners],
    is: keyOf('story-1'),
  },
  {
    name: 'a story that grew and took another one in',
    read: async (adapters) => [
      [...(await ofWatch(adapters, 'story-1')).records],
      [...(await adapters.stories.parts(['story-1']))],
      (await adapters.timeline.begun('2026-11-19', 10)).map(({ id }) => id),
    ],
    is: [[['story-1', sharedOf(grown)]], [['story-1', [outlineOf(sharedOf(grown))]]], ['story-1', 'story-2']],
  },
  {
    name: 'a story that was taken in',
    read: async (adapters) => [...(await ofWatch(adapters, 'story-2')).records],
    is: [['story-2', sharedOf(merged)]],
  },
];
