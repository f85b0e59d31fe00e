import { type Channel, lanesOf, laneText } from '../../domain/channels/channel.ts';
import { dueAt } from '../../domain/channels/due-times.ts';
import { defined } from '../../domain/lib/fields.ts';
import { isSame, sha256 } from '../../domain/lib/hash.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { ApplyOutcome, Changes } from '../../domain/runs/outcome.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import { type Instant, SECOND } from '../../domain/time/instant.ts';
import { isOver, parseSchedule } from '../../domain/time/schedule.ts';
import { channelsOf, removedWatchOf, runsHere, serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { Alerts } from '../../store/alerts/alerts.ts';
import type { Ports, WatchSchedule } from '../ports/ports.ts';

type DefinitionPorts = Kept &
  Pick<Ports, 'clock' | 'definitions' | 'removedWatches' | 'states' | 'alerts' | 'schedules'>;

/**
 * Makes the definitions of watches and their schedules agree with the file, and removes the watches it does not name.
 * Schedules are listed once, and several watches are worked on at a time: the scheduler takes 250 requests of a kind a
 * second at least.
 */
export async function applyDefinitions(
  watches: readonly Watch[],
  ports: DefinitionPorts,
): Promise<Pick<ApplyOutcome, 'watches' | 'schedules' | 'dropped'>> {
  const existing = (await ports.definitions.ofFile.watch.all()).map(({ base }) => base);
  const { put, changes } = compareById(watches, existing, ({ id }) => id);
  const before = new Map((await ports.schedules.list()).map((schedule) => [schedule.watchId, schedule]));
  const made = await inParallel(watches, async (watch) => {
    await ports.keep();
    if (put.has(watch)) await ports.definitions.putWatch(watch);
    return { id: watch.id, change: await applySchedule(watch, { ports, before: before.get(watch.id) }) };
  });
  const madeBy = (one: keyof Changes) => made.filter(({ change }) => change === one).map(({ id }) => id);
  const wanted = new Set(watches.map(({ id }) => id));
  const removed = [...new Set([...before.keys(), ...changes.removed])].filter((id) => !wanted.has(id));
  const known = new Map(existing.map((watch) => [watch.id, watch]));
  const dropped = await inParallel(removed, (id) => removeWatch(id, { ports, watch: known.get(id) }));
  return {
    watches: { ...changes, removed },
    schedules: {
      added: madeBy('added'),
      changed: madeBy('changed'),
      removed: [...madeBy('removed'), ...removed],
    },
    dropped: dropped.reduce((sum, one) => sum + one, 0),
  };
}

/**
 * How the schedule of a watch was changed; undefined when it was as it should be. It is noted first: who dies between
 * the two finds it to be put again.
 */
async function applySchedule(
  watch: Watch,
  { ports, before }: { ports: DefinitionPorts; before: WatchSchedule | undefined },
): Promise<keyof Changes | undefined> {
  const { schedules, states, clock } = ports;
  const wanted = scheduleOf(watch, { before, now: clock.now() });
  const kept = before?.start === undefined ? wanted : { ...wanted, start: before.start };
  if (runsHere(watch) && before && isSame(before, kept)) return undefined;
  if (!runsHere(watch) || isOver(watch, clock.now())) {
    if (!before) return undefined;
    await states.setSchedule(watch.id, undefined);
    await schedules.remove(watch.id);
    return 'removed';
  }
  await states.setSchedule(watch.id, defined<NonNullable<RunState['schedule']>>({ start: wanted.start }));
  await schedules.put(wanted, before !== undefined);
  return before ? 'changed' : 'added';
}

/**
 * The schedule that a watch needs. A rate starts somewhere within its first period, so that the watches do not all run
 * at once. The scheduler refuses a start that lies 5 minutes back. So the start of an earlier schedule is moved by
 * whole periods, to the first one that is still to come.
 */
function scheduleOf(
  watch: Watch,
  { before, now }: { before: WatchSchedule | undefined; now: Instant },
): WatchSchedule {
  const schedule = parseSchedule(watch.schedule, watch.timezone);
  const base = {
    watchId: watch.id,
    service: serviceOf(watch.kind),
    expression: watch.schedule,
    timezone: watch.timezone,
  };
  if (schedule.type !== 'rate') return base;
  const { period } = schedule;
  const isSameRate = before?.start !== undefined && before.expression === watch.schedule;
  const start = (before?.start ?? now) + (isSameRate ? 0 : startDelayOf(watch.id, period));
  return { ...base, start: start + Math.ceil((now - start) / period) * period };
}

function startDelayOf(id: string, period: number): number {
  const [a = 0, b = 0, c = 0] = sha256(id);
  return Math.floor((((a << 16) | (b << 8) | c) / 2 ** 24) * period);
}

/**
 * The definition is removed last: while it exists, applying again finds what is left to remove. The removal is noted
 * before, so that what the watch stored can be found: see `forget` and `export` of the command line.
 */
async function removeWatch(
  id: string,
  { ports, watch }: { ports: DefinitionPorts; watch: Watch | undefined },
): Promise<number> {
  await ports.keep();
  await ports.schedules.remove(id);
  const lanes: string[] = [];
  for (const name of watch ? channelsOf(watch.alert) : []) {
    const channel = await ports.definitions.channel(name);
    lanes.push(...(channel ? lanesOf(channel).map((lane) => lane.name) : [name]));
  }
  const reason = `the watch ${id} was removed`;
  const dropped = await inParallel([lanes].flat(), (lane) =>
    dropAlerts(ports.alerts, { lane, watchId: id, reason }),
  );
  await ports.states.remove(id);
  if (watch) await ports.removedWatches.note(removedWatchOf(watch, ports.clock.now()));
  await ports.definitions.removeWatch(id);
  return dropped.reduce((sum, one) => sum + one, 0);
}

interface Comparison<T> {
  /** In the order of what is wanted. */
  put: ReadonlySet<T>;
  changes: Changes;
}

/** What to put and to remove so that what exists agrees with what is wanted. */
export function compareById<T>(
  wanted: readonly T[],
  existing: readonly T[],
  idOf: (one: T) => string,
): Comparison<T> {
  const before = new Map(existing.map((one) => [idOf(one), one]));
  const put = wanted.filter((one) => !isSame(before.get(idOf(one)), one));
  const ids = put.map(idOf);
  const wantedIds = new Set(wanted.map(idOf));
  return {
    put: new Set(put),
    changes: {
      added: ids.filter((id) => !before.has(id)),
      changed: ids.filter((id) => before.has(id)),
      removed: [...before.keys()].filter((id) => !wantedIds.has(id)),
    },
  };
}

type ChannelPorts = Pick<Ports, 'definitions' | 'alerts' | 'clock'> & Kept;

/**
 * Puts new and changed channels. `removed` in what it gives back is still to be done, by `removeChannels`: watches
 * that name these channels go first.
 */
export async function putChannels(desired: readonly Channel[], ports: ChannelPorts): Promise<Changes> {
  const existing = (await ports.definitions.ofFile.channel.all()).map(({ base }) => base);
  const { put, changes } = compareById(desired, existing, ({ name }) => name);
  const before = new Map(existing.map((channel) => [channel.name, lanesOf(channel)]));
  for (const channel of put) {
    await ports.keep();
    const lanes = lanesOf(channel);
    // Before the channel is written: until then, applying again finds which lanes have gone.
    for (const { name } of before.get(channel.name) ?? [])
      if (!lanes.some((lane) => lane.name === name)) await dropLane(name, ports);
    await ports.definitions.putChannel(channel);
    if (!changes.changed.includes(channel.name)) continue;
    // A changed channel holds for alerts not yet sent.
    for (const lane of lanes) await moveDueTimes(lane, ports);
  }
  return changes;
}

function dropLane(name: string, { alerts }: Pick<ChannelPorts, 'alerts'>): Promise<number> {
  return dropAlerts(alerts, { lane: name, reason: `the channel ${laneText(name)} was removed` });
}

/** Gives each pending alert the due time that it has by the channel of today, at this time. */
export async function moveDueTimes(
  lane: Channel,
  { alerts, clock }: Pick<ChannelPorts, 'alerts' | 'clock'>,
): Promise<void> {
  for (const { alert } of await alerts.held(lane.name, MOST_PENDING)) {
    const due = dueAt(lane, alert, clock.now());
    await alerts.settle(alert, { state: 'pending', ...due });
  }
}

/** Removes channels and drops their pending alerts; gives back how many were dropped. */
export async function removeChannels(
  names: readonly string[],
  { definitions, alerts, keep }: ChannelPorts,
): Promise<number> {
  let dropped = 0;
  for (const name of names) {
    await keep();
    const channel = await definitions.channel(name);
    const lanes = channel ? lanesOf(channel).map((lane) => lane.name) : [];
    for (const lane of new Set([name, ...lanes])) dropped += await dropLane(lane, { alerts });
    await definitions.removeChannel(name);
  }
  return dropped;
}

/** How many pending alerts of a channel are read when the channel or its watches change. */
const MOST_PENDING = 10_000;

/** Drops the pending alerts of a lane that concern a watch, or all of them; gives back how many. */
async function dropAlerts(
  alerts: Alerts,
  { lane, watchId, reason }: { lane: string; watchId?: string; reason: string },
): Promise<number> {
  let dropped = 0;
  for (const { alert } of await alerts.held(lane, MOST_PENDING)) {
    if (watchId !== undefined && alert.watchId !== watchId) continue;
    if (await alerts.settle(alert, { state: 'dropped', reason })) dropped += 1;
  }
  return dropped;
}

export const APPLY_LEASE = 'apply-watches';
/** How long the lease of an apply that died keeps others waiting. */
const LEASE_TIME = 30 * SECOND;
/** How old a lease may become before it is renewed: three times sooner than it ends. */
const RENEWED_AFTER = 10 * SECOND;

type LeasePorts = Pick<Ports, 'leases' | 'clock'>;

/** What an apply does before each of its steps, so that no two applies work at a time. */
export interface Kept {
  /**
   * Renews the lease when it has become old.
   *
   * @throws when another apply holds it. What was applied until then stays, and applying again completes it.
   */
  keep: () => Promise<void>;
}

/** The lease of an apply. */
interface ApplyLease extends Kept {
  giveBack: () => Promise<void>;
}

const TOO_LONG = 'Another apply has begun, because this one took too long. Apply again to complete it.';

/**
 * Waits for another apply to end: a deployment must not skip its watches because a person is applying. Undefined: it
 * does not end.
 */
export async function takeApplyLease(
  ports: LeasePorts,
  { owner, deadline, whenLost = TOO_LONG }: { owner: string; deadline: Instant; whenLost?: string },
): Promise<ApplyLease | undefined> {
  const { leases, clock } = ports;
  for (;;) {
    const now = clock.now();
    const lease = { owner, until: now + LEASE_TIME };
    if (await leases.take(APPLY_LEASE, lease, now)) {
      return {
        keep: keeper(ports, { owner, takenAt: now, whenLost }),
        giveBack: () => leases.giveBack(APPLY_LEASE, lease),
      };
    }
    if (now + LEASE_TIME >= deadline) return undefined;
    await clock.sleep(SECOND);
  }
}

/** Steps run beside each other: they share one renewal. */
function keeper(
  { leases, clock }: LeasePorts,
  { owner, takenAt, whenLost }: { owner: string; takenAt: Instant; whenLost: string },
): Kept['keep'] {
  let renewedAt = takenAt;
  let renewal: Promise<boolean> = Promise.resolve(true);
  return async () => {
    const now = clock.now();
    if (now - renewedAt >= RENEWED_AFTER) {
      renewedAt = now;
      renewal = leases.take(APPLY_LEASE, { owner, until: now + LEASE_TIME }, now);
    }
    if (await renewal) return;
    throw new Error(whenLost);
  };
}
