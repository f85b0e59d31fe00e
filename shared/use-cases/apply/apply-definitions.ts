import type { Ports } from '../ports/ports.ts';
import { sha256, isSame } from '../../domain/lib/hash.ts';
import type { ApplyOutcome, Changes } from '../../domain/runs/outcome.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { parseSchedule } from '../../domain/time/schedule.ts';
import { runsHere, serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { WatchSchedule } from '../ports/schedules.ts';
import { compareById } from './compare-by-id.ts';
import { dropAlerts } from './apply-channels.ts';

type DefinitionPorts = Pick<Ports, 'clock' | 'definitions' | 'states' | 'alerts' | 'schedules'>;

/** Makes the definitions of watches and their schedules agree with the file, and removes the watches it does not name. */
export async function applyDefinitions(
  watches: readonly Watch[],
  ports: DefinitionPorts,
): Promise<Pick<ApplyOutcome, 'watches' | 'schedules' | 'dropped'>> {
  const existing = await ports.definitions.watches();
  const { put, changes } = compareById(watches, existing, ({ id }) => id);
  const before = new Map((await ports.schedules.list()).map((schedule) => [schedule.watchId, schedule]));
  const schedules: Changes = { added: [], changed: [], removed: [] };
  for (const watch of watches) {
    if (put.has(watch)) await ports.definitions.putWatch(watch);
    const change = await applySchedule(watch, { ports, before: before.get(watch.id) });
    if (change) schedules[change].push(watch.id);
  }
  const wanted = new Set(watches.map(({ id }) => id));
  const removed = [...new Set([...before.keys(), ...changes.removed])].filter((id) => !wanted.has(id));
  const channels = new Map(existing.map(({ id, alert }) => [id, alert.channel]));
  let dropped = 0;
  for (const id of removed) dropped += await removeWatch(id, { ports, channel: channels.get(id) });
  schedules.removed.push(...removed);
  return { watches: { ...changes, removed }, schedules, dropped };
}

/** How the schedule of a watch was changed; undefined when it was as it should be. */
async function applySchedule(
  watch: Watch,
  { ports, before }: { ports: DefinitionPorts; before: WatchSchedule | undefined },
): Promise<keyof Changes | undefined> {
  if (!runsHere(watch)) {
    if (!before) return undefined;
    await ports.schedules.remove(watch.id);
    return 'removed';
  }
  const wanted = scheduleOf(watch, before?.start ?? ports.clock.now());
  const kept = before?.start === undefined ? wanted : { ...wanted, start: before.start };
  if (before && isSame(before, kept)) return undefined;
  await ports.schedules.put(wanted, before !== undefined);
  return before ? 'changed' : 'added';
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
  return { ...base, start: now + startDelayOf(watch.id, schedule.period) };
}

function startDelayOf(id: string, period: number): number {
  const [a = 0, b = 0, c = 0] = sha256(id);
  return Math.floor((((a << 16) | (b << 8) | c) / 2 ** 24) * period);
}

/** The definition is removed last: while it exists, applying again finds what is left to remove. */
async function removeWatch(
  id: string,
  { ports, channel }: { ports: DefinitionPorts; channel: string | undefined },
): Promise<number> {
  await ports.schedules.remove(id);
  const dropped =
    channel === undefined
      ? 0
      : await dropAlerts(ports.alerts, { channel, watchId: id, reason: `the watch ${id} was removed` });
  await ports.states.remove(id);
  await ports.definitions.removeWatch(id);
  return dropped;
}
