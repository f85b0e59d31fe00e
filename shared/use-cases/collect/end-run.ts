import { type Incident, incidentOf } from '../../domain/incidents/incident.ts';
import { RefusedError, ThrottledError, TransportError } from '../../domain/lib/errors.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';
import { isWithdrawn, WITHDRAWN_PAUSE, withdrawnIncident } from '../../domain/runs/run-state.ts';
import { type ServicePause, slowerQuery } from '../../domain/runs/service-wait.ts';
import { dayOf, type Instant, MINUTE, retryAt, SECOND, type Window } from '../../domain/time/instant.ts';
import { type RunOrder, serviceOf, type Watch } from '../../domain/watches/watch.ts';
import { openIncident } from '../alerts/put-alerts.ts';
import type { Ports } from '../ports/ports.ts';
import {
  addAlertsMade,
  addTotals,
  type Held,
  outcomeOf,
  type Progress,
  release,
  type Run,
  type Stop,
  withState,
} from './progress.ts';
import { openWindows } from './run-windows.ts';

/** So long after a run whose time was up, its continuation begins. */
const CONTINUES_AFTER = 10 * SECOND;

/** Ends a run that asked nothing. Its windows are covered by a later one. */
export async function endHeldRun(
  run: Run,
  progress: Progress,
  { error, retryAt, again }: Held,
): Promise<RunOutcome> {
  const { windows, progress: opened } =
    retryAt === undefined ? { windows: [], progress } : await openWindows(run, progress);
  const [window] = windows;
  const recorded =
    window && retryAt !== undefined
      ? await recordOpenWindow(run, opened, { window, error, retryAt })
      : opened;
  const mayCome = again !== undefined && (run.order.sends ?? run.order.continuation) < MOST_RETURNS;
  if (mayCome) await sendAgain(run, { delay: Math.min(again, LONGEST_DELAY), repeats: true });
  const released = await release(run, recorded);
  return outcomeOf(run, released, { status: mayCome ? 'stepped-aside' : 'skipped', error });
}

/** Ends a run of a service that answers nobody: that is no fault of the watch, so its failures are as they were. */
export async function endUnheardRun(
  run: Run,
  progress: Progress,
  { error, window, pause }: Extract<Stop, { because: 'failed' }> & { pause: ServicePause },
): Promise<RunOutcome> {
  const opened = window
    ? await recordOpenWindow(run, progress, { window, error, retryAt: pause.until })
    : progress;
  if (run.order.track === 'backfill')
    await sendAgain(run, { delay: pause.until - run.ports.clock.now(), repeats: true });
  const released = await release(run, withState(opened, { lastError: error.message }));
  const { name, message } = error;
  return outcomeOf(run, released, { status: 'failed', error: { name, message } });
}

/** Ends a run whose time was up. */
export async function continueLater(run: Run, progress: Progress): Promise<RunOutcome> {
  const sent = await sendAgain(run, { delay: CONTINUES_AFTER });
  const ended = sent ? progress : await openStopped(run, progress);
  const released = await release(run, ended);
  return outcomeOf(run, released, sent ? { status: 'continued' } : stoppedOutcome(run.order));
}

/** Notifies the operators of an order that was queued too often. The next run of its track that ends well resolves it. */
export function openStopped(run: Run, progress: Progress): Promise<Progress> {
  const { order, watch, ports } = run;
  return notify(run, progress, {
    subject: `watch:${watch.id}:${order.track}-stopped`,
    kind: 'open-window',
    since: ports.clock.now(),
    watchId: watch.id,
    text: stoppedText(order),
  });
}

/**
 * A scheduled run that is throttled continues this often; then the open window waits for `reconcile` or the next slot.
 */
const MAX_CONTINUATIONS = 6;
/** An order that waits until another run is done comes back so often. */
const MOST_RETURNS = 40;
/** The queue's longest delay. */
const LONGEST_DELAY = 15 * MINUTE;
/** A refused window is queried again after the longest time. */
const AS_LATE_AS_CAN_BE = 6;

/**
 * Ends a run that the service kept from its work. Its window is recorded as open and queried again; nothing that was
 * stored is undone. Being throttled is no failure: the run continues later. Nor is a service that is not on offer,
 * where a kind of watch has to expect that: the watch waits, and its range stays uncovered.
 */
export async function endFailedRun(
  run: Run,
  progress: Progress,
  { error, window, answered }: Extract<Stop, { because: 'failed' }>,
): Promise<RunOutcome> {
  const { ports, watch } = run;
  const now = ports.clock.now();
  const isThrottled = error instanceof ThrottledError;
  const rests = !answered && isWithdrawn(error, watch.kind);
  const slow =
    error instanceof TransportError && error.timedOut ? slowerQuery(progress.state.slow, now) : undefined;
  // The first time, the query is asked once more, and may then take long.
  const isFirst = slow?.times === 1 && (await sendAgain(run, { delay: slow.until - now, repeats: true }));
  const failures = progress.state.failures + (isThrottled || rests || isFirst ? 0 : 1);
  const incident = rests
    ? withdrawnIncident(error, { watch, now })
    : incidentOf(error, { watch, failures, now });
  const late = error instanceof RefusedError ? AS_LATE_AS_CAN_BE : progress.state.failures;
  const opening = window && { window, error, retryAt: slow?.until ?? retryAt(now, late) };
  const opened = rests || !opening ? progress : await recordOpenWindow(run, progress, opening);
  if (isThrottled && !(await continueThrottled(run, error)))
    return outcomeOf(run, await release(run, await openStopped(run, opened)), stoppedOutcome(run.order));
  const notified = incident ? await notify(run, opened, incident) : opened;
  const { correlationId } = error;
  const counted = addTotals(notified, { correlationIds: correlationId === undefined ? [] : [correlationId] });
  const ended = withState(counted, {
    failures,
    lastError: error.message,
    ...(rests && { withdrawnUntil: now + WITHDRAWN_PAUSE }),
    ...(slow && { slow }),
  });
  return outcomeOf(run, await release(run, ended), {
    status: rests ? 'skipped' : isThrottled || isFirst ? 'continued' : 'failed',
    error: {
      name: error.name,
      message: error.message,
      ...(incident && { incident: incident.kind }),
      ...(correlationId !== undefined && { correlationId }),
    },
  });
}

