import { existsSync } from 'node:fs';
import { callBudget, recordPast } from '../../infra/cli/replay/recording.ts';
import { replayDays } from '../../infra/cli/replay/replay-days.ts';
import type { SentMessage } from '../../infra/cli/replay/compare-sent.ts';
import { chanceFrom, idsFrom } from '../../infra/local/services/kit/clock.ts';
import { playFaults } from '../../infra/local/services/kit/faults.ts';
import { DEFAULT_PLAN } from '../../infra/local/services/kit/plan.ts';
import { type RunningServices, startServices } from '../../infra/local/services/start-services.ts';
import { memoryStore, type MemoryStore } from '../store/memory-store.ts';
import type { Desired } from '../../shared/domain/config/desired-state.ts';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { daysOf } from '../../shared/domain/reports/period.ts';
import type { StoryRecord } from '../../shared/domain/stories/story.ts';
import { dayOf, type Window } from '../../shared/domain/time/instant.ts';
import { createNewsClient } from '../../shared/providers/news/create-news-client.ts';
import { newsSource } from '../../shared/providers/news/kinds.ts';
import type { Figure } from './report.ts';

/** Articles of four days, as a real poller saw them; not part of the project. */
const FILE = '../shared/data/news-poll-days.ndjson.gz';

/** What the poller saw. */
export const POLL_DAYS: Window = {
  from: Date.parse('2022-04-22T02:00:00Z'),
  to: Date.parse('2022-04-26T02:00:00Z'),
};

/** The services are asked when the days are over. */
const AFTERWARDS = { now: () => POLL_DAYS.to, sleep: async () => undefined };

/** Measures with a news service that has the articles of these days; measures nothing without them, and says so. */
export async function onPollDays(
  measure: (services: RunningServices) => Promise<Figure[]>,
): Promise<Figure[]> {
  if (!existsSync(FILE)) {
    process.stderr.write(`${FILE} is not there: nothing is measured\n`);
    return [];
  }
  const services = await startServices({
    port: 0,
    corpus: [FILE],
    shiftToNow: false,
    plan: DEFAULT_PLAN,
    faults: playFaults(),
    allowLoopback: true,
    clock: AFTERWARDS,
    chance: chanceFrom(1),
    newId: idsFrom(chanceFrom(2)),
    log: () => undefined,
  });
  try {
    return await measure(services);
  } finally {
    await services.close();
  }
}

/** What a stack sent and stored in these days. */
interface Lived {
  sent: readonly SentMessage[];
  store: MemoryStore;
  found: readonly Finding[];
}

/** The use-cases of a stack live through the days on a virtual clock. */
export async function livedThrough(desired: Desired, { news }: RunningServices): Promise<Lived> {
  const client = createNewsClient({ baseUrl: news.url, key: news.key, clock: AFTERWARDS, random: () => 0.5 });
  const recordings = await recordPast(desired.watches, {
    span: POLL_DAYS,
    budget: callBudget(1_000),
    ask: (_service, ask) => ask(newsSource(client, AFTERWARDS)),
  });
  await client.close();
  const store = memoryStore();
  const past = { recordings, feeds: [] };
  const none = { stored: new Map(), starts: new Map() };
  const { sent } = await replayDays({ desired, store, past, span: POLL_DAYS, ...none });
  return { sent, store, found: [...recordings.values()].flatMap(({ findings }) => findings) };
}

/** The stories that were made on the poll days. */
export async function storiesMade({ stories }: MemoryStore): Promise<StoryRecord[]> {
  const days = daysOf({ first: dayOf(POLL_DAYS.from), last: dayOf(POLL_DAYS.to) });
  return (await Promise.all(days.map((day) => stories.madeOn(day, { limit: 100_000 })))).flat();
}
