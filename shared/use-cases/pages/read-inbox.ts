import type {
  DayPage,
  ExtractionsView,
  MutesView,
  PageContext,
  ReportsView,
  ServiceUsage,
  StatusView,
  WatchJudged,
  WatchView,
} from '../../domain/pages/inbox.ts';
import { countMuted, isInForce } from '../../domain/channels/silence.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { DAY, dayOf, type Instant } from '../../domain/time/instant.ts';
import { creditsOf } from '../../domain/usage/demand.ts';
import type { Incident } from '../../domain/incidents/incident.ts';
import { monthOf, type RunState } from '../../domain/runs/run-state.ts';
import { serviceOf, type Track, type Watch } from '../../domain/watches/watch.ts';
import { type WatchStatus, watchStatus } from '../../domain/pages/watch-status.ts';
import { readWatchActions } from './read-watch-actions.ts';
import { changeText, fateOf, fieldsOfWatch, isActive } from '../../domain/edits/edits.ts';
import { actionForm, type PagePorts } from './page-ports.ts';
import { agreementOf, marksOf } from '../../domain/pages/agreement.ts';
import type { ReaderAction } from '../../domain/pages/reader-action.ts';

/** The most entries of a page: far below what the gateway allows. */
const MOST = 300;
const MOST_JOBS = 60;
const MOST_WINDOWS = 20;
const MOST_FINDINGS = 24;
/** Each with up to 16 KB of JSON. */
const MOST_QUARANTINED = 10;
const REPORTS_A_PAGE = 50;

/** The state of every watch, and what is broken. */
export async function readStatus(ports: PagePorts, now: Instant): Promise<StatusView> {
  const [watches, incidents, dead] = await Promise.all([
    ports.definitions.watches(),
    ports.incidents.open(),
    ports.messages.dead(),
  ]);
  const [quarantined, mutes] = await Promise.all([ports.quarantine.counts(now), readMutes(ports, now)]);
  const statuses = await readStatuses(watches, ports, { now, incidents, quarantined });
  return {
    watches: statuses,
    incidents,
    dead: dead.slice(0, MOST),
    mutes,
    overruled: await readOverruled(watches, ports),
    usage: usageOf(watches, statuses),
  };
}

async function readOverruled(
  watches: readonly Watch[],
  { definitions }: Pick<PagePorts, 'definitions'>,
): Promise<string[]> {
  const ids = new Set(watches.map(({ id }) => id));
  const edited = await definitions.ofFile.watch.all();
  return edited.flatMap(({ base, edits }) => {
    const fields = ids.has(base.id) && edits.length > 0 ? fieldsOfWatch(base) : [];
    const overruled =
      fields.length === 0
        ? []
        : edits.filter((edit) => isActive(edit) && fateOf(edit, fields) === 'overruled');
    return overruled.map((edit) => `${base.id} ${changeText(edit)} by ${edit.by.name}`);
  });
}

function usageOf(watches: readonly Watch[], statuses: readonly WatchStatus[]): ServiceUsage[] {
  const months = new Map(statuses.map(({ id, month }) => [id, month]));
  return [...Map.groupBy(watches, ({ kind }) => serviceOf(kind))].map(([service, own]) => {
    const used = own.flatMap(({ id }) => months.get(id) ?? []);
    return {
      service,
      calls: used.reduce((sum, { calls }) => sum + calls, 0),
      credits: used.reduce((sum, { credits = 0 }) => sum + credits, 0),
    };
  });
}

/** What is known about watches beside what is stored. */
interface KnownOfWatches {
  now: Instant;
  /** All that are open. */
  incidents: readonly Incident[];
  /** Their states, where they are read already. */
  states?: readonly RunState[];
  /** How many items of a watch are in quarantine. Default: none. */
  quarantined?: ReadonlyMap<string, number>;
}

/** The states of watches in their order, for the pages and the command line. */
export async function readStatuses(
  watches: readonly Watch[],
  ports: { states: Pick<PagePorts['states'], 'readAll'>; resources: Pick<PagePorts['resources'], 'monitor'> },
  { now, incidents, states: given, quarantined }: KnownOfWatches,
): Promise<WatchStatus[]> {
  const monitored = watches.filter(({ monitor }) => monitor !== undefined);
  const [read, monitors] = await Promise.all([
    given ?? ports.states.readAll(watches.map(({ id }) => id)),
    inParallel(monitored, async ({ id }) => [id, await ports.resources.monitor(id)] as const),
  ]);
  const held = new Map(monitors);
  const byTrack = new Map(read.map((state) => [`${state.watchId} ${state.track}`, state]));
  const stateOf = (id: string, of: Track) => byTrack.get(`${id} ${of}`);
  return watches.map((watch) => {
    const { id } = watch;
    const [live, backfill] = [stateOf(id, 'live'), stateOf(id, 'backfill')];
    const facts = {
      live,
      backfill,
      resource: held.get(id),
      incidents,
      quarantined: quarantined?.get(id) ?? 0,
    };
    return watchStatus(watch, facts, now);
  });
}

