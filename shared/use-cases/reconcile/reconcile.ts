import { type Channel, OPERATORS } from '../../domain/channels/channel.ts';
import { subscribersOf } from '../../domain/config/desired-state.ts';
import { isSame } from '../../domain/lib/hash.ts';
import { callLease, inParallel } from '../../domain/lib/in-parallel.ts';
import { type ExpectedRun, expectRun, isRunMissing, withLastRun } from '../../domain/runs/expected-run.ts';
import type { ReconcileOutcome } from '../../domain/runs/outcome.ts';
import { DAY, type Instant, MINUTE, SECOND } from '../../domain/time/instant.ts';
import { runsHere, type Watch } from '../../domain/watches/watch.ts';
import type { Definitions } from '../../store/watches/definitions.ts';
import {
  type IncidentOutcome,
  openNamedIncident,
  remindOfIncidents,
  resolveNamedIncident,
  sumIncidents,
} from '../alerts/put-alerts.ts';
import { APPLY_LEASE } from '../apply/apply-lease.ts';
import { settleSubscriptions, type SubscriptionPorts } from '../apply/apply-subscriptions.ts';
import { type HeartbeatPorts, sendHeartbeats } from '../deliver/send-heartbeats.ts';
import { restartExtractions, type RestartPorts } from '../extraction/poll-job.ts';
import { type CallContext } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import { reconcileUpstream } from '../upstream/reconcile-upstream.ts';
import { sumSweep, type UpstreamPorts, type UpstreamSettings } from '../upstream/upstream-sweep.ts';
import { orderClosedHours, orderWaiting, type WaitingPorts } from './order-waiting.ts';
import { type OpenWindowPorts, requeueOpenWindows } from './requeue-open-windows.ts';
import { updateUsage, type UpdateUsagePorts } from './update-usage.ts';

type ReconcilePorts = OpenWindowPorts &
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
 * Does, sweep by sweep, what a single run cannot do. One reconciler works at a time. The parts of a sweep share one read of
 * the watches: what an apply changes meanwhile is seen by the next sweep.
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
  const { requeued, ...windows } = await requeueOpenWindows(ports);
  const missed = await findMissedRuns(ports);
  const reminders = await remindOfIncidents(ports);
  const heartbeats = await sendHeartbeats(ports, owner);
  const restarted = await restartExtractions(ports);
  await orderClosedHours(ports, owner);
  await orderWaiting(ports);
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
    ...(unsubscribed > 0 && { unsubscribed }),
    quarantined,
    ...(faults.length > 0 && { faults }),
    ...sumIncidents([windows, reminders, heartbeats, subscribers, usage, objects]),
    ...(upstream && { upstream: { steps, waiting, healed, kept } }),
  };
}

type MissedRunPorts = Pick<Ports, 'clock' | 'definitions' | 'states' | 'expectedRuns' | 'resources'>;

/**
 * The ids of the watches whose run is missing: a slot of their timetable has passed and no run has followed. Disabled
 * watches and monitors have no slots. The state of a watch is read only when a run could be missing, so that most sweeps
 * read one partition.
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

/** What is stored may be older than the last run. A watch whose watchlist is being prepared waits: it runs, and asks nothing. */
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

type SubscriberPorts = Pick<
  Ports,
  'clock' | 'definitions' | 'alerts' | 'incidents' | 'subscriptions' | 'leases'
>;

/** Once a day, in its first sweep: a channel without a confirmed subscriber is an incident. */
async function checkSubscribers(ports: SubscriberPorts, owner: string): Promise<IncidentOutcome> {
  const now = ports.clock.now();
  if (!(await ports.leases.take('daily-subscriptions', { owner, until: now + DAY }, now)))
    return sumIncidents([]);
  const channels = await ports.definitions.channels();
  const existing = await ports.subscriptions.list();
  const open = new Set((await ports.incidents.open()).map(({ subject }) => subject));
  const outcomes: Partial<IncidentOutcome>[] = [];
  for (const channel of channels) {
    if (channel.name === OPERATORS) continue;
    const isConfirmed = existing.some(
      ({ arn, channels: names }) => arn !== undefined && names.includes(channel.name),
    );
    outcomes.push(await notifyOfChannel(channel, { ports, isConfirmed, open }));
  }
  return sumIncidents(outcomes);
}

async function notifyOfChannel(
  channel: Channel,
  { ports, isConfirmed, open }: { ports: SubscriberPorts; isConfirmed: boolean; open: ReadonlySet<string> },
): Promise<Partial<IncidentOutcome>> {
  const subject = `channel:${channel.name}:no-subscriber`;
  if (isConfirmed) return open.has(subject) ? resolveNamedIncident(ports, subject) : {};
  if (subscribersOf([channel]).length === 0) return {};
  return openNamedIncident(ports, {
    subject,
    kind: 'no-subscriber',
    since: ports.clock.now(),
    text:
      `Channel ${channel.name} has no confirmed subscription, so no one receives its alerts. Each address received a ` +
      'message with a link when the watches were applied: open that link. Run bellwether status to see each address.',
  });
}

type EndSubscriptionPorts = SubscriptionPorts & Pick<Ports, 'definitions' | 'leases'>;

/**
 * Ends the subscriptions that were removed while they were pending, once somebody confirms them. Leaves them to the next
 * sweep while an apply is running.
 *
 * @returns how many were ended.
 */
export async function endRemovedSubscriptions(
  ports: EndSubscriptionPorts,
  { owner, deadline }: { owner: string; deadline: Instant },
): Promise<number> {
  const records = await ports.subscriptionRecords.all();
  if (!records.some(({ isUnsettled }) => isUnsettled)) return 0;
  const now = ports.clock.now();
  const lease = { owner, until: Math.min(deadline, now + MINUTE) };
  if (!(await ports.leases.take(APPLY_LEASE, lease, now))) return 0;
  try {
    return (await settleSubscriptions(await ports.definitions.channels(), ports)).removed.length;
  } finally {
    await ports.leases.giveBack(APPLY_LEASE, lease);
  }
}
