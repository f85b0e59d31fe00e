import { type AlertsMade, NO_ALERTS } from '../../domain/alerts/alert.ts';
import { TransportError, UpstreamError } from '../../domain/lib/errors.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import {
  endOfWait,
  LONG_WAIT,
  longerPause,
  noAnswerIncident,
  noAnswerSubject,
  pausedText,
  PROBE_WAIT,
  type ServicePause,
  SHORT_WAIT,
  slowText,
  TRIAL,
  TRIES_BEFORE_INCIDENT,
} from '../../domain/runs/service-wait.ts';
import { SECOND } from '../../domain/time/instant.ts';
import { serviceOf } from '../../domain/watches/watch.ts';
import { openIncident, resolveIncident } from '../alerts/put-alerts.ts';
import type { Held, Progress, Run, Stop } from './progress.ts';

// A query that hangs may not hold up the watches of its service, and a service that answers nobody is left alone.

/** The lease of the one run of a service that may wait long. */
const longWaitOf = (run: Run) => `long-wait ${serviceOf(run.watch.kind)}`;

/** While another run of its service waits long, an order comes back so often. */
const BUSY = 30 * SECOND;

/**
 * How long a run may wait for answers, in milliseconds; or why it asks nothing. Of a service that answers nobody one
 * run tries whether it does again. A query that had no answer before waits long, one of its service at a time.
 */
export async function admit(run: Run, { slow }: RunState): Promise<{ patience: number } | Held> {
  const { order, watch, ports, pause, owner, finish } = run;
  const now = ports.clock.now();
  const service = serviceOf(watch.kind);
  const isBackfill = order.track === 'backfill';
  if (pause && !order.byHand) {
    const isTrial = endOfWait(pause, now) <= now && (await ports.pauses.move(service, pause, now + TRIAL));
    if (isTrial) return { patience: SHORT_WAIT };
    const retryAt = Math.max(pause.until, now + BUSY);
    const error = { name: 'ServicePaused', message: pausedText(service, { ...pause, until: retryAt }) };
    return isBackfill
      ? { because: 'held', error, again: retryAt - now }
      : { because: 'held', error, retryAt };
  }
  if (!slow) return { patience: SHORT_WAIT };
  const error = { name: 'NoAnswerInTime', message: slowText(slow, now) };
  if (endOfWait(slow, now) > now && !order.byHand)
    return { because: 'held', error, ...(isBackfill && { again: slow.until - now }) };
  const lease = { owner, until: finish + LONG_WAIT };
  if (await ports.leases.take(longWaitOf(run), lease, now)) return { patience: LONG_WAIT };
  return order.byHand ? { patience: SHORT_WAIT } : { because: 'held', error, again: BUSY };
}

/** Gives back the lease that `admit` took of a long wait. */
export async function endLongWait(run: Run): Promise<void> {
  await run.ports.leases.giveBack(longWaitOf(run), { owner: run.owner, until: run.finish });
}

/** Whether a stop shows that the service answers: an answer that refuses is one. */
function isAnswer({ error, answered }: Extract<Stop, { because: 'failed' }>): boolean {
  return answered || !(error instanceof TransportError);
}

/**
 * What the end of a run says about its service: its pause after a run without an answer, where it does not answer
 * something that takes no time either. Where it answers, its pause ends, and its incident.
 */
export async function heardOf(
  run: Run,
  { stop, totals, state }: Progress,
): Promise<{ pause?: ServicePause; made: AlertsMade }> {
  const { ports, watch, pause } = run;
  const service = serviceOf(watch.kind);
  if (stop?.because === 'taken-over') return { made: NO_ALERTS };
  if (stop?.because === 'failed' && !isAnswer(stop)) {
    const now = ports.clock.now();
    const known = pause ?? (await ports.pauses.look(service));
    // Another run has found out meanwhile.
    if (!pause && known && endOfWait(known, now) > now) return { pause: known, made: NO_ALERTS };
    // A query that had no answer before says nothing about its service, and the plan is asked for seldom.
    if (!pause && state.slow) return { made: NO_ALERTS };
    if (!(await isSilent(run))) return endPause(run);
    const next = longerPause(known, ports.clock.now());
    await ports.pauses.put(service, next);
    const isLong = next.times >= TRIES_BEFORE_INCIDENT;
    const made = isLong ? await openIncident(ports, noAnswerIncident(stop.error, next)) : NO_ALERTS;
    return { pause: next, made };
  }
  return totals.calls === 0 && !stop ? { made: NO_ALERTS } : endPause(run);
}

/** The service answers. */
async function endPause({ ports, watch, pause }: Run): Promise<{ made: AlertsMade }> {
  if (!pause) return { made: NO_ALERTS };
  const service = serviceOf(watch.kind);
  await ports.pauses.end(service);
  return { made: await resolveIncident(ports, noAnswerSubject(service)) };
}

async function isSilent({ ports, watch }: Run): Promise<boolean> {
  try {
    await ports.source.probe?.(watch, { deadline: ports.clock.now() + PROBE_WAIT });
    return false;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error instanceof TransportError;
  }
}