/** One watch, with what it found today and yesterday. */
export async function readWatch(
  id: string,
  ports: PagePorts,
  { root, now }: Pick<PageContext, 'root' | 'now'>,
): Promise<WatchView | undefined> {
  const watch = await ports.definitions.watch(id);
  if (!watch) return undefined;
  const [quarantined, incidents] = await Promise.all([
    ports.quarantine.counts(now, id),
    ports.incidents.open(),
  ]);
  const [[status], readers, quarantine, windows, findings] = await Promise.all([
    readStatuses([watch], ports, { now, incidents, quarantined }),
    readWatchActions(id, { watch, ports }),
    ports.quarantine.latest(id, { limit: MOST_QUARANTINED, now }),
    ports.windows.latest(id, MOST_WINDOWS),
    ports.timeline.latest(id, [dayOf(now), dayOf(now - DAY)], MOST_FINDINGS),
  ]);
  const judged = watch.judge && (await readJudged(id, { actions: readers.actions, root, now, ports }));
  return (
    status && {
      watch,
      status,
      readers,
      judged,
      windows,
      quarantine,
      findings,
    }
  );
}

/** So many of the latest findings of the month are compared with marks, and so many words of the model are listed. */
const MOST_COMPARED = 200;
const MOST_WORDS = 20;

/** What the judge of a watch did this month. Each of its words has a form, for the channel of the alert. */
async function readJudged(
  id: string,
  given: { actions: readonly ReaderAction[]; root: string; now: Instant; ports: PagePorts },
): Promise<WatchJudged> {
  const { actions, root, now, ports } = given;
  const days = Array.from({ length: new Date(now).getUTCDate() }, (_, n) => dayOf(now - n * DAY));
  const [month, found, { keys }] = await Promise.all([
    ports.judging.month({ watchId: id, month: monthOf(now) }),
    ports.timeline.latest(id, days, MOST_COMPARED),
    ports.links(),
  ]);
  const spoken = found.flatMap(({ finding, judged, verdict }) =>
    judged && verdict && 'notified' in verdict ? [{ finding, judged, alertId: verdict.notified }] : [],
  );
  const marks = marksOf(actions);
  const words = await inParallel(spoken.slice(0, MOST_WORDS), async ({ alertId, finding, judged }) => {
    const alert = (await ports.alerts.get(alertId))?.alert;
    if (!alert) return [];
    const kind = judged.relevant ? 'not-relevant' : 'relevant';
    const form = actionForm({ alert, lane: alert.channel, root, keys }, { kind, isUndone: false }, now);
    return [{ finding, judged, mark: marks.get(alertId), form }];
  });
  const agreement = agreementOf(new Map(spoken.map(({ alertId, judged }) => [alertId, judged])), marks);
  return { month, agreement, words: words.flat() };
}

/** Which page of which UTC day. */
type DayPart = Pick<DayPage<never>, 'day' | 'page'>;

/** Of a day so many jobs are looked at for those of one watch. */
const MOST_LOOKED_AT = 1_000;

/**
 * The jobs of the extraction service that were started on a day, of all watches or one, newest first, each with what
 * it cost.
 */
export async function readExtractions(
  { watch, ...part }: DayPart & { watch?: string | undefined },
  ports: PagePorts,
): Promise<ExtractionsView> {
  const limit = watch === undefined ? part.page * MOST_JOBS + 1 : MOST_LOOKED_AT;
  const [all, watches] = await Promise.all([
    ports.extractions.madeOn(part.day, limit),
    ports.definitions.watches(),
  ]);
  const made = all.filter(({ watchId }) => watch === undefined || watchId === watch);
  const byId = new Map(watches.map((one) => [one.id, one]));
  const entries = made.slice((part.page - 1) * MOST_JOBS, part.page * MOST_JOBS).map((one) => {
    const prices = byId.get(one.watchId)?.prices;
    const isPaid = one.upstreamId !== undefined && one.records > 0;
    const credits = isPaid
      ? creditsOf({ query: one.query, ...(prices && { prices }) }, one.records)
      : undefined;
    return { ...one, ...(credits !== undefined && { credits }) };
  });
  const cut = made.length > part.page * MOST_JOBS;
  return { ...part, ...(watch !== undefined && { watch }), entries, cut };
}

/** The written reports, the latest days first, a page at a time. */
export async function readReports(
  page: number,
  ports: PagePorts,
  { root, now }: Pick<PageContext, 'root' | 'now'>,
): Promise<ReportsView> {
  const begin = (page - 1) * REPORTS_A_PAGE;
  const end = begin + REPORTS_A_PAGE;
  const found = await ports.reportRecords.latest(end + 1);
  const kept = found.slice(begin, end).filter(({ expiresAt }) => expiresAt > now);
  const entries = kept.map((record) => ({ record, path: `${root}/reports/${record.id}` }));
  return { page, entries, more: found.length > end };
}

/** Of how many days muted alerts are counted. */
const MUTED_DAYS = 7;

/** The silences in force, and how many of the alerts of the last 7 days they and others have muted. */
export async function readMutes(
  {
    silences,
    alerts,
  }: { silences: Pick<PagePorts['silences'], 'since'>; alerts: Pick<PagePorts['alerts'], 'mutedSince'> },
  now: Instant,
): Promise<MutesView> {
  const [known, muted] = await Promise.all([silences.since(now), alerts.mutedSince(now - MUTED_DAYS * DAY)]);
  const counts = countMuted(muted);
  const inForce = known.filter((silence) => isInForce(silence, now));
  return {
    inForce: inForce.map((silence) => ({ silence, alerts: counts.get(silence.id) ?? 0 })),
    alerts: muted.length,
  };
}
