import type {
  DayPage,
  ExtractionsView,
  PageContext,
  ReportsView,
  StatusView,
  WatchView,
} from '../../domain/pages/inbox.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { DAY, dayOf, type Instant } from '../../domain/time/instant.ts';
import { creditsOf } from '../../domain/usage/demand.ts';
import type { Track, Watch } from '../../domain/watches/watch.ts';
import { type WatchStatus, watchStatus } from '../../domain/pages/watch-status.ts';
import { readMutes } from './read-mutes.ts';
import { readWatchActions } from './read-watch-actions.ts';
import type { PagePorts } from './page-ports.ts';

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
  const [statuses, quarantined, mutes] = await Promise.all([
    readStatuses(watches, ports, now),
    inParallel(watches, ({ id }) => ports.quarantine.count(id, now)),
    readMutes(ports, now),
  ]);
  return {
    watches: statuses.map((status, n) => ({ ...status, quarantined: quarantined[n] ?? 0 })),
    incidents,
    dead: dead.slice(0, MOST),
    mutes,
  };
}

/**
 * The states of watches in their order, without what is in quarantine. The scheduler is not queried: a defined watch
 * has a schedule, and a rate counts from its last run.
 */
export async function readStatuses(
  watches: readonly Watch[],
  { states, resources, incidents }: Pick<PagePorts, 'states' | 'resources' | 'incidents'>,
  now: Instant,
): Promise<WatchStatus[]> {
  const monitored = watches.filter(({ monitor }) => monitor !== undefined);
  const [read, open, monitors] = await Promise.all([
    states.readAll(watches.map(({ id }) => id)),
    incidents.open(),
    inParallel(monitored, async ({ id }) => [id, await resources.monitor(id)] as const),
  ]);
  const held = new Map(monitors);
  const stateOf = (id: string, of: Track) =>
    read.find(({ watchId, track }) => watchId === id && track === of);
  return watches.map((watch) => {
    const [live, backfill] = [stateOf(watch.id, 'live'), stateOf(watch.id, 'backfill')];
    const resource = held.get(watch.id);
    const facts = { live, backfill, resource, schedule: { start: undefined }, incidents: open };
    return watchStatus(watch, facts, now);
  });
}

/** One watch, with what it found today and yesterday. */
export async function readWatch(id: string, ports: PagePorts, now: Instant): Promise<WatchView | undefined> {
  const watch = await ports.definitions.watch(id);
  if (!watch) return undefined;
  const [[status], quarantined, readers, quarantine, windows, findings] = await Promise.all([
    readStatuses([watch], ports, now),
    ports.quarantine.count(id, now),
    readWatchActions(id, { watch, ports }),
    ports.quarantine.latest(id, { limit: MOST_QUARANTINED, now }),
    ports.windows.latest(id, MOST_WINDOWS),
    ports.timeline.latest(id, [dayOf(now), dayOf(now - DAY)], MOST_FINDINGS),
  ]);
  return (
    status && {
      watch,
      status: { ...status, quarantined },
      readers,
      windows,
      quarantine,
      findings,
    }
  );
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
