import type { Alert } from '../../domain/alerts/alert.ts';
import type { Message } from '../../domain/alerts/message.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import type { BatchReason } from '../../domain/channels/message-plan.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import type { Extraction } from '../../domain/extraction/extraction.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { defined } from '../../domain/lib/fields.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import type { ReportRecord } from '../../domain/reports/report-record.ts';
import type { StoryRecord } from '../../domain/stories/story.ts';
import { DAY, dayOf, type Instant } from '../../domain/time/instant.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { Ports, StoredObjects } from '../ports/ports.ts';

/** What forgetting takes. Everything but the removals is a port that the functions use too. */
export interface ForgetPorts
  extends Pick<
    Ports,
    | 'clock'
    | 'definitions'
    | 'removedWatches'
    | 'states'
    | 'expectedRuns'
    | 'leases'
    | 'spaces'
    | 'stories'
    | 'alerts'
    | 'messages'
    | 'outbox'
    | 'gate'
    | 'silences'
    | 'extractions'
    | 'resources'
    | 'incidents'
    | 'reportPlans'
    | 'reportRecords'
    | 'rollups'
    | 'removals'
  > {
  schedules: Pick<Ports['schedules'], 'remove'>;
  objects: StoredObjects;
  /** Makes the message of some alerts: what a message that named others too is replaced with. */
  compose: (
    alerts: readonly Alert[],
    to: { channel: Channel; now: Instant; because: BatchReason },
  ) => Message;
}

/** How a forgetting is done. */
export interface ForgetContext {
  /** Until when it waits for an apply to end. */
  deadline: Instant;
  /** Alerts, stories and extractions made before are not looked for. */
  since: Instant;
  progress: (text: string) => void;
}

/** Why nothing was forgotten, or why it could not be completed. */
export type Obstacle =
  /** The file still names it: these watches, or these reports. */
  | { by: 'file'; watches: readonly string[]; reports: readonly string[] }
  /** An apply is running. */
  | { by: 'apply' }
  /** A run of the watch holds its lease. */
  | { by: 'run'; watchId: string }
  /** A function that began before the watch was removed may still write until then. */
  | { by: 'recent'; watchId: string; until: Instant }
  /** The extraction service still has objects of these watches. */
  | { by: 'upstream'; watches: readonly string[] }
  /** A message of this channel that names it is being sent. */
  | { by: 'delivery'; channel: string }
  /** Somebody stored something meanwhile. */
  | { by: 'writer'; watchId: string };

/**
 * What is to be forgotten: watches that the file does not name any more, and with `brand` also what only names the
 * brand.
 */
export interface Subject {
  watches: readonly string[];
  brand?: string;
}

type WatchContent = Awaited<ReturnType<ForgetPorts['removals']['contentOf']>>;

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
  /** The stories that one of its watches has found. */
  stories: readonly OwnStory[];
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
}

/** A story as far as it is needed to take watches out of it. */
type OwnStory = Pick<StoryRecord, 'id' | 'space' | 'watches'>;

type TraceContext = Pick<ForgetContext, 'since' | 'progress'>;

/** More alerts, stories or extractions than there are in a day. */
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
  const days = { ...context, now: ports.clock.now() };
  const isOwn = ({ watchId }: { watchId: string }) => watches.includes(watchId);
  const alerts = await readDays('alerts', days, (day) => readAlerts(day, { subject, alerts: ports.alerts }));
  const stories = await readDays('stories', days, async (day) => {
    const made = await ports.stories.madeOn(day, { limit: MOST_A_DAY });
    return made.flatMap(({ id, space, watches: found }) =>
      found.some((one) => watches.includes(one)) ? [{ id, space, watches: found }] : [],
    );
  });
  const extractions = await readDays('jobs', days, async (day) =>
    (await ports.extractions.madeOn(day, MOST_A_DAY)).filter(isOwn),
  );
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
  return {
    alerts,
    stories,
    extractions,
    content,
    incidents: open.filter((incident) => isOf(incident, watches)),
    silences: (await ports.silences.since(0)).filter((one) => silenceWithout(subject, one) !== one),
    objects: objects.reduce((sum, one) => sum + one, 0),
    reports,
    upstream: resources.flatMap(({ type, name }) =>
      type === 'monitor' && watches.includes(name) ? [name] : [],
    ),
  };
}

/** Whether something is stored. */
export function isEmpty(traces: Traces): boolean {
  const { alerts, stories, extractions, incidents, silences, reports, upstream, objects, content } = traces;
  const lists = [alerts, stories, extractions, incidents, silences, reports, upstream];
  const items = [...content.values()].flatMap((one) => Object.values<number>({ ...one }));
  return objects === 0 && lists.every(({ length }) => length === 0) && items.every((count) => count === 0);
}

/**
 * The folders of the bucket that hold objects of a subject. Other reports may have a name that the brand's reports
 * had once: then only the files of its own periods are named.
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

/** Whether an alert belongs to the subject: one that a watch of it has caused, or that of a report on its brand. */
function isAbout({ watches, brand }: Subject, alert: Pick<Alert, 'watchId' | 'brand'>): boolean {
  if (alert.watchId !== undefined) return watches.includes(alert.watchId);
  return brand !== undefined && alert.brand === brand;
}

/**
 * A silence without the subject: undefined when it mutes nothing any more, and the same object when it does not name
 * the subject.
 */
export function silenceWithout({ watches, brand }: Subject, silence: Silence): Silence | undefined {
  const { watch, brand: brands } = silence.matchers;
  const leftWatches = watch?.filter((id) => !watches.includes(id));
  const leftBrands = brands?.filter((id) => id !== brand);
  if (leftWatches?.length === watch?.length && leftBrands?.length === brands?.length) return silence;
  if (leftWatches?.length === 0 || leftBrands?.length === 0) return undefined;
  const matchers = defined<Silence['matchers']>({
    ...silence.matchers,
    watch: leftWatches,
    brand: leftBrands,
  });
  return { ...silence, matchers };
}

/** What is read of each day since then, some days at a time. */
async function readDays<T>(
  what: string,
  { since, now, progress }: TraceContext & { now: Instant },
  read: (day: string) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (const days of partsOf(daysFrom(since, now), DAYS_AT_ONCE)) {
    progress(`${what} of ${days[0]} …`);
    found.push(...(await inParallel(days, read)).flat());
  }
  return found;
}

/** The alerts of a day. The list has an alert once: its items on other lanes are read by its id. */
async function readAlerts(
  day: string,
  { subject, alerts }: { subject: Subject; alerts: ForgetPorts['alerts'] },
): Promise<OwnAlert[]> {
  const found = (await alerts.madeOn(day, MOST_A_DAY)).filter(({ alert }) => isAbout(subject, alert));
  const own = await inParallel(found, async (one) => {
    const { id, channel, lanes } = one.alert;
    const others = lanes === undefined ? [] : await alerts.onLanes(id);
    return [
      one,
      ...others.filter(({ alert: { channel: lane } }) => lane !== channel && lanes?.includes(lane)),
    ];
  });
  return own.flat().map(({ alert: { id, channel, createdAt, watchId, brand }, state }) => ({
    id,
    channel,
    createdAt,
    watchId,
    brand,
    state,
  }));
}

/** The UTC days from an instant until another, the latest first. */
function daysFrom(from: Instant, to: Instant): string[] {
  const days: string[] = [];
  for (let at = to; dayOf(at) >= dayOf(from); at -= DAY) days.push(dayOf(at));
  return days;
}
