import { openWindowSubject } from '../../domain/incidents/incident.ts';
import { isSame } from '../../domain/lib/hash.ts';
import { callLease, inParallel } from '../../domain/lib/in-parallel.ts';
import { countingOf } from '../../domain/policies/registry.ts';
import { type ExpectedRun, expectRun, isRunMissing, withLastRun } from '../../domain/runs/expected-run.ts';
import type { ReconcileOutcome } from '../../domain/runs/outcome.ts';
import type { WindowRecord } from '../../domain/runs/run-state.ts';
import { DAY, HOUR, type Instant, isoOf, MINUTE, SECOND } from '../../domain/time/instant.ts';
import { parseSchedule, periodOf } from '../../domain/time/schedule.ts';
import { noAnswerSubject } from '../../domain/runs/service-wait.ts';
import { quotaSubject } from '../../domain/usage/allocate-rates.ts';
import { runsHere, serviceOf, spaceOf, type Watch } from '../../domain/watches/watch.ts';
import type { Definitions } from '../../store/watches/definitions.ts';
import {
  type IncidentOutcome,
  openNamedIncident,
  remindOfIncidents,
  sumIncidents,
} from '../alerts/put-alerts.ts';
import { APPLY_LEASE } from '../apply/apply-definitions.ts';
import {
  applySubscriptions,
  settleSubscriptions,
  type SubscriptionPorts,
} from '../apply/apply-subscriptions.ts';
import { orderDeciding, type OrderPorts, waitForClosedHours } from '../collect/insert-findings.ts';
import { type HeartbeatPorts, sendHeartbeats } from '../deliver/send-heartbeats.ts';
import { restartExtractions, type RestartPorts } from '../extraction/poll-job.ts';
import type { CallContext } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import { reconcileUpstream } from '../upstream/reconcile-upstream.ts';
import { sumSweep, type UpstreamPorts, type UpstreamSettings } from '../upstream/take-step.ts';
import { checkSubscribers, type SubscriberPorts } from './check-subscribers.ts';
import { type ClockPorts, correctClock } from './correct-clock.ts';
import { updateUsage, type UpdateUsagePorts } from './update-usage.ts';

type ReconcilePorts = ClockPorts &
  OpenWindowPorts &
  MissedRunPorts &
  HeartbeatPorts &
  RestartPorts &
  SubscriberPorts &
  EndSubscriptionPorts &
  UpdateUsagePorts &
  WaitingPorts &
  Pick<Ports, 'clock' | 'leases' | 'quarantine'> & {
    upstream?: { ports: UpstreamPorts; settings: UpstreamSettings };
  };

export const RECONCILE_LEASE = 'reconcile';
/** The end of the function's time, reserved for bookkeeping: no call may last into it. */
const RESERVE = 20 * SECOND;

/**
 * Does, sweep by sweep, what a single run cannot do. One reconciler works at a time. The parts of a sweep share one
 * read of the watches: what an apply changes meanwhile is seen by the next sweep.
 */
export async function reconcile(ports: ReconcilePorts, context: CallContext): Promise<ReconcileOutcome> {
  const lease = callLease(context);
  if (!(await ports.leases.take(RECONCILE_LEASE, lease, ports.clock.now())))
    return { ...sumIncidents([]), status: 'busy', requeued: [], missed: [], restarted: [], quarantined: 0 };
  try {
    return await sweep(readingWatchesOnce(ports), context);
  } finally {
    await ports.leases.giveBack(RECONCILE_LEASE, lease);
  }
}

function readingWatchesOnce(ports: ReconcilePorts): ReconcilePorts {
  let read: ReturnType<Definitions['watches']> | undefined;
  const watches = () => (read ??= ports.definitions.watches());
  const definitions = { ...ports.definitions, watches };
  const { upstream } = ports;
  return {
    ...ports,
    definitions,
    ...(upstream && { upstream: { ...upstream, ports: { ...upstream.ports, definitions } } }),
  };
}

