import { expect, it } from 'vitest';
import { RefusedError } from '../../shared/domain/lib/errors.ts';
import { DAY, HOUR, MINUTE } from '../../shared/domain/time/instant.ts';
import type { RunOutcome } from '../../shared/domain/runs/outcome.ts';
import type { Severity, Watch } from '../../shared/domain/watches/watch.ts';
import { reconcile } from '../../shared/use-cases/reconcile/reconcile.ts';
import { NOON } from '../ports/examples.ts';
import { memorySubscriptions } from '../ports/memory-services.ts';
import {
  aftermathOf,
  aJobWatch,
  extractionBench,
  extractionsOf,
  follow,
} from '../shared/use-cases/extraction-bench.ts';

const DAYS = 30;
const RECORDS = 20;
const CREDITS = RECORDS * 10;

const daily = (id: string, severity: Severity): Watch =>
  aJobWatch({
    id,
    severity,
    schedule: 'rate(1 day)',
    query: { query: `Layoffs that ${id} asks for`, limit: RECORDS },
    alert: { when: 'story', channel: 'press-team' },
  });

/** A month of jobs over one slot: the service takes credits for each record, and refuses jobs when none are left. */
async function month(watches: readonly Watch[], quota: number) {
  const bench = await extractionBench({ watches, script: { records: RECORDS, slots: 1 } });
  const { clock, jobs } = bench;
  const used = () => jobs.jobs.size * CREDITS;
  const plan = { refused: 0 };
  const facts = { service: 'extraction', operation: 'POST /submit', status: 402, refusal: 'quota' } as const;
  jobs.fail = (operation, when) => {
    if (operation !== 'submit' || when !== 'before' || used() < quota) return undefined;
    plan.refused += 1;
    return new RefusedError('No credits are left.', facts);
  };
  const plans = {
    extraction: async () => ({ allowed: quota, left: quota - used(), slots: { allowed: 1, busy: 0 } }),
  };
  const ports = { ...bench.ports, subscriptions: memorySubscriptions(), plans };
  const outcomes: RunOutcome[] = [];
  const end = NOON + DAYS * DAY;
  for (let hour = NOON; hour < end; hour += HOUR) {
    clock.at = Math.max(clock.at, hour);
    await reconcile(ports, { owner: String(hour), deadline: clock.at + 5 * MINUTE });
    if ((hour - NOON) % DAY !== 0) continue;
    for (const watch of watches) outcomes.push(await bench.run(watch));
    await follow(bench);
  }
  return { ...bench, outcomes, plan, used };
}

it('a month with half the needed credits skips no critical job and never exceeds the plan', async () => {
  const watches = [
    daily('gossip', 'info'),
    daily('trends', 'info'),
    daily('sector', 'warning'),
    daily('recalls', 'critical'),
  ];
  const quota = (watches.length * DAYS * CREDITS) / 2;
  const bench = await month(watches, quota);
  expect(bench.plan.refused).toBe(0);
  expect(bench.used()).toBeLessThanOrEqual(quota);
  expect(bench.used()).toBeGreaterThan(quota * 0.8);
  expect(bench.jobs.mostBusy).toBe(1);

  const runsOf = (id: string) => bench.outcomes.filter(({ watchId }) => watchId === id);
  const doneOf = (id: string) => runsOf(id).filter(({ status }) => status === 'done').length;
  expect(doneOf('recalls')).toBe(DAYS);
  expect(doneOf('sector')).toBeGreaterThan(doneOf('gossip'));
  expect(doneOf('gossip') + doneOf('trends')).toBeLessThan(DAYS);
  const skipped = bench.outcomes.filter(({ status }) => status === 'skipped');
  expect(skipped.every(({ error }) => error?.message.includes('credits of the extraction plan'))).toBe(true);

  const ended = await extractionsOf(bench);
  expect(ended.every(({ state }) => state === 'done')).toBe(true);
  const counters = await Promise.all(
    watches.map(async ({ id }) => (await bench.store.states.read(id, 'live'))?.counters),
  );
  const thisMonth = counters.reduce((sum, one) => sum + (one?.credits ?? 0), 0);
  expect(thisMonth).toBe(
    ended.filter(({ scheduledFor }) => scheduledFor >= Date.UTC(2026, 11)).length * CREDITS,
  );
  const budgetAlerts = (await aftermathOf(bench)).alerts.filter(({ about }) => about === 'budget');
  expect(budgetAlerts.length).toBeGreaterThan(0);
  expect(budgetAlerts.length).toBeLessThan(12);
});
