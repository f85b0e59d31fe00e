import { OPERATORS } from '../../domain/channels/channel.ts';
import { subscribersOf } from '../../domain/config/desired-state.ts';
import { DAY, HOUR, SECOND, type Instant } from '../../domain/time/instant.ts';
import type { ReconcileOutcome } from '../../domain/runs/outcome.ts';
import { periodOf, parseSchedule } from '../../domain/time/schedule.ts';
import { quotaSubject } from '../../domain/usage/quota.ts';
import { openWindowSubject } from '../../domain/incidents/incident.ts';
import { serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { WindowRecord } from '../../domain/runs/window-record.ts';
import type { Executions, Extractions, Workflow } from '../ports/extraction-ports.ts';
import type { ChannelActivity } from '../ports/channel-ports.ts';
import { remindOfIncidents } from '../alerts/remind-of-incidents.ts';
import { sendHeartbeats } from '../deliver/send-heartbeats.ts';
import { updateUsage, type UpdateUsagePorts } from './update-usage.ts';
import { reconcileUpstream } from '../upstream/reconcile-upstream.ts';
import type {
  Alerts,
  Clock,
  Definitions,
  Findings,
  Leases,
  RunQueue,
  Subscriptions,
  Incidents,
  Windows,
} from '../ports/ports.ts';
import type { HourlyCountsStore } from '../ports/counting-ports.ts';
import { restartExtractions } from '../extraction/restart-extractions.ts';
import { sweepCounts } from './sweep-counts.ts';
import { resolveIncident, openIncident } from '../alerts/notify-incidents.ts';
import type { UpstreamPorts, UpstreamSettings } from '../upstream/upstream-context.ts';

export interface ReconcilePorts extends UpdateUsagePorts {
  clock: Clock;
  life: ChannelActivity;
  definitions: Definitions;
  windows: Windows;
  findings: Findings;
  countStore: HourlyCountsStore;
  alerts: Alerts;
  troubles: Incidents;
  queue: RunQueue;
  subscriptions: Subscriptions;
  leases: Leases;
  extractions: Extractions;
  workflow: Workflow;
  executions: Executions;
  /** What the extraction service holds for the watches; left out where the stack does not call it. */
  upstream?: { ports: UpstreamPorts; settings: UpstreamSettings };
}

const LEASE = 'reconcile';
/** What is kept of the function's time for bookkeeping: no call is begun that could reach into it. */
const RESERVE = 20 * SECOND;
const MOST_WINDOWS = 500;

/**
 * Heals what a single run cannot: queues watches with open windows again, starts extractions again that no execution
 * carries on, tells the operators of windows open for more than twice the schedule and of channels that nobody listens
 * to, and tells once more when that is over. Reminds them of what stays broken, and lets silent channels say that they
 * live.
 */
export async function reconcile(
  ports: ReconcilePorts,
  context: { owner: string; deadline: Instant },
): Promise<ReconcileOutcome> {
  const outcome: ReconcileOutcome = {
    status: 'done',
    requeued: [],
    restarted: [],
    troubles: [],
    cured: [],
    alerts: 0,
    channels: [],
  };
  const lease = { owner: context.owner, until: context.deadline };
  if (!(await ports.leases.take(LEASE, lease, ports.clock.now()))) return { ...outcome, status: 'busy' };
  try {
    await healWindows({ ports, outcome });
    await remindOfIncidents({ ports, outcome });
    await sendHeartbeats({ ports, outcome }, context.owner);
    outcome.restarted = await restartExtractions(ports);
    await sweepCounts({ ports, outcome }, context.owner);
    await checkSubscribers({ ports, outcome }, context.owner);
    await updateUsage(ports, { outcome, deadline: context.deadline - RESERVE });
    const limits = { outcome, deadline: context.deadline - RESERVE };
    const { upstream } = ports;
    if (upstream) outcome.upstream = await reconcileUpstream(upstream.ports, upstream.settings, limits);
    return outcome;
  } finally {
    await ports.leases.giveBack(LEASE, lease);
  }
}

interface WindowHealing {
  ports: ReconcilePorts;
  outcome: ReconcileOutcome;
}

async function healWindows(healing: WindowHealing): Promise<void> {
  const { ports, outcome } = healing;
  const now = ports.clock.now();
  const open = await ports.windows.open(now, MOST_WINDOWS);
  for (const [watchId, records] of Map.groupBy(open, (record) => record.watchId)) {
    const watch = await ports.definitions.watch(watchId);
    if (!watch) {
      for (const record of records) await close(record, ports);
      continue;
    }
    await ports.queue.send(serviceOf(watch.kind), {
      watchId,
      scheduledFor: now,
      track: 'live',
      continuation: 0,
    });
    outcome.requeued.push(watchId);
    await notifyLongOpen(watch, { records, healing });
    for (const record of records) await postpone(record, ports);
  }
}

/** Queued once now; asked again in an hour should that run not close the window. */
async function postpone(record: WindowRecord, { windows, clock }: ReconcilePorts): Promise<void> {
  await windows.put({ ...record, retryAt: clock.now() + HOUR });
}

/** The watch is gone: nobody will ask for this window again. */
async function close(record: WindowRecord, { windows }: ReconcilePorts): Promise<void> {
  await windows.put({ ...record, state: 'done', retryAt: undefined, openSince: undefined });
}

async function notifyLongOpen(
  watch: Watch,
  { records, healing }: { records: readonly WindowRecord[]; healing: WindowHealing },
): Promise<void> {
  const { ports, outcome } = healing;
  const now = ports.clock.now();
  const since = Math.min(...records.map(({ openSince }) => openSince ?? now));
  const period = periodOf(parseSchedule(watch.schedule, watch.timezone), now);
  if (now - since <= 2 * period || (await isHeldBack(watch, ports))) return;
  const subject = openWindowSubject(watch.id);
  await openIncident(
    { ports, outcome },
    {
      subject,
      kind: 'open-window',
      since: now,
      watchId: watch.id,
      text:
        `The watch ${watch.id} has not been able to cover a window since ${new Date(since).toISOString()}. What was ` +
        'published meanwhile is not lost: the window is asked again by itself until it is covered. ' +
        `The last error was: ${records.at(-1)?.error ?? 'unknown.'}`,
    },
  );
  outcome.troubles.push(subject);
}

/** What the budget holds back has been told by the budget: it is not told once more for every watch. */
async function isHeldBack(
  { id, kind }: Watch,
  { states, troubles: incidents, clock }: ReconcilePorts,
): Promise<boolean> {
  const { pace: rate } = (await states.read(id, 'live')) ?? {};
  if (rate && rate.until > clock.now()) return true;
  return (await incidents.get(quotaSubject(serviceOf(kind)))) !== undefined;
}

/** Once a day, by whichever sweep comes first: a channel without a confirmed subscriber reaches nobody. */
async function checkSubscribers({ ports, outcome }: WindowHealing, owner: string): Promise<void> {
  const now = ports.clock.now();
  if (!(await ports.leases.take('daily-subscriptions', { owner, until: now + DAY }, now))) return;
  const channels = await ports.definitions.channels();
  const existing = await ports.subscriptions.list();
  const incidents = new Set((await ports.troubles.open()).map(({ subject }) => subject));
  for (const channel of channels) {
    if (channel.name === OPERATORS) continue;
    const subject = `channel:${channel.name}:no-subscriber`;
    const confirmed = existing.some(
      ({ arn, channels: names }) => arn !== undefined && names.includes(channel.name),
    );
    if (confirmed && incidents.has(subject)) {
      await resolveIncident({ ports, outcome }, subject);
      outcome.cured.push(subject);
    }
    if (confirmed || subscribersOf([channel]).length === 0) continue;
    await openIncident(
      { ports, outcome },
      { subject, kind: 'no-subscriber', since: now, text: noSubscriber(channel.name) },
    );
    outcome.troubles.push(subject);
  }
}

function noSubscriber(channel: string): string {
  return (
    `Nobody has confirmed a subscription of the channel ${channel}, so its alerts reach nobody. Each address got a ` +
    'message with a link when the watches were applied: open that link. bellwether status shows each address.'
  );
}