async function sweep(ports: ReconcilePorts, call: CallContext): Promise<ReconcileOutcome> {
  const { owner, deadline } = call;
  const limits = { owner, deadline: deadline - RESERVE };
  const { clockBack, ...clock } = await correctClock(ports, owner);
  const { requeued, ...windows } = await requeueOpenWindows(ports);
  const missed = await findMissedRuns(ports);
  const reminders = await remindOfIncidents(ports);
  const heartbeats = await sendHeartbeats(ports, owner);
  const restarted = await restartExtractions(ports);
  await orderClosedHours(ports, owner);
  await orderWaiting(ports, { all: clockBack !== undefined });
  const unsubscribed = await endRemovedSubscriptions(ports, { owner, deadline });
  const subscribers = await checkSubscribers(ports, owner);
  const usage = await updateUsage(ports, limits);
  const upstream =
    ports.upstream && (await reconcileUpstream(ports.upstream.ports, ports.upstream.settings, limits));
  const { steps, waiting, healed, kept, quarantined, faults, ...objects } = upstream ?? sumSweep([]);
  return {
    status: 'done',
    requeued,
    missed,
    restarted,
    ...(clockBack !== undefined && { clockBack }),
    ...(unsubscribed > 0 && { unsubscribed }),
    quarantined,
    ...(faults.length > 0 && { faults }),
    ...sumIncidents([clock, windows, reminders, heartbeats, subscribers, usage, objects]),
    ...(upstream && { upstream: { steps, waiting, healed, kept } }),
  };
}

type MissedRunPorts = Pick<Ports, 'clock' | 'definitions' | 'states' | 'expectedRuns' | 'resources'>;

/**
 * The ids of the watches whose run is missing: a slot of their timetable has passed and no run has followed. Disabled
 * watches and monitors have no slots. The state of a watch is read only when a run could be missing, so that most
 * sweeps read one partition.
 */
export async function findMissedRuns(ports: MissedRunPorts): Promise<string[]> {
  const { definitions, expectedRuns } = ports;
  const watches = (await definitions.watches()).filter(runsHere);
  const known = new Map((await expectedRuns.all()).map((expected) => [expected.watchId, expected]));
  const missed = await inParallel(watches, async (watch) => isMissed(watch, known.get(watch.id), ports));
  const ids = new Set(watches.map(({ id }) => id));
  await inParallel(
    [...known.keys()].filter((id) => !ids.has(id)),
    (id) => expectedRuns.remove(id),
  );
  return watches.flatMap(({ id }, n) => (missed[n] ? [id] : []));
}

async function isMissed(
  watch: Watch,
  before: ExpectedRun | undefined,
  ports: MissedRunPorts,
): Promise<boolean> {
  const now = ports.clock.now();
  const expected = await currentOf(watch, expectRun(watch, before, now), ports);
  if (!isSame(expected, before)) await ports.expectedRuns.put(expected);
  return isRunMissing(expected, watch, now);
}

/**
 * What is stored may be older than the last run. A watch whose watchlist is being prepared waits: it runs, and asks
 * nothing.
 */
async function currentOf(
  watch: Watch,
  expected: ExpectedRun,
  { clock, states, resources }: MissedRunPorts,
): Promise<ExpectedRun> {
  const now = clock.now();
  if (!isRunMissing(expected, watch, now)) return expected;
  const current = withLastRun(expected, (await states.read(watch.id, 'live')) ?? {});
  if (watch.watchlist === undefined || !isRunMissing(current, watch, now)) return current;
  const resource = await resources.watchlist(watch.watchlist);
  return resource?.dataset !== undefined && resource.ready ? current : { ...current, after: now };
}

/** So long after an edit of recipients the sweeps bring the subscriptions to it. They may stop for hours. */
const EDITED_WITHIN = DAY;

type EndSubscriptionPorts = SubscriptionPorts & Pick<Ports, 'definitions' | 'leases'>;

/**
 * Ends the subscriptions that were removed while they were pending, once somebody confirms them, and does what people
 * have edited of recipients. Leaves both to the next sweep while an apply is running.
 *
 * @returns how many were ended.
 */
export async function endRemovedSubscriptions(
  ports: EndSubscriptionPorts,
  { owner, deadline }: { owner: string; deadline: Instant },
): Promise<number> {
  const now = ports.clock.now();
  const [records, channels] = await Promise.all([
    ports.subscriptionRecords.all(),
    ports.definitions.ofFile.channel.all(),
  ]);
  const isEdited = channels.some(({ edits }) =>
    edits.some(
      ({ key, at, undone }) => key === 'email' && Math.max(at, undone?.at ?? 0) > now - EDITED_WITHIN,
    ),
  );
  if (!isEdited && !records.some(({ isUnsettled }) => isUnsettled)) return 0;
  const lease = { owner, until: Math.min(deadline, now + MINUTE) };
  if (!(await ports.leases.take(APPLY_LEASE, lease, now))) return 0;
  try {
    const bring = isEdited ? applySubscriptions : settleSubscriptions;
    return (await bring(await ports.definitions.channels(), ports)).removed.length;
  } finally {
    await ports.leases.giveBack(APPLY_LEASE, lease);
  }
}

type WaitingPorts = OrderPorts & Pick<Ports, 'definitions' | 'leases' | 'states' | 'hourlyCounts'>;

