import { SECOND, type Instant } from '../../domain/time/instant.ts';
import type { RunOrder, Watch } from '../../domain/watches/watch.ts';
import type { WindowRule } from '../../domain/watches/watch-kinds.ts';
import { rememberChannels } from '../context/remember-channels.ts';
import type { Lease } from '../ports/leases.ts';
import { noWords } from '../stories/recent-words.ts';
import { NO_TOTALS, type Progress, type Run, type RunWatchPorts } from './progress.ts';

/** Who runs, and until when its function lives. */
export interface RunContext {
  /** Id of the queue message: the same message may re-enter its own lease after a crash. */
  owner: string;
  deadline: Instant;
}

/** What is kept of the function's time for bookkeeping: no call is begun that could reach into it. */
export const RESERVE = 20 * SECOND;
/** A lease outlives its function by this: a worker that is being stopped cannot write under a new holder. */
export const LEASE_MARGIN = 15 * SECOND;

/** The lease of a run. */
export function leaseOf({ owner, deadline }: RunContext): Lease {
  return { owner, until: deadline + LEASE_MARGIN };
}

/** Takes the lease of a watch. Undefined: another run holds it. */
export async function openRun(
  order: RunOrder,
  given: { watch: Watch; rule: WindowRule; ports: RunWatchPorts; context: RunContext },
): Promise<{ run: Run; progress: Progress } | undefined> {
  const { watch, rule, context } = given;
  const ports = { ...given.ports, definitions: rememberChannels(given.ports.definitions) };
  const now = ports.clock.now();
  const state = await ports.states.acquire(order, leaseOf(context), now);
  if (!state) return undefined;
  const run = { order, watch, rule, ports, now, finish: context.deadline - RESERVE };
  const progress = { state, unsaved: {}, totals: NO_TOTALS, recent: noWords(), met: new Map() };
  return { run, progress };
}
