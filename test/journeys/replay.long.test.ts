import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { callBudget } from '../../infra/cli/replay/recording.ts';
import { readPast, storedFor } from '../../infra/cli/replay/read-past.ts';
import { readDesired } from '../../infra/cli/plan/compare.ts';
import { replayDays } from '../../infra/cli/replay/replay-days.ts';
import { type SentMessage, sentAlertsOf } from '../../infra/cli/replay/compare-sent.ts';
import { memoryStore } from '../store/memory-store.ts';
import { connectStack } from '../../infra/cli/stack/connect-stack.ts';
import { findStack } from '../../infra/cli/stack/find-stack.ts';
import { startTransportServices } from '../transports/start-transport-services.ts';
import { ENV } from '../../shared/contracts/names.ts';
import { DAY, HOUR, type Instant } from '../../shared/domain/time/instant.ts';
import { isFull, fullForm } from '../full-form.ts';
import { liveThrough } from './lived-days.ts';
import { realWatches, seededArticles, seededFeed, seededWatches, watchesOfFeeds } from './seeded-days.ts';
import { openJourney } from './start-once.ts';

/** Days that a stack can live through. */
interface Days {
  from: Instant;
  to: Instant;
  watches: string;
  /** Lines of articles; absent: the sample. */
  corpus?: string;
  onClock?: (now: () => Instant) => void;
}

/** Numbers of messages by lane, and of alerts by channel, transport and severity. */
function countsOf(sent: readonly SentMessage[]): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (key: string) => void (counts[key] = (counts[key] ?? 0) + 1);
  for (const { lane } of sent) add(`messages on ${lane.name}`);
  for (const { channel, transport, severity } of sent.flatMap(sentAlertsOf))
    add(`${severity} alerts on ${channel} by ${transport}`);
  return counts;
}

/** What a stack sent that lived through some days, and what a replay of these days counts. */
async function livedAndReplayed({ from, to, watches, corpus, onClock }: Days) {
  const journey = await openJourney();
  onTestFinished(() => journey.close());
  const file = await journey.write('watches.yaml', watches);
  const articles = corpus === undefined ? [] : ['--corpus', await journey.write('c.ndjson', corpus)];
  const lived = await liveThrough(['--watches', file, ...articles], {
    from,
    to,
    ...(onClock && { onClock }),
  });
  onTestFinished(() => lived.close());
  const found = await findStack({ data: lived.data }, journey.folder);
  const stack = connectStack(found!, { now: () => to, sleep: async () => undefined });
  const inForce = await readDesired(stack);
  const span = { from: lived.began, to };
  const budget = callBudget(200);
  const { past, stored, starts } = await readPast({ inForce, against: inForce }, { span, stack, budget });
  const own = storedFor(inForce, stored);
  const replayed = await replayDays({
    desired: inForce,
    store: memoryStore(),
    past,
    stored: own,
    span,
    starts,
  });
  return { lived: countsOf(lived.sent), replayed: countsOf(replayed.sent), budget, runs: replayed.runs };
}

/** A server of feeds on this machine: `/0` is the first. */
async function serveFeeds(textOf: (n: number) => string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/rss+xml');
    response.end(textOf(Number(request.url?.slice(1))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

const FROM = Date.parse('2026-11-20T05:30:00Z');
const TIMES = { timeout: 900_000 };

it.each(fullForm([1], [1, 2]))(
  'a replay counts what a stack that lived through these days has sent (seed %i)',
  TIMES,
  async (seed) => {
    const to = FROM + fullForm(2 * HOUR, 14 * HOUR);
    const corpus = seededArticles(seed, { from: FROM - DAY, to, stories: fullForm(20, 80) });
    const both = await livedAndReplayed({ from: FROM, to, watches: seededWatches(seed), corpus });
    expect(both.replayed).toEqual(both.lived);
    expect(both.budget.used).toBeLessThan(both.runs);
    expect(Object.keys(both.lived).length).toBeGreaterThan(2);
  },
);

describe.runIf(isFull)('so does a replay', () => {
  it('of the sample and its watches', TIMES, async () => {
    const from = Date.parse('2026-11-20T05:20:00Z');
    // Once a minute would be as many runs as the rest of the day has.
    const watches = readFileSync('watches.yaml', 'utf8').replace('rate(1 minute)', 'rate(20 minutes)');
    const both = await livedAndReplayed({ from, to: from + 5 * HOUR, watches });
    expect(both.replayed).toEqual(both.lived);
    expect(Object.keys(both.lived).length).toBeGreaterThan(4);
  });

  it('of feeds beside the news service, with Slack and Teams beside mail', TIMES, async () => {
    const to = FROM + 8 * HOUR;
    const services = await startTransportServices();
    onTestFinished(() => services.close());
    vi.stubEnv(ENV.reachable, '127.0.0.1');
    vi.stubEnv('SLACK_HOOK', `${services.url}/slack/hook`);
    vi.stubEnv('TEAMS_HOOK', `${services.url}/teams`);
    onTestFinished(() => void vi.unstubAllEnvs());
    let now = () => FROM;
    const feeds = [3, 4].map((seed) => seededFeed(seed, { from: FROM - 12 * HOUR, to, stories: 60 }));
    const server = await serveFeeds((n) => feeds[n]?.(now()) ?? '');
    onTestFinished(() => server.close());
    const both = await livedAndReplayed({
      from: FROM,
      to,
      watches: watchesOfFeeds([0, 1].map((n) => `${server.url}/${n}`)),
      corpus: seededArticles(5, { from: FROM - DAY, to, stories: 40 }),
      onClock: (own) => (now = own),
    });
    expect(both.replayed).toEqual(both.lived);
    expect(Object.keys(both.lived)).toEqual(
      expect.arrayContaining([
        'messages on desk',
        'messages on desk~slack',
        'messages on team~teams',
        'warning alerts on desk by slack',
        'info alerts on desk by email',
      ]),
    );
    expect(services.taken.length).toBeGreaterThan(5);
  });

  const file = '../shared/data/news-poll-days.ndjson.gz';
  it.skipIf(!existsSync(file))(`of two real days (${file} beside the checkout)`, TIMES, async () => {
    const from = Date.parse('2022-04-23T06:10:00Z');
    const corpus = gunzipSync(readFileSync(file)).toString();
    const both = await livedAndReplayed({ from, to: from + 2 * DAY, watches: realWatches(), corpus });
    expect(both.replayed).toEqual(both.lived);
    expect(Object.keys(both.lived).length).toBeGreaterThan(4);
  });
});
