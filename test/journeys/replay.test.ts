import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callBudget } from '../../infra/cli/replay/call-budget.ts';
import { readInForce, readPast, storedFor } from '../../infra/cli/replay/read-past.ts';
import { replayDays } from '../../infra/cli/replay/replay-days.ts';
import { type SentMessage, sentAlertsOf } from '../../infra/cli/replay/sent-alert.ts';
import { connectStack } from '../../infra/cli/stack/connect-stack.ts';
import { findStack } from '../../infra/cli/stack/find-stack.ts';
import { DAY, HOUR, type Instant } from '../../shared/domain/time/instant.ts';
import { isLong, longForm } from '../long-form.ts';
import { liveThrough } from './lived-days.ts';
import { realWatches, seededArticles, seededWatches } from './seeded-days.ts';
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
  const lived = await liveThrough(['--watches', file, ...articles], { from, to });
  onTestFinished(() => lived.close());
  const found = await findStack({ data: lived.data }, journey.folder);
  const stack = connectStack(found!, { now: () => to, sleep: async () => undefined });
  const inForce = await readInForce(stack);
  const span = { from: lived.began, to };
  const budget = callBudget(200);
  const { past, stored, starts } = await readPast({ inForce, against: inForce }, { span, stack, budget });
  const own = storedFor(inForce, stored);
  const replayed = await replayDays({ desired: inForce, past, stored: own, span, starts });
  return { lived: countsOf(lived.sent), replayed: countsOf(replayed.sent), budget, runs: replayed.runs };
}

const FROM = Date.parse('2026-11-20T05:30:00Z');
const TIMES = { timeout: 900_000 };

it.each(longForm([1], [1, 2]))(
  'a replay counts what a stack that lived through these days has sent (seed %i)',
  TIMES,
  async (seed) => {
    const to = FROM + longForm(9 * HOUR, 14 * HOUR);
    const corpus = seededArticles(seed, { from: FROM - DAY, to, stories: longForm(30, 80) });
    const both = await livedAndReplayed({ from: FROM, to, watches: seededWatches(seed), corpus });
    expect(both.replayed).toEqual(both.lived);
    expect(both.budget.used).toBeLessThan(both.runs);
    expect(Object.keys(both.lived).length).toBeGreaterThan(2);
  },
);

describe.runIf(isLong)('so does a replay', () => {
  it('of the sample and its watches', TIMES, async () => {
    const from = Date.parse('2026-11-20T05:20:00Z');
    // Once a minute would be as many runs as the rest of the day has.
    const watches = readFileSync('watches.yaml', 'utf8').replace('rate(1 minute)', 'rate(20 minutes)');
    const both = await livedAndReplayed({ from, to: from + 5 * HOUR, watches });
    expect(both.replayed).toEqual(both.lived);
    expect(Object.keys(both.lived).length).toBeGreaterThan(4);
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
