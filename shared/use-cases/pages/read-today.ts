import type { Fields } from '../../domain/pages/http-exchange.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import {
  type AlertEntry,
  MOST_PAGES,
  type PageContext,
  type BrandDay,
  type OverviewView,
  usualOf,
  type WaitingAlerts,
} from '../../domain/pages/inbox.ts';
import type { ReaderAction } from '../../domain/pages/reader-action.ts';
import { type LinkKeys, TRIAGE_ACTIONS } from '../../domain/pages/signed-link.ts';
import {
  isWanted,
  newSince,
  readTriageQuery,
  type TodayView,
  type TriageItem,
  triageItems,
  triageOrder,
  type TriageRow,
  visitNow,
} from '../../domain/pages/triage.ts';
import { mayAct } from '../../domain/pages/viewer.ts';
import { storyOfRecord } from '../../domain/stories/story.ts';
import { dayAfter, dayOf, type Instant, MINUTE } from '../../domain/time/instant.ts';
import type { Severity, Watch } from '../../domain/watches/watch.ts';
import { actionForm, actionForms, type PagePorts } from './page-ports.ts';
import { channelNameOf } from '../../domain/channels/channel.ts';
import { defined } from '../../domain/lib/fields.ts';
import { searchedState, type SearchedState } from '../../domain/pages/search-match.ts';
import { COUNTED_DAYS, type RunState } from '../../domain/runs/run-state.ts';
import { isFaulty } from '../../domain/pages/watch-status.ts';
import { readStatuses } from './read-inbox.ts';

/** Alerts of so many days are listed, the latest of them first, and so many alerts at most. */
const DAYS = 7;
const MOST_ALERTS = 600;
const ON_A_PAGE = 20;

/** Today: what is to be looked at, by story, the most severe first. */
export async function readToday(
  { fields, page, desk }: { fields: Fields; page: number; desk: PageContext },
  ports: PagePorts,
): Promise<TodayView> {
  const query = readTriageQuery(fields);
  const [overview, read, visit] = await Promise.all([
    readOverview(ports, desk.now),
    readAlerts(desk.now, ports),
    noteVisit(desk, ports),
  ]);
  const day = dayOf(desk.now);
  const since = newSince(visit);
  const all = triageItems(read.entries, await actionsOnAll(read.entries, ports));
  const open = all.filter(({ handled }) => handled === undefined);
  const wanted = all.filter((item) => isWanted(item, query, desk.viewer)).toSorted(triageOrder(since));
  const shown = wanted.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE);
  const [kind, of] = [TRIAGE_ACTIONS.find((one) => one === fields['done']), fields['of']];
  const done = kind === undefined ? undefined : all.find(({ id }) => id === of);
  const rows = await rowsOf([...shown, ...(done ? [done] : [])], { since, desk, ports });
  const doneRow = done && rows.at(-1);
  return {
    ...overview,
    day,
    alerts: countByState(read.entries.filter(({ alert }) => dayOf(alert.createdAt) === day)),
    waiting: waitingIn(read.entries),
    query,
    rows: rows.slice(0, shown.length),
    page,
    more: wanted.length > page * ON_A_PAGE && page < MOST_PAGES,
    count: wanted.length,
    open: countBySeverity(open),
    fresh: open.filter(({ newest }) => newest.alert.createdAt > since).length,
    visit,
    from: read.from,
    ...(kind !== undefined && doneRow && { done: { row: doneRow, kind, isUndone: 'undone' in fields } }),
    choices: {
      brand: distinct(all.flatMap(({ newest }) => newest.alert.brand ?? [])),
      language: distinct(
        all.flatMap(({ newest }) => newest.alert.items.flatMap((one) => one.language ?? [])),
      ),
    },
  };
}

/** The latest alerts, and since when they are all there. */
async function readAlerts(
  now: Instant,
  { timeline }: Pick<PagePorts, 'timeline'>,
): Promise<{ entries: AlertEntry[]; from: Instant }> {
  const entries: AlertEntry[] = [];
  for (let back = 0; back < DAYS; back += 1) {
    const day = dayAfter(dayOf(now), -back);
    const limit = MOST_ALERTS - entries.length;
    entries.push(...(await timeline.alerts({ day, limit })));
    const last = entries.at(-1);
    if (last && entries.length >= MOST_ALERTS) return { entries, from: last.alert.createdAt };
  }
  return { entries, from: Date.parse(dayAfter(dayOf(now), 1 - DAYS)) };
}

/** What readers did about alerts: one read for each watch. */
export async function actionsOnAll(
  entries: readonly AlertEntry[],
  { readerActions }: Pick<PagePorts, 'readerActions'>,
): Promise<Map<string, ReaderAction[]>> {
  const watches = new Set(entries.flatMap(({ alert }) => alert.watchId ?? []));
  const actions = await inParallel(watches, (watchId) => readerActions.of(watchId));
  return Map.groupBy(actions.flat(), ({ alertId }) => alertId);
}

async function noteVisit({ viewer, now }: PageContext, { visits }: Pick<PagePorts, 'visits'>) {
  const was = await visits.get(viewer.id);
  const visit = visitNow(was, now);
  if (!was || now - was.at >= MINUTE) await visits.put(viewer.id, visit);
  return visit;
}

