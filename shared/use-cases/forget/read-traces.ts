import type { Silence } from '../../domain/channels/silence.ts';
import type { Extraction } from '../../domain/extraction/extraction.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { partsOf, inParallel } from '../../domain/lib/in-parallel.ts';
import type { ReportRecord } from '../../domain/reports/report-record.ts';
import { DAY, dayOf, type Instant } from '../../domain/time/instant.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { WatchContent } from '../ports/removals/removals.ts';
import type { ForgetContext, ForgetPorts } from './forget-ports.ts';
import { isAbout, silenceWithout, type Subject } from './subject.ts';

/** An alert as far as it is needed to delete it and what contains it. */
export interface OwnAlert extends Pick<StoredAlert, 'state'> {
  id: string;
  channel: string;
  createdAt: Instant;
  watchId?: string | undefined;
  brand?: string | undefined;
}

/** What is stored of a subject. */
export interface Traces {
  alerts: readonly OwnAlert[];
  extractions: readonly Pick<Extraction, 'id' | 'upstreamId'>[];
  /** What lies below each of its watches. */
  content: ReadonlyMap<string, WatchContent>;
  incidents: readonly Incident[];
  silences: readonly Silence[];
  /** Its objects in the bucket. */
  objects: number;
  /** Written reports on its brand. */
  reports: readonly ReportRecord[];
  /** Its watches of which the extraction service has objects. */
  upstream: readonly string[];
  /** All other watches of which something may be stored. */
  others: readonly string[];
}

type TraceContext = Pick<ForgetContext, 'since' | 'progress'>;

/** More alerts or extractions than there are in a day. */
const MOST_A_DAY = 1_000_000;
/** More reports than are ever kept. */
const MOST_REPORTS = 100_000;
/** How many days are read at a time. */
const DAYS_AT_ONCE = 16;

/** Reads what is stored of a subject. Changes nothing. */
export async function readTraces(
  subject: Subject,
  ports: ForgetPorts,
  context: TraceContext,
): Promise<Traces> {
  const { watches, brand } = subject;
  const { own, named } = await readAlerts(subject, ports, context);
  const extractions = await readExtractions(watches, ports, context);
  const content = new Map<string, WatchContent>();
  for (const id of watches) {
    context.progress(`items of ${id} …`);
    content.set(id, await ports.removals.contentOf(id));
  }
  const open = await ports.incidents.open();
  const reports = (await ports.reportRecords.latest(MOST_REPORTS)).filter((record) => record.brand === brand);
  const resources = await ports.resources.all();
  const folders = await foldersOf(subject, { reports, ports });
  const objects = await inParallel(folders, (folder) => ports.objects.count(folder));
  const applied = (await ports.definitions.watches()).map(({ id }) => id);
  const removed = (await ports.removedWatches.all(ports.clock.now())).map(({ watchId }) => watchId);
  return {
    alerts: own,
    extractions,
    content,
    incidents: open.filter((incident) => isOf(incident, watches)),
    silences: (await ports.silences.since(0)).filter((one) => silenceWithout(subject, one) !== one),
    objects: objects.reduce((sum, one) => sum + one, 0),
    reports,
    upstream: resources.flatMap(({ type, name }) =>
      type === 'monitor' && watches.includes(name) ? [name] : [],
    ),
    others: [...new Set([...applied, ...removed, ...named])].filter((id) => !watches.includes(id)).toSorted(),
  };
}

/** Whether something is stored. */
export function isEmpty(traces: Traces): boolean {
  const { alerts, extractions, incidents, silences, reports, upstream, objects, content } = traces;
  const lists = [alerts, extractions, incidents, silences, reports, upstream];
  const items = [...content.values()].flatMap((one) => Object.values<number>({ ...one }));
  return objects === 0 && lists.every(({ length }) => length === 0) && items.every((count) => count === 0);
}

/**
 * The folders of the bucket that hold objects of a subject. Other reports may have a name that the brand's reports had once:
 * then only the files of its own periods are named.
 */
export async function foldersOf(
  { watches, brand }: Subject,
  {
    reports,
    ports,
  }: { reports: readonly ReportRecord[]; ports: Pick<ForgetPorts, 'reportPlans' | 'reportRecords'> },
): Promise<string[]> {
  const own = watches.flatMap((id) => [
    ...['news', 'events', 'extraction'].map((service) => `raw/${service}/${id}/`),
    `deliveries/${id}/`,
  ]);
  if (brand === undefined || reports.length === 0) return own;
  const plans = (await ports.reportPlans.plans()).map(({ id }) => id);
  const all = await ports.reportRecords.latest(MOST_REPORTS);
  const shared = new Set([...plans, ...all.flatMap((one) => (one.brand === brand ? [] : [one.reportId]))]);
  const ofReports = reports.map(({ reportId, period: { first, last } }) =>
    shared.has(reportId) ? `reports/${reportId}/${first}_${last}.` : `reports/${reportId}/`,
  );
  return [...own, ...new Set(ofReports)];
}

function isOf({ subject, watchId }: Incident, watches: readonly string[]): boolean {
  return watches.some((id) => id === watchId || subject.startsWith(`watch:${id}:`));
}

/** The alerts of a subject, and the watches that any alert names. */
async function readAlerts(
  subject: Subject,
  { alerts, clock }: ForgetPorts,
  { since, progress }: TraceContext,
): Promise<{ own: OwnAlert[]; named: Set<string> }> {
  const own: OwnAlert[] = [];
  const named = new Set<string>();
  for (const days of partsOf(daysFrom(since, clock.now()), DAYS_AT_ONCE)) {
    progress(`alerts of ${days[0]} …`);
    for (const found of await inParallel(days, (day) => alerts.madeOn(day, MOST_A_DAY))) {
      for (const { alert, state } of found) {
        const { id, channel, createdAt, watchId, brand } = alert;
        if (watchId !== undefined) named.add(watchId);
        if (!isAbout(subject, alert)) continue;
        own.push({ id, channel, createdAt, watchId, brand, state });
        // The list has an alert once. Its items on other lanes are read by its id.
        if (alert.lanes === undefined) continue;
        for (const other of await alerts.onLanes(id))
          if (other.alert.channel !== channel && alert.lanes.includes(other.alert.channel))
            own.push({
              id,
              channel: other.alert.channel,
              createdAt,
              watchId,
              brand,
              state: other.state,
            });
      }
    }
  }
  return { own, named };
}

async function readExtractions(
  watches: readonly string[],
  { extractions, clock }: ForgetPorts,
  { since, progress }: TraceContext,
): Promise<Pick<Extraction, 'id' | 'upstreamId'>[]> {
  const own: Pick<Extraction, 'id' | 'upstreamId'>[] = [];
  for (const days of partsOf(daysFrom(since, clock.now()), DAYS_AT_ONCE)) {
    progress(`jobs of ${days[0]} …`);
    const found = await inParallel(days, (day) => extractions.madeOn(day, MOST_A_DAY));
    own.push(...found.flat().filter(({ watchId }) => watches.includes(watchId)));
  }
  return own;
}

/** The UTC days from an instant until another, the latest first. */
function daysFrom(from: Instant, to: Instant): string[] {
  const days: string[] = [];
  for (let at = to; dayOf(at) >= dayOf(from); at -= DAY) days.push(dayOf(at));
  return days;
}
