import type { Desired } from '../../domain/config/desired-state.ts';
import { dueAt, type Channel } from '../../domain/channels/channel.ts';
import { sha256 } from '../../domain/lib/hash.ts';
import { SECOND, type Instant } from '../../domain/time/instant.ts';
import { emptyApply, type ApplyOutcome } from '../../domain/runs/outcome.ts';
import { isSame } from '../../domain/lib/canonical.ts';
import { parseSchedule } from '../../domain/time/schedule.ts';
import { runsHere, serviceOf, type Watch } from '../../domain/watches/watch.ts';
import { applyReports, type ApplyReportPorts } from './apply-reports.ts';
import { applySubscriptions } from './apply-subscriptions.ts';
import { applyWatchlists } from './apply-watchlists.ts';
import type {
  Alerts,
  Clock,
  Definitions,
  Lease,
  Leases,
  RunStates,
  Schedules,
  Subscriptions,
  WatchSchedule,
} from '../ports/ports.ts';
import type { Watchlists } from '../ports/upstream-ports.ts';

export interface ApplyPorts extends ApplyReportPorts {
  clock: Clock;
  definitions: Definitions;
  states: RunStates;
  alerts: Alerts;
  schedules: Schedules;
  subscriptions: Subscriptions;
  leases: Leases;
  lists: Watchlists;
}

const LEASE = 'apply-watches';
/** An apply takes seconds; who died in one is waited for no longer than this. */
const APPLY_TIME = 30 * SECOND;
/** How many pending alerts of a channel are looked at when it changes. */
const MOST_PENDING = 10_000;

/**
 * Makes table, schedules and subscriptions agree with the watches. Compares first, so that applying the same again
 * changes nothing; each step can be repeated, so that a crash in between is mended by applying again. Never calls
 * upstream.
 */
export async function applyWatches(
  desired: Desired,
  ports: ApplyPorts,
  context: { owner: string; deadline: Instant },
): Promise<ApplyOutcome> {
  const outcome = emptyApply();
  const lease = await takeLease(ports, context);
  if (!lease) return { ...outcome, status: 'busy' };
  try {
    await applyChannels(desired, { ports, outcome });
    await applyWatchlists(desired.watchlists ?? [], { lists: ports.lists, changes: outcome.watchlists });
    await applyEachWatch(desired, { ports, outcome });
    await applyReports(desired, ports, outcome.reports);
    await applySubscriptions(desired, { subscriptions: ports.subscriptions, changes: outcome.subscriptions });
    return outcome;
  } finally {
    await ports.leases.giveBack(LEASE, lease);
  }
}

/** Waits for another apply to end: a deployment must not pass over its watches because somebody applied by hand. */
async function takeLease(
  { leases, clock }: ApplyPorts,
  { owner, deadline }: { owner: string; deadline: Instant },
): Promise<Lease | undefined> {
  for (;;) {
    const now = clock.now();
    const lease = { owner, until: now + APPLY_TIME };
    if (await leases.take(LEASE, lease, now)) return lease;
    if (now + APPLY_TIME >= deadline) return undefined;
    await clock.sleep(SECOND);
  }
}

interface Applying {
  ports: ApplyPorts;
  outcome: ApplyOutcome;
}

/** Channels first: a watch must never name one that is not there. Those no longer named go after the watches. */
async function applyChannels(desired: Desired, { ports, outcome }: Applying): Promise<void> {
  const existing = new Map((await ports.definitions.channels()).map((channel) => [channel.name, channel]));
  for (const channel of desired.channels) {
    const before = existing.get(channel.name);
    if (before && isSame(before, channel)) continue;
    await ports.definitions.putChannel(channel);
    (before ? outcome.channels.changed : outcome.channels.added).push(channel.name);
    if (before) await moveDueTimes(channel, ports);
  }
}

/** A changed channel holds for alerts not yet sent: what waits gets the due time of the new settings. */
async function moveDueTimes(channel: Channel, { alerts, clock }: ApplyPorts): Promise<void> {
  for (const { alert } of await alerts.held(channel.name, MOST_PENDING)) {
    const { at, heldFor } = dueAt(channel, { severity: alert.severity, now: clock.now() });
    await alerts.settle(alert, { state: 'pending', dueAt: at, ...(heldFor && { heldFor }) });
  }
}