async function rowsOf(
  items: readonly TriageItem[],
  { since, desk, ports }: { since: Instant; desk: PageContext; ports: PagePorts },
): Promise<TriageRow[]> {
  const ids = items.flatMap(({ newest }) => newest.alert.story?.id ?? []);
  const [records, { keys }] = await Promise.all([ports.stories.read(ids), ports.links()]);
  return items.map((item) => {
    const { newest, handled, owner, note } = item;
    const record = records.get(newest.alert.story?.id ?? '');
    const subject = { alert: newest.alert, lane: newest.alert.channel, root: desk.root, keys };
    const taken = [handled, owner, note].filter((one) => one !== undefined);
    return {
      ...item,
      ...(record && { story: storyOfRecord(record) }),
      fresh: record?.articles.filter(({ at }) => at > since).length ?? 0,
      isNew: newest.alert.createdAt > since,
      ...(mayAct(desk.viewer)
        ? {
            forms: actionForms(subject, { taken, now: desk.now }),
            undo: taken.flatMap((action) => undoOf(action, { item, keys, desk })),
          }
        : { forms: [], undo: [] }),
    };
  });
}

/** The form that takes an action back, on the alert on which somebody did it. */
function undoOf(
  { kind, lane, alertId }: ReaderAction,
  { item, keys, desk }: { item: TriageItem; keys: LinkKeys; desk: PageContext },
): TriageRow['undo'] {
  const about = item.entries.find(({ alert }) => alert.id === alertId);
  if (!about) return [];
  const subject = { alert: about.alert, lane, root: desk.root, keys };
  return [actionForm(subject, { kind, isUndone: true }, desk.now)];
}

function countBySeverity(items: readonly TriageItem[]): Record<Severity, number> {
  const countOf = (wanted: Severity) => items.filter(({ severity }) => severity === wanted).length;
  return { info: countOf('info'), warning: countOf('warning'), critical: countOf('critical') };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}

/** How many alerts were sent, wait, were muted and dropped. */
function countByState(entries: readonly AlertEntry[]): Record<SearchedState, number> {
  const counts = { sent: 0, waiting: 0, muted: 0, dropped: 0 };
  for (const { state } of entries) counts[searchedState(state)] += 1;
  return counts;
}

/** What waits on each channel, and why. An alert that waits on several transports of a channel is one. */
function waitingIn(entries: readonly AlertEntry[]): WaitingAlerts[] {
  const waiting = new Map<string, Omit<WaitingAlerts, 'count'> & { ids: Set<string> }>();
  for (const { alert, state } of entries) {
    if (state.state !== 'pending') continue;
    const [channel, reason] = [channelNameOf(alert.channel), state.heldFor ?? ('due' as const)];
    const key = `${channel} ${reason}`;
    waiting.set(key, { channel, reason, ids: (waiting.get(key)?.ids ?? new Set()).add(alert.id) });
  }
  return Array.from(waiting.values(), ({ ids, ...of }) => ({ ...of, count: ids.size }));
}

/** Today at a glance: volume by brand against the usual, and what is broken. */
async function readOverview(ports: PagePorts, now: Instant): Promise<OverviewView> {
  const watches = await ports.definitions.watches();
  const [states, incidents, dead] = await Promise.all([
    ports.states.readAll(watches.map(({ id }) => id)),
    ports.incidents.open(),
    ports.messages.dead(),
  ]);
  const statuses = await readStatuses(watches, ports, { now, incidents, states });
  return {
    brands: brandsOf(watches, { day: dayOf(now), states }).toSorted(byVolume),
    incidents,
    dead: dead.length,
    watches: {
      all: watches.length,
      faulty: statuses.filter(({ condition }) => isFaulty(condition)).length,
    },
  };
}

/** The most findings of today first; what has no brand comes last. */
function byVolume(one: BrandDay, other: BrandDay): number {
  const [has, otherHas] = [one.brand !== undefined, other.brand !== undefined];
  return Number(otherHas) - Number(has) || (other.days.at(-1) ?? 0) - (one.days.at(-1) ?? 0);
}

/** The days of each brand are added up from the states of its watches: a request for each watch would take long. */
function brandsOf(
  watches: readonly Watch[],
  { day, states }: { day: string; states: readonly RunState[] },
): BrandDay[] {
  const days = Array.from({ length: COUNTED_DAYS }, (_, n) => dayAfter(day, n + 1 - COUNTED_DAYS));
  const byWatch = Map.groupBy(states, ({ watchId }) => watchId);
  return [...Map.groupBy(watches, ({ brand }) => brand)].map(([brand, own]) => {
    const found = own.flatMap(({ id }) => byWatch.get(id) ?? []);
    const counts = days.map((one) => sumOf(found, ({ counters }) => counters.foundOn[one] ?? 0));
    const [name] = own.flatMap(({ brandName }) => (brand === undefined ? [] : (brandName ?? [])));
    return defined<BrandDay>({ brand, name, days: counts, usual: usualOf(counts.slice(0, -1)) });
  });
}

function sumOf<T>(all: readonly T[], count: (one: T) => number): number {
  return all.reduce((sum, one) => sum + count(one), 0);
}
