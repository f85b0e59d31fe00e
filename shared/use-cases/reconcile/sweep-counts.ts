import { HOUR, MINUTE } from '../../domain/time/instant.ts';
import { serviceOf, type Watch } from '../../domain/watches/watch.ts';
import { countingOf } from '../../domain/counting/watch-subject.ts';
import { hoursClosedUntil, judgeCounts, type Judged } from '../run/judge-counts.ts';
import type { Leases, RunStates } from '../ports/ports.ts';

interface Sweep {
  ports: Judged['ports'] & { leases: Leases; states: RunStates };
  outcome: Judged['outcome'];
}

/**
 * Once an hour, judges the hours of watches that no run has judged: a job ends without a run, and a run may have died. A
 * watch that a run holds is left to it; what a dead run has stored and not judged is left to the next one.
 */
export async function sweepCounts({ ports, outcome }: Sweep, owner: string): Promise<void> {
  const now = ports.clock.now();
  if (!(await ports.leases.take('hourly-counts', { owner, until: now + HOUR }, now))) return;
  const watches = await ports.definitions.watches();
  for (const watch of watches.filter((one) => countingOf(one)))
    await judgeIfDue(watch, { ports, outcome, owner });
}

async function judgeIfDue(watch: Watch, { ports, outcome, owner }: Sweep & { owner: string }): Promise<void> {
  const now = ports.clock.now();
  const slot = { watchId: watch.id, track: 'live' } as const;
  const before = await ports.states.read(watch.id, 'live');
  if (!before || hoursClosedUntil({ watch, state: before, now }) === undefined) return;
  const lease = { owner: `${owner}:${serviceOf(watch.kind)}`, until: now + MINUTE };
  const state = await ports.states.acquire(slot, lease, now);
  if (!state) return;
  const isReady = state.clean && state.version === watch.version;
  const edge = isReady ? hoursClosedUntil({ watch, state, now }) : undefined;
  if (edge !== undefined) await judgeCounts({ ports, watch, state, outcome, met: new Map() }, edge);
  const set = edge === undefined ? {} : { talliedUntil: edge };
  await ports.states.save(state, { set, release: true, ...(!state.clean && { unjudged: true }) });
}
