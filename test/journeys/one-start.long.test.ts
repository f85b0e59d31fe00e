import { afterAll, beforeAll, expect, it } from 'vitest';
import { storyOfRecord } from '../../shared/domain/stories/story.ts';
import { dayOf, MINUTE } from '../../shared/domain/time/instant.ts';
import { isFull, fullForm } from '../full-form.ts';
import { foundByKinds, KIND_WATCHES } from './kinds.ts';
import { articlesForPolicies, HEADLINES, POLICY_CHANNELS, POLICY_WATCHES, textOf } from './policies.ts';
import { readStore } from './read-store.ts';
import { corpusLines, openJourney, startOnce, watchesFile } from './start-once.ts';
import { storyWatches, wireReport } from './stories.ts';

// One start runs a watch of each kind, a watch of each policy, and several watches that find one report: through the
// file, the schedule, the queues of all services, the functions and the store. Each group has its own brand, outlets
// and channels.

const STORY_WATCHES = storyWatches(fullForm(3, 8));
const NOW = Date.parse('2026-11-20T16:10:00Z');
const CHANNELS = {
  ...POLICY_CHANNELS,
  kinds: { email: ['desk@acme.example'] },
  stories: { email: ['desk@acme.example'] },
};
const ARTICLES = articlesForPolicies(NOW);
const OTHERS = [...foundByKinds(NOW), ...wireReport(NOW)];

type Report = Awaited<ReturnType<typeof startOnce>>;
let journey: Awaited<ReturnType<typeof openJourney>>;
let first: Report;

/** Runs these watches over these articles. */
async function run(given: { watches: Record<string, object>; articles: readonly object[]; now: number }) {
  const file = await journey.write('watches.yaml', watchesFile(given.watches, CHANNELS));
  const corpus = await journey.write('corpus.ndjson', corpusLines(given.articles));
  const at = ['--now', new Date(given.now).toISOString(), '--data', journey.data];
  return startOnce(['--watches', file, '--corpus', corpus, ...at]);
}

beforeAll(async () => {
  journey = await openJourney();
  const watches = { ...KIND_WATCHES, ...STORY_WATCHES, ...POLICY_WATCHES };
  first = await run({ watches, articles: [...ARTICLES, ...OTHERS], now: NOW });
}, 300_000);
afterAll(() => journey.close());

/** The reports of some watches. */
const watchesOf = (group: object) => first.watches.filter(({ id }) => id in group);
const KEPT_APART = ['kinds', 'stories'];
/** What the channels of the policies were sent, or hold. */
const deliveriesOf = ({ deliveries }: Report) =>
  deliveries.filter(({ channel }) => !KEPT_APART.includes(channel));
/** The first lines of what was sent. */
const newsOf = (report: Report) =>
  deliveriesOf(report)
    .filter(({ status }) => status !== 'pending')
    .map(({ body }) => body)
    .toSorted()
    .map((body) => body.split('\n').slice(0, 3));
const heldIn = (report: Report) =>
  deliveriesOf(report)
    .filter(({ status }) => status === 'pending')
    .map(({ body }) => body);

it('watches of every kind find what there is, and one that counts finds its numbers', () => {
  expect(first.code).toBe(0);
  const seen = Object.fromEntries(
    watchesOf(KIND_WATCHES).map(({ id, matched, new: fresh }) => [id, [matched, fresh]]),
  );
  expect(seen).toEqual({
    found: [3, 3],
    top: [3, 3],
    breaks: [3, 3],
    linked: [3, 3],
    alike: [3, 3],
    numbers: [4, 0], // whole UTC days: the article of 30 hours ago is counted too
    cuts: [3, 3],
    asked: [2, 2], // parts that were taken before are not counted again
  });
  const notified = first.deliveries.map(({ body }) => body).join();
  expect(notified).toContain('Tyrell lays off 20 people.');
  expect(notified).toContain('Supermarket chain Globex confirms data breach');
});

it('one report in thirty outlets is one story to each watch that finds it, and sent once', async () => {
  expect(first.code).toBe(0);
  const ofAcme = first.watches.find(({ id }) => id === 'watch-0');
  expect(ofAcme).toMatchObject({ new: 32, stories: 3, alerts: 3 });
  for (const { id, alerts, stories } of watchesOf(STORY_WATCHES)) expect([id, alerts]).toEqual([id, stories]);
  await readStore(journey.data, async ({ alerts, stories }) => {
    const made = (await alerts.madeOn(dayOf(NOW), 1_000)).map(({ alert }) => alert);
    const closing = made.filter(({ items }) => items[0]?.title.includes('Leipzig'));
    expect(new Set(closing.map(({ watchId }) => watchId)).size).toBe(closing.length);
    const whole = [...(await stories.read(closing.map(({ story }) => story?.id ?? ''))).values()];
    expect(whole).toHaveLength(closing.length);
    for (const story of whole.map(storyOfRecord)) {
      expect(story).toMatchObject({ countries: ['DE', 'FR', 'US'], bestRank: 5_000 });
      expect(story.outlets).toHaveLength(30);
    }
  });
});

it('a watch of each policy reports what it saw, and nothing of it twice', async () => {
  expect(first.code).toBe(0);
  const span = (from: string) => `From ${from} to Friday 20 November 2026, 16:00 (UTC).`;
  const newOutlet = (n: number) => [
    HEADLINES[n],
    `Seen for the first time: the outlet outlet-${n % 3}.example.`,
    textOf(n),
  ];
  // Two copies: each by itself, and once as their story.
  const pier = [1, 2, 3].map(() => [
    'Umbrella closes its pier in Ostend',
    '2 outlets',
    'The company told its staff on Friday; the last ship leaves in March.',
  ]);
  expect(newsOf(first)).toEqual([
    [
      '12 articles in 12 stories within 6 hours; the limit is 12 stories.',
      span('Friday 20 November 2026, 10:00'),
      `- ${HEADLINES[0]} (outlet-0.example)`,
    ],
    [
      '12 articles in 12 stories within 6 hours; usual at this time of the week: nothing.',
      span('Friday 20 November 2026, 10:00'),
      `- ${HEADLINES[0]} (outlet-0.example)`,
    ],
    newOutlet(9),
    newOutlet(10),
    newOutlet(11),
    [
      'No article has come for 69 hours; the limit is 2 days.',
      span('Tuesday 17 November 2026, 18:10'),
      '- Stark closes a branch (outlet-0.example)',
    ],
    [HEADLINES[1], 'Its sentiment is -0.90, at or below the limit of -0.50.', textOf(1)],
    ...pier,
  ]);
  // In the other forms `start.test.ts` starts again over the same table, and `alerts-by-policy` judges changes.
  if (!isFull) return;
  const edited = ARTICLES.map((article) =>
    article.id === 'article-0' ? { ...article, title: 'Acme delays its battery plant in Lyon' } : article,
  );
  const second = await run({ watches: POLICY_WATCHES, articles: edited, now: NOW + 20 * MINUTE });
  expect(second.code).toBe(0);
  expect(newsOf(second)).toEqual([
    [
      'Acme delays its battery plant in Lyon',
      'Changed: headline.',
      `headline: ${HEADLINES[0]} → Acme delays its battery plant in Lyon`,
    ],
  ]);
  // What waits for its brief leads to its receipt already, and is still held in the second run.
  const waiting = expect.stringMatching(/^Umbrella closes[^]*Why you got this: http\S+\/r\/\w{26}$/m);
  expect([heldIn(first), heldIn(second)]).toEqual([[waiting], [waiting]]);
});
