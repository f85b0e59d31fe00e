import type { Definitions } from '../../store/watches/definitions.ts';
import type { Ports } from '../ports/ports.ts';
import type { ReconcileOutcome } from '../../domain/runs/outcome.ts';
import { SECOND } from '../../domain/time/instant.ts';
import { remindOfIncidents, sumIncidents } from '../alerts/notify-incidents.ts';
import { type HeartbeatPorts, sendHeartbeats } from '../deliver/send-heartbeats.ts';
import { restartExtractions, type RestartPorts } from '../extraction/restart-extractions.ts';
import { type CallContext, callLease } from '../ports/clock.ts';
import { reconcileUpstream } from '../upstream/reconcile-upstream.ts';
import { sumSweep, type UpstreamPorts, type UpstreamSettings } from '../upstream/upstream-sweep.ts';
import { checkSubscribers, type SubscriberPorts } from './check-subscribers.ts';
import { endRemovedSubscriptions, type EndSubscriptionPorts } from './end-removed-subscriptions.ts';
import { findMissedRuns, type MissedRunPorts } from './find-missed-runs.ts';
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
