import type { PlanFigures } from '../../../shared/domain/usage/budget.ts';
import { RefusedError } from '../../../shared/domain/lib/errors.ts';
import { HOUR, MINUTE, type Instant } from '../../../shared/domain/time/instant.ts';
import type { RunOutcome } from '../../../shared/domain/runs/outcome.ts';
import { nextSlot, parseSchedule } from '../../../shared/domain/time/schedule.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { reconcile } from '../../../shared/use-cases/reconcile/reconcile.ts';
import { memorySubscriptions, type Publication } from '../../ports/memory-services.ts';
import { workbench } from './bench.ts';

/** How often `reconcile` comes by. */
const SWEEP = 5 * MINUTE;

/** A stack over twins whose service has a quota, with schedules and sweeps that keep time. */
export async function budgetBench(given: {
  watches: readonly Watch[];
  now: Instant;
  quota: number;
  /** The service of the watches, and of the quota. */
  service?: 'news' | 'events';
  /** When the next billing cycle begins; the stack does not know it. */
  renewsAt?: readonly Instant[];
  corpus?: Publication[];
}) {
  const { watches, now, quota, renewsAt = [], service = 'news' } = given;
  const bench = await workbench({ watches, now, ...(given.corpus && { corpus: given.corpus }) });
  const { clock, source } = bench;
  const plan = { quota, used: 0, refused: 0, asked: [] as Instant[], broken: undefined as Error | undefined };
  const renewals = [...renewsAt];
  let counted = 0;
  const use = (calls: number) => {
    while (renewals[0] !== undefined && renewals[0] <= clock.now()) {
      renewals.shift();
      plan.used = 0;
    }
    plan.used += calls;
  };
  source.fail = () => {
    use(source.calls - counted - 1);
    counted = source.calls;
    if (plan.used >= plan.quota) {
      plan.refused += 1;
      const facts = { service, operation: 'POST /search', status: 429, refusal: 'quota' } as const;
      return new RefusedError('The calls of the plan are used up.', facts);
    }
    use(1);
    return undefined;
  };
  const ports = {
    ...bench.ports,
    subscriptions: memorySubscriptions(),
    plans: {
      [service]: async (): Promise<PlanFigures> => {
        plan.asked.push(clock.now());
        if (plan.broken) throw plan.broken;
        use(0);
        return { allowed: plan.quota, left: Math.max(0, plan.quota - plan.used) };
      },
    },
  };
  const outcomes: (RunOutcome & { at: Instant })[] = [];
  let sweeps = 0;

  const run = async (watch: Watch) => {
    const outcome = await bench.run({ watchId: watch.id });
    outcomes.push({ ...outcome, at: clock.now() });
    return outcome;
  };
  return {
    ...bench,
    /** A run of whatever order. */
    runOrder: bench.run,
    ports,
    plan,
    outcomes,
    run,
    sweep: (owner = `sweep-${(sweeps += 1)}`) => reconcile(ports, { owner, deadline: clock.now() + SWEEP }),
    /** Lets time pass: every slot of every watch runs, and `reconcile` comes by between them. */
    async passUntil(end: Instant, step = SWEEP) {
      const schedules = watches.map((watch) => ({ watch, schedule: parseSchedule(watch.schedule, 'UTC') }));
      for (; clock.at < end; clock.at += step) {
        await this.sweep();
        for (const { watch, schedule } of schedules) {
          const slot = nextSlot(schedule, { after: clock.at - 1, start: now });
          if (slot !== undefined && slot < clock.at + step) await run(watch);
        }
      }
    },
    rateOf: async (watchId: string) => (await bench.store.states.read(watchId, 'live'))?.rate,
    /** Subjects of open incidents of the service. */
    async open() {
      const open = await bench.store.incidents.open();
      return open
        .map(({ subject }) => subject)
        .filter((subject) => subject.startsWith('service:'))
        .toSorted();
    },
    /**
     * Budget incidents in the order in which the operators were notified of them, those of one instant by their text.
     */
    async told(days: readonly string[]) {
      const alerts = await Promise.all(days.map((day) => bench.store.alerts.madeOn(day, 10_000)));
      return alerts
        .flat()
        .flatMap(({ alert: { occasion, createdAt } }) =>
          occasion.type === 'incident' && ['budget', 'quota'].includes(occasion.incident)
            ? [{ ...occasion, at: createdAt }]
            : [],
        )
        .toSorted((one, other) => one.at - other.at || (one.text < other.text ? -1 : 1));
    },
  };
}

/** Each UTC day from one instant to another. */
export function daysBetween(from: Instant, to: Instant): string[] {
  const count = Math.ceil((to - from) / (24 * HOUR)) + 1;
  return Array.from({ length: count }, (_, n) => new Date(from + n * 24 * HOUR).toISOString().slice(0, 10));
}
