import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { callBudget } from '../../infra/cli/replay/recording.ts';
import { readPast, storedFor } from '../../infra/cli/replay/read-past.ts';
import { readDesired } from '../../infra/cli/plan/compare.ts';
import { replayDays } from '../../infra/cli/replay/replay-days.ts';
import { type SentMessage, sentAlertsOf } from '../../infra/cli/replay/compare-sent.ts';
import { memoryStore } from '../store/memory-store.ts';
import { connectStack } from '../../infra/cli/stack/connect-stack.ts';
import { findStack } from '../../infra/cli/stack/find-stack.ts';
import { DAY, HOUR, type Instant } from '../../shared/domain/time/instant.ts';
import { isFull, fullForm } from '../full-form.ts';
import { liveThrough } from './lived-days.ts';
import { seededArticles, seededWatches } from './seeded-days.ts';
import { openJourney } from './start-once.ts';

/** Days that a stack can live through. */
interface Days {
  from: Instant;
  to: Instant;
  watches: string;
  /** Lines of articles; absent: the sample. */
  corpus?: string;
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
async function livedAndReplayed({ from, to, watches, corpus }: Days) {
  const journey = await openJourney();
  onTestFinished(() => journey.close());
  const file = await journey.write('watches.yaml', watches);
  const articles = corpus === undefined ? [] : ['--corpus', await journey.write('c.ndjson', corpus)];
  const lived = await liveThrough(['--watches', file, ...articles], {
    from,
    to,
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

it.runIf(isFull)('so does a replay of the sample and its watches', TIMES, async () => {
  const from = Date.parse('2026-11-20T05:20:00Z');
  // Once a minute would be as many runs as the rest of the day has.
  const watches = readFileSync('watches.yaml', 'utf8').replace('rate(1 minute)', 'rate(20 minutes)');
  const both = await livedAndReplayed({ from, to: from + 5 * HOUR, watches });
  expect(both.replayed).toEqual(both.lived);
  expect(Object.keys(both.lived).length).toBeGreaterThan(4);
});
