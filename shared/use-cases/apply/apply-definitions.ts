import type { Ports } from '../ports/ports.ts';
import { lanesOf } from '../../domain/channels/lanes.ts';
import { sha256, isSame } from '../../domain/lib/hash.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { ApplyOutcome, Changes } from '../../domain/runs/outcome.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { isOver, parseSchedule } from '../../domain/time/schedule.ts';
import { removedWatchOf } from '../../domain/watches/removed-watch.ts';
import { channelsOf, runsHere, serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { WatchSchedule } from '../ports/schedules.ts';
import type { Kept } from './apply-lease.ts';
import { compareById } from './compare-by-id.ts';
import { dropAlerts } from './apply-channels.ts';

type DefinitionPorts = Kept &
  Pick<Ports, 'clock' | 'definitions' | 'removedWatches' | 'states' | 'alerts' | 'schedules'>;

/**
 * Makes the definitions of watches and their schedules agree with the file, and removes the watches it does not name. Schedules
 * are listed once, and several watches are worked on at a time: the scheduler takes 250 requests of a kind a second at least.
 */
export async function applyDefinitions(
  watches: readonly Watch[],
  ports: DefinitionPorts,
): Promise<Pick<ApplyOutcome, 'watches' | 'schedules' | 'dropped'>> {
  const existing = await ports.definitions.watches();
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

/** How the schedule of a watch was changed; undefined when it was as it should be. */
async function applySchedule(
  watch: Watch,
  { ports, before }: { ports: DefinitionPorts; before: WatchSchedule | undefined },
): Promise<keyof Changes | undefined> {
  const { schedules, clock } = ports;
  const wanted = scheduleOf(watch, { before, now: clock.now() });
  const kept = before?.start === undefined ? wanted : { ...wanted, start: before.start };
  if (runsHere(watch) && before && isSame(before, kept)) return undefined;
  if (!runsHere(watch) || isOver(watch, clock.now())) {
    if (!before) return undefined;
    await schedules.remove(watch.id);
    return 'removed';
  }
  await schedules.put(wanted, before !== undefined);
  return before ? 'changed' : 'added';
}

/**
 * The schedule that a watch needs. A rate starts somewhere within its first period, so that the watches do not all run at
 * once. The scheduler refuses a start that lies 5 minutes back. So the start of an earlier schedule is moved by whole
 * periods, to the first one that is still to come.
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
 * The definition is removed last: while it exists, applying again finds what is left to remove. The removal is noted before, so
 * that what the watch stored can be found: see `forget` and `export` of the command line.
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