async function applyEachWatch(desired: Desired, applying: Applying): Promise<void> {
  const { ports, outcome } = applying;
  const existing = new Map((await ports.definitions.watches()).map((watch) => [watch.id, watch]));
  const schedules = new Map((await ports.schedules.list()).map((schedule) => [schedule.watchId, schedule]));
  for (const watch of desired.watches) {
    const before = existing.get(watch.id);
    if (!before || !isSame(before, watch)) {
      await ports.definitions.putWatch(watch);
      (before ? outcome.watches.changed : outcome.watches.added).push(watch.id);
    }
    await applySchedule(watch, { applying, existing: schedules.get(watch.id) });
  }
  const wanted = new Set(desired.watches.map(({ id }) => id));
  for (const id of new Set([...schedules.keys(), ...existing.keys()])) {
    if (!wanted.has(id)) await removeWatch(id, { applying, channel: existing.get(id)?.alert.channel });
  }
  await removeChannels(desired, applying);
}

async function applySchedule(
  watch: Watch,
  { applying, existing }: { applying: Applying; existing: WatchSchedule | undefined },
): Promise<void> {
  const { ports, outcome } = applying;
  if (!runsHere(watch)) {
    if (!existing) return;
    await ports.schedules.remove(watch.id);
    outcome.schedules.removed.push(watch.id);
    return;
  }
  const wanted = scheduleOf(watch, existing?.start ?? ports.clock.now());
  if (
    existing &&
    isSame({ ...existing }, { ...wanted, ...(existing.start !== undefined && { start: existing.start }) })
  )
    return;
  await ports.schedules.put(wanted, existing !== undefined);
  (existing ? outcome.schedules.changed : outcome.schedules.added).push(watch.id);
}

/** A rate starts somewhere within its first period, so that the watches do not all run at once. */
function scheduleOf(watch: Watch, now: Instant): WatchSchedule {
  const schedule = parseSchedule(watch.schedule, watch.timezone);
  const base = {
    watchId: watch.id,
    service: serviceOf(watch.kind),
    expression: watch.schedule,
    timezone: watch.timezone,
  };
  if (schedule.type !== 'rate') return base;
  return { ...base, start: now + spreadOf(watch.id, schedule.period) };
}

function spreadOf(id: string, period: number): number {
  const [a = 0, b = 0, c = 0] = sha256(id);
  return Math.floor((((a << 16) | (b << 8) | c) / 2 ** 24) * period);
}

/** The definition goes last: while it stands, applying again finds what is left to remove. */
async function removeWatch(
  id: string,
  { applying, channel }: { applying: Applying; channel: string | undefined },
): Promise<void> {
  const { ports, outcome } = applying;
  await ports.schedules.remove(id);
  outcome.schedules.removed.push(id);
  if (channel !== undefined) {
    outcome.dropped += await dropAlerts(channel, {
      ports,
      concerns: (watchId) => watchId === id,
      reason: `the watch ${id} was removed`,
    });
  }
  await ports.states.remove(id);
  await ports.definitions.removeWatch(id);
  outcome.watches.removed.push(id);
}

async function removeChannels(desired: Desired, { ports, outcome }: Applying): Promise<void> {
  const wanted = new Set(desired.channels.map(({ name }) => name));
  for (const { name } of await ports.definitions.channels()) {
    if (wanted.has(name)) continue;
    outcome.dropped += await dropAlerts(name, {
      ports,
      concerns: () => true,
      reason: `the channel ${name} was removed`,
    });
    await ports.definitions.removeChannel(name);
    outcome.channels.removed.push(name);
  }
}

async function dropAlerts(
  channel: string,
  { ports, concerns, reason }: { ports: ApplyPorts; concerns: (watchId?: string) => boolean; reason: string },
): Promise<number> {
  let dropped = 0;
  for (const { alert } of await ports.alerts.held(channel, MOST_PENDING)) {
    if (concerns(alert.watchId) && (await ports.alerts.settle(alert, { state: 'dropped', reason })))
      dropped += 1;
  }
  return dropped;
}
