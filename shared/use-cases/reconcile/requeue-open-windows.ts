import { openWindowSubject } from '../../domain/incidents/incident.ts';
import type { WindowRecord } from '../../domain/runs/run-state.ts';
import { HOUR, isoOf } from '../../domain/time/instant.ts';
import { parseSchedule, periodOf } from '../../domain/time/schedule.ts';
import { quotaSubject } from '../../domain/usage/allocate-rates.ts';
import { serviceOf, type Watch } from '../../domain/watches/watch.ts';
import { type IncidentOutcome, openNamedIncident, sumIncidents } from '../alerts/put-alerts.ts';
import type { Ports } from '../ports/ports.ts';

export type OpenWindowPorts = Pick<
  Ports,
  'clock' | 'definitions' | 'states' | 'windows' | 'alerts' | 'incidents' | 'queue'
>;

const MOST_WINDOWS = 500;

/** Queues watches with open windows again, and opens an incident where a window stays open for long. */
export async function requeueOpenWindows(
  ports: OpenWindowPorts,
): Promise<IncidentOutcome & { requeued: string[] }> {
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
  if (now - since <= 2 * period || (await isHeldByBudget(watch, ports))) return {};
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

/** The incident of the budget covers every watch that it holds: there is no second one for each watch. */
async function isHeldByBudget(
  { id, kind }: Watch,
  { states, incidents, clock }: OpenWindowPorts,
): Promise<boolean> {
  const { rate } = (await states.read(id, 'live')) ?? {};
  if (rate && rate.until > clock.now()) return true;
  return (await incidents.get(quotaSubject(serviceOf(kind)))) !== undefined;
}
