import { RefusedError, ThrottledError, type UpstreamError } from '../../domain/lib/errors.ts';
import { MINUTE, SECOND } from '../../domain/time/instant.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';
import { incidentOf } from '../../domain/incidents/incident.ts';
import { serviceOf } from '../../domain/watches/watch.ts';
import { retryAt } from '../../domain/time/window.ts';
import { isWithdrawn, REST, withdrawnIncident } from '../../domain/runs/service-withdrawn.ts';
import { accountOf, note, save, type Run } from '../context/run.ts';
import { openIncident } from '../alerts/notify-incidents.ts';

/** A run that is throttled sends itself on this often; then the open window waits for `reconcile` or the next slot. */
const MAX_CONTINUATIONS = 6;
/** The queue's longest delay. */
const LONGEST_DELAY = 15 * MINUTE;

/**
 * Ends a run that the service kept from its work. Its window is recorded as open and asked again; nothing that was
 * stored is undone. Being throttled is no failure: the run sends itself on. Nor is a service that is not on offer, where
 * a kind of watch has to reckon with that: the watch rests, and its range stays uncovered.
 */
export async function endFailedRun(run: Run, error: UpstreamError): Promise<RunOutcome> {
  const { outcome, ports } = run;
  if (error.correlationId !== undefined) outcome.correlationIds.push(error.correlationId);
  const now = ports.clock.now();
  const throttled = error instanceof ThrottledError;
  const rests = !run.answered && isWithdrawn(error, run.watch.kind);
  const failures = run.state.failures + (throttled || rests ? 0 : 1);
  const incident = rests
    ? withdrawnIncident(error, { watch: run.watch, now })
    : incidentOf(error, { watch: run.watch, failures, now });
  outcome.status = rests ? 'skipped' : throttled ? 'continued' : 'failed';
  outcome.error = {
    name: error.name,
    message: error.message,
    ...(incident && { trouble: incident.kind }),
    ...(error.correlationId !== undefined && { correlationId: error.correlationId }),
  };
  if (!rests) await recordOpenWindow(run, error);
  if (throttled) await sendOnLater(run, error);
  if (incident) {
    await openIncident(run, incident);
    if (!run.state.troubles.includes(incident.subject))
      note(run, { troubles: [...run.state.troubles, incident.subject] });
  }
  note(run, {
    ...accountOf(run),
    failures,
    lastError: error.message,
    ...(rests && { restsUntil: now + REST }),
  });
  return (await save(run, { release: true })) ? outcome : { ...outcome, status: 'stepped-aside' };
}

async function recordOpenWindow(run: Run, error: UpstreamError): Promise<void> {
  const { current, watch, ports, state } = run;
  if (!current) return;
  const now = ports.clock.now();
  const refused = error instanceof RefusedError;
  await ports.windows.put({
    watchId: watch.id,
    ...current,
    state: 'open',
    cut: false,
    late: false,
    matched: 0,
    found: 0,
    calls: 1,
    failures: state.failures + 1,
    retryAt: retryAt(now, refused ? 6 : state.failures),
    openSince: state.openSince ?? now,
    error: error.message,
    ...(error.correlationId !== undefined && { correlationId: error.correlationId }),
  });
  note(run, { openWindow: current.from, openSince: state.openSince ?? now });
}

async function sendOnLater({ order, ports, watch }: Run, error: ThrottledError): Promise<void> {
  if (order.continuation >= MAX_CONTINUATIONS) return;
  const own = 10 * SECOND * 2 ** order.continuation;
  const delay = Math.min(Math.max(error.retryAfter ?? own, 10 * SECOND), LONGEST_DELAY);
  await ports.queue.send(serviceOf(watch.kind), { ...order, continuation: order.continuation + 1 }, delay);
}
