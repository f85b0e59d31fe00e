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

const founded = {
  id: 'story-1',
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

const notified = {
  watchId: 'acme-news',
  story: 'story-1',
  fingerprint: 'article-1',
  milestones: ['outlets', 'top-rank'],
  until: END,
} as const;
const milestonesAtFirst = { ...notified, story: 'story-2', milestones: [] };

export const stories: readonly Kind[] = [
  {
    name: 'a key under which copies meet',
    write: (adapters) => adapters.stories.claimKey('w1a-2b', { story: 'story-1', until: END }),
    read: async (adapters) => [
      [...(await adapters.stories.keys(['w1a-2b', 'w1a-2c']))],
      await adapters.stories.claimKey('w1a-2b', { story: 'story-2', until: END }, 'story-1'),
    ],
    is: [[['w1a-2b', { story: 'story-1', until: END }]], true],
  },
  {
    name: 'a story that grew and took another one in',
    async write(adapters) {
      await adapters.stories.found(founded);
      const { seenAt, expiresAt } = grown;
      await adapters.stories.join('story-1', { articles: [bare], samples: [sample], seenAt, expiresAt });
      await adapters.stories.absorb('story-1', 'story-2');
    },
    read: async (adapters) => [
      [...(await adapters.stories.records(['story-1']))],
      (await adapters.stories.madeOn('2026-11-19', 10)).map(({ id }) => id),
    ],
    is: [[['story-1', grown]], ['story-1', 'story-2']],
  },
  {
    name: 'a story that was taken in',
    async write(adapters) {
      const { mergedInto, ...story } = merged;
      await adapters.stories.found(story);
      await adapters.stories.redirect(story.id, mergedInto);
    },
    read: async (adapters) => [...(await adapters.stories.records(['story-2']))],
    is: [['story-2', merged]],
  },
  {
    name: 'what a watch has notified of a story, with what it came to',
    async write(adapters) {
      await adapters.notifiedStories.claim({ ...notified, milestones: ['outlets'] }, AT);
      await adapters.notifiedStories.note(notified, 'top-rank');
    },
    read: async (adapters) => [
      await adapters.notifiedStories.read('acme-news', ['story-1'], AT),
      await adapters.notifiedStories.claim(notified, AT),
      await adapters.notifiedStories.claim({ ...notified, fingerprint: 'article-9' }, AT),
    ],
    is: [[notified], notified, undefined],
  },
  {
    name: 'what a watch has notified of a story once',
    async write(adapters) {
      await adapters.notifiedStories.claim(milestonesAtFirst, AT);
    },
    async read(adapters) {
      const before = await adapters.notifiedStories.read('acme-news', ['story-2'], AT);
      await adapters.notifiedStories.note(milestonesAtFirst, 'negative');
      const [after] = await adapters.notifiedStories.read('acme-news', ['story-2'], AT);
      return [before, after?.milestones];
    },
    is: [[milestonesAtFirst], ['negative']],
  },
];