async function notify({ ports }: Run, progress: Progress, incident: Incident): Promise<Progress> {
  const { incidents } = progress.state;
  const made = await openIncident(ports, incident);
  const isKnown = incidents.includes(incident.subject);
  return addAlertsMade(
    isKnown ? progress : withState(progress, { incidents: [...incidents, incident.subject] }),
    made,
  );
}

async function recordOpenWindow(
  { watch, ports }: Run,
  progress: Progress,
  {
    window,
    error,
    retryAt: at,
  }: { window: Window; error: { message: string; correlationId?: string | undefined }; retryAt: Instant },
): Promise<Progress> {
  const { failures, openSince } = progress.state;
  const now = ports.clock.now();
  const since = openSince ?? now;
  await ports.windows.put({
    watchId: watch.id,
    ...window,
    state: 'open',
    cut: false,
    late: false,
    matched: 0,
    found: 0,
    calls: 1,
    failures: failures + 1,
    retryAt: at,
    openSince: since,
    error: error.message,
    ...(error.correlationId !== undefined && { correlationId: error.correlationId }),
  });
  return withState(progress, { openWindow: window.from, openSince: since });
}

/** A backfill has no next slot, so it continues until it is done. Returns false when it has been queued too often. */
async function continueThrottled(run: Run, error: ThrottledError): Promise<boolean> {
  const { continuation, track } = run.order;
  if (track === 'live' && continuation >= MAX_CONTINUATIONS) return true;
  const own = 10 * SECOND * 2 ** continuation;
  const delay = Math.min(Math.max(error.retryAfter ?? own, 10 * SECOND), LONGEST_DELAY);
  return sendAgain(run, { delay });
}

/**
 * How often runs may queue one order again. Lambda does not stop such a chain for us: the function may call itself by
 * its queue. A backfill that waits for its plan comes back every 15 minutes, so waiting for a billing cycle of 31 days
 * is 2,976 times.
 */
export const MOST_SENDS = 3_000;

/**
 * Queues the order of a run again.
 *
 * @param how `delay` in milliseconds, at most 15 minutes. `repeats`: the order is the same, and not a continuation of
 * its run.
 * @returns false when the order has been queued too often. It is not sent then.
 */
export async function sendAgain(
  { order, watch, ports }: { order: RunOrder; watch: Watch; ports: Pick<Ports, 'queue'> },
  { delay, repeats = false }: { delay: number; repeats?: boolean },
): Promise<boolean> {
  const { sends: before = order.continuation, ...same } = order;
  if (before >= MOST_SENDS) return false;
  const continuation = repeats ? order.continuation : order.continuation + 1;
  const sends = before + 1;
  const next = { ...same, continuation, ...(sends > continuation && { sends }) };
  await ports.queue.send(serviceOf(watch.kind), next, delay);
  return true;
}

/** How a run ends whose order was queued too often. */
export function stoppedOutcome(order: RunOrder): Required<Pick<RunOutcome, 'status' | 'error'>> {
  return { status: 'failed', error: { name: 'OrderStopped', message: stoppedText(order) } };
}

function stoppedText({ watchId, track, window }: RunOrder): string {
  const what = track === 'backfill' ? 'backfill' : 'run';
  const stopped =
    `The ${what} of the watch ${watchId} continued ${MOST_SENDS} times without reaching its end, and was stopped. ` +
    'What it found is stored.';
  if (track === 'live')
    return `${stopped} Nothing is lost: the next scheduled run goes on where this one stopped.`;
  const days = window ? ` --from ${dayOf(window.from)} --to ${dayOf(window.to)}` : '';
  return `${stopped} The rest is not stored. Run bellwether backfill ${watchId}${days} again: it goes on where this one stopped.`;
}

/** An order waits this often for a poller, and so long each time. */
const LOOKS_FOR_POLLER = 20;
const POLLER_ROUND = 30 * SECOND;
/** The archive is read every 15 minutes. */
const ARCHIVE_ROUND = MINUTE;

const NOT_POLLED = {
  name: 'NotPolledYet',
  message: 'What the watch reads has not been polled yet. The run comes again in 30 seconds, or a minute.',
};

/** A new list of feeds is polled within a minute or two, the archive within 15: the order comes again. */
export async function waitUntilReady(
  order: RunOrder,
  { ports, watch }: { ports: Pick<Ports, 'queue'>; watch: Watch },
): Promise<Pick<RunOutcome, 'error'>> {
  const { sends = order.continuation } = order;
  if (sends < LOOKS_FOR_POLLER)
    await sendAgain(
      { order, watch, ports },
      {
        delay: watch.kind === 'world' ? ARCHIVE_ROUND : POLLER_ROUND,
        repeats: true,
      },
    );
  return { error: NOT_POLLED };
}
