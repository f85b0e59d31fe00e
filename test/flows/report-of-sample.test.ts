import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { callBudget, recordPast } from '../../infra/cli/replay/recording.ts';
import { replayDays } from '../../infra/cli/replay/replay-days.ts';
import { chanceFrom, idsFrom } from '../../infra/local/services/kit/clock.ts';
import { playFaults } from '../../infra/local/services/kit/faults.ts';
import { DEFAULT_PLAN } from '../../infra/local/services/kit/plan.ts';
import { startServices } from '../../infra/local/services/start-services.ts';
import { memoryStore } from '../store/memory-store.ts';
import { compileWatches } from '../../infra/watches-file/compile-watches.ts';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { daysBefore } from '../../shared/domain/reports/period.ts';
import type { ReportNumbers } from '../../shared/domain/reports/report-numbers.ts';
import { addressKey } from '../../shared/domain/text/clean-text.ts';
import { DAY, dayOf, HOUR } from '../../shared/domain/time/instant.ts';
import { createNewsClient } from '../../shared/providers/news/create-news-client.ts';
import { newsSource } from '../../shared/providers/news/kinds.ts';
import { writeReport } from '../../shared/use-cases/reports/write-report.ts';
import { aReportPlan, NOON } from '../ports/examples.ts';
import { findingsOf } from '../shared/use-cases/bench.ts';
import { heldClock } from '../ports/memory-services.ts';
import { reportPorts } from '../shared/use-cases/report-bench.ts';

// What a report on the sample counts, held against plain counts of what its watches have found.

const WATCHES = ['acme-now', 'acme-trouble', 'acme-deals'];

/** A stack with the sample's watches on one brand, that has lived through half a day of the generated news. */
async function livedSample() {
  const clock = { now: () => NOON, sleep: async () => undefined };
  const services = await startServices({
    port: 0,
    corpus: [],
    shiftToNow: false,
    plan: DEFAULT_PLAN,
    faults: playFaults(),
    allowLoopback: true,
    clock,
    chance: chanceFrom(1),
    newId: idsFrom(chanceFrom(2)),
    log: () => undefined,
  });
  const file = readFileSync('watches.yaml', 'utf8').replace('rate(1 minute)', 'rate(1 hour)');
  const compiled = compileWatches(file, { file: 'watches.yaml', now: NOON });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const watches = compiled.desired.watches.filter(({ id }) => WATCHES.includes(id));
  const desired = { ...compiled.desired, watches };
  const span = { from: NOON - DAY / 2, to: NOON };
  const client = createNewsClient({
    baseUrl: services.news.url,
    key: services.news.key,
    clock,
    random: () => 0.5,
  });
  const recordings = await recordPast(watches, {
    span,
    budget: callBudget(1_000),
    ask: (_service, ask) => ask(newsSource(client, clock)),
  });
  await client.close();
  await services.close();
  const store = memoryStore();
  const past = { recordings, feeds: [] };
  await replayDays({ desired, store, past, span, stored: new Map(), starts: new Map() });
  return { store, desired };
}

it('a report on the sample counts each article of its brand once, and each story once, whichever watches have it', async () => {
  const { store, desired } = await livedSample();
  const clock = heldClock(NOON);
  const found = (await Promise.all(WATCHES.map((id) => findingsOf({ clock, store }, id)))).flat();
  const plan = aReportPlan({ ...desired.reports?.[0], timezone: 'UTC' });
  const period = daysBefore(NOON, plan);
  const { ports, files } = reportPorts(store);
  await writeReport({ plan, period, notify: false }, ports, { deadline: NOON + HOUR });
  const json = [...files].find(([name]) => name.endsWith('json'))?.[1].body ?? '{}';
  const numbers = JSON.parse(json) as ReportNumbers;

  const counted = found.filter(({ finding: { publishedAt, indexedAt } }) => {
    const day = dayOf(publishedAt ?? indexedAt);
    return period.first <= day && day <= period.last;
  });
  const distinct = (keyOf: (one: StoredFinding) => string | undefined) => new Set(counted.map(keyOf)).size;
  const articles = distinct(({ finding }) => finding.fingerprint);
  expect(articles).toBeGreaterThan(200);
  expect(articles).toBeLessThan(counted.length);
  expect(distinct(({ finding: { link } }) => link && addressKey(link))).toBe(articles);
  expect(numbers.articles.now).toBe(articles);
  expect(numbers.outlets.now).toBe(distinct(({ finding }) => finding.outlet?.domain));
  expect(numbers.days.map((one) => one.articles)).toEqual(
    numbers.days.map(
      ({ day }) =>
        new Set(
          counted.flatMap(({ finding: { fingerprint, publishedAt, indexedAt } }) =>
            dayOf(publishedAt ?? indexedAt) === day ? fingerprint : [],
          ),
        ).size,
    ),
  );
  expect(numbers.stories.now).toBe(distinct(({ story }) => story));
  expect(numbers.stories.now).toBeLessThan(articles);
});
