import type { Ports } from '../ports/ports.ts';
import { NO_ALERTS, joinAlertsMade, type AlertsMade } from '../../domain/alerts/alert.ts';
import { countingOf } from '../../domain/policies/registry.ts';
import { HOUR } from '../../domain/time/instant.ts';
import type { CallContext } from '../ports/clock.ts';
import { callLease } from '../run/run-watch.ts';
import { type CountScope, hoursClosedUntil, judgeCounts } from '../run/judge-counts.ts';

export type JudgeHoursPorts = CountScope['ports'] & Pick<Ports, 'definitions' | 'leases' | 'states'>;

/**
 * Once an hour, judges the hours of watches that no run has judged: a job ends without a run, and a run may have died. A
 * watch whose lease a run holds is left to that run; what a dead run has stored and not judged is left to the next run.
 */
export async function judgeUnjudgedHours(ports: JudgeHoursPorts, call: CallContext): Promise<AlertsMade> {
  const now = ports.clock.now();
  if (!(await ports.leases.take('hourly-counts', { owner: call.owner, until: now + HOUR }, now)))
    return NO_ALERTS;
  const watches = await ports.definitions.watches();
  const put: AlertsMade[] = [];
  for (const watch of watches) {
    const counting = countingOf(watch);
    if (counting) put.push(await judgeIfDue({ ports, watch, counting }, call));
  }
  return joinAlertsMade(...put);
}

async function judgeIfDue(
  { ports, watch, counting }: Pick<CountScope, 'watch' | 'counting'> & { ports: JudgeHoursPorts },
  call: CallContext,
): Promise<AlertsMade> {
  const now = ports.clock.now();
  const slot = { watchId: watch.id, track: 'live' } as const;
  const before = await ports.states.read(watch.id, 'live');
  if (!before || hoursClosedUntil({ watch, state: before, now }) === undefined) return NO_ALERTS;
  const state = await ports.states.acquire(slot, callLease(call), now);
  if (!state) return NO_ALERTS;
  const isReady = state.clean && state.judgeOrderedAt === undefined && state.version === watch.version;
  const until = isReady ? hoursClosedUntil({ watch, state, now }) : undefined;
  const made =
    until === undefined
      ? NO_ALERTS
      : await judgeCounts({ ports, watch, counting, state, met: new Map() }, until);
  const set = until === undefined ? {} : { judgedUntil: until };
  await ports.states.save(state, { set, release: true, ...(!state.clean && { unjudged: true }) });
  return made;
}