/** More things than wait in usual operation. The rest waits for the next sweep. */
const MOST = 500;
/** Later than anything can wait since. */
const AHEAD = 400 * DAY;

/**
 * Orders each space in which something has waited for over a minute: its order may be among the dead letters, or
 * whoever was about to queue it has died. One read of an index a sweep.
 *
 * @param how.all also what waits since later than now: the clock was ahead.
 */
export async function orderWaiting(ports: OrderPorts, { all = false } = {}): Promise<void> {
  const spaces = await ports.spaces.waitingSince(ports.clock.now() + (all ? AHEAD : -MINUTE), MOST);
  await inParallel(spaces, (space) => orderDeciding(ports, space, { by: 'reconcile', lost: MINUTE }));
}

/** Once an hour, orders the hours that no run has closed: a job ends without a run, and a run may have died. */
export async function orderClosedHours(ports: WaitingPorts, owner: string): Promise<void> {
  const now = ports.clock.now();
  if (!(await ports.leases.take('closed-hours', { owner, until: now + HOUR }, now))) return;
  const counting = (await ports.definitions.watches()).filter(
    (watch) => countingOf(watch) && !watch.disabled,
  );
  await inParallel(counting, async (watch) => {
    const state = await ports.states.read(watch.id, 'live');
    if (!state || state.version !== watch.version) return;
    if (await waitForClosedHours(ports, { watch, state }))
      await orderDeciding(ports, spaceOf(watch), { by: 'closed-hours' });
  });
}

type OpenWindowPorts = Pick<
  Ports,
  'clock' | 'definitions' | 'states' | 'windows' | 'alerts' | 'incidents' | 'queue'
>;

const MOST_WINDOWS = 500;

/** Queues watches with open windows again, and opens an incident where a window stays open for long. */
async function requeueOpenWindows(ports: OpenWindowPorts): Promise<IncidentOutcome & { requeued: string[] }> {
  const now = ports.clock.now();
  const open = await ports.windows.open(now, MOST_WINDOWS);
  const requeued: string[] = [];
  const incidents: Partial<IncidentOutcome>[] = [];
  for (const [watchId, records] of Map.groupBy(open, (record) => record.watchId)) {
    const watch = await ports.definitions.watch(watchId);
    if (watch) {
      const order = { watchId, scheduledFor: now, track: 'live', continuation: 0 } as const;
      await ports.queue.send(serviceOf(watch.kind), order);
      requeued.push(watchId);
      incidents.push(await notifyLongOpen(watch, { records, ports }));
    }
    for (const record of records) await (watch ? postpone(record, ports) : close(record, ports));
  }
  return { ...sumIncidents(incidents), requeued };
}

/** The watch is queued again in an hour if its run does not cover the window. */
async function postpone(record: WindowRecord, { windows, clock }: OpenWindowPorts): Promise<void> {
  await windows.put({ ...record, retryAt: clock.now() + HOUR });
}

/** The watch was removed: its window is not requested again. */
async function close(record: WindowRecord, { windows }: OpenWindowPorts): Promise<void> {
  await windows.put({ ...record, state: 'done', retryAt: undefined, openSince: undefined });
}

async function notifyLongOpen(
  watch: Watch,
  { records, ports }: { records: readonly WindowRecord[]; ports: OpenWindowPorts },
): Promise<Partial<IncidentOutcome>> {
  const now = ports.clock.now();
  const since = Math.min(...records.map(({ openSince }) => openSince ?? now));
  const period = periodOf(parseSchedule(watch.schedule, watch.timezone), now);
  if (now - since <= 2 * period || (await isHeldByService(watch, ports))) return {};
  return openNamedIncident(ports, {
    subject: openWindowSubject(watch.id),
    kind: 'open-window',
    since: now,
    watchId: watch.id,
    text:
      `The watch ${watch.id} has not been able to cover a window since ${isoOf(since)}. Articles since then are not ` +
      'lost: the window is queried again until it is covered. ' +
      `The last error was: ${records.at(-1)?.error ?? 'unknown.'}`,
  });
}

/** One incident of its service covers every watch that it holds: there is no second one for each watch. */
async function isHeldByService(
  { id, kind }: Watch,
  { states, incidents, clock }: OpenWindowPorts,
): Promise<boolean> {
  const { rate } = (await states.read(id, 'live')) ?? {};
  if (rate && rate.until > clock.now()) return true;
  const subjects = [quotaSubject(serviceOf(kind)), noAnswerSubject(serviceOf(kind))];
  const open = await Promise.all(subjects.map((subject) => incidents.get(subject)));
  return open.some((incident) => incident !== undefined);
}
