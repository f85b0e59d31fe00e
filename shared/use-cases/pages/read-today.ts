import { inParallel } from '../../domain/lib/in-parallel.ts';
import { type AlertEntry, MOST_PAGES, type PageContext } from '../../domain/pages/inbox.ts';
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
import { SEVERITIES, type Severity } from '../../domain/watches/watch.ts';
import { actionForms, actionsPathOf, actionToken, type PagePorts, subjectBehind } from './page-ports.ts';
import { readOverview } from './read-overview.ts';

/** Alerts of so many days are listed, the latest of them first, and so many alerts at most. */
const DAYS = 7;
const MOST_ALERTS = 600;
const ON_A_PAGE = 20;

/** Today: what is to be looked at, by story, the most severe first. */
export async function readToday(
  { fields, page, desk }: { fields: Readonly<Record<string, string>>; page: number; desk: PageContext },
  ports: PagePorts,
): Promise<TodayView> {
  const query = readTriageQuery(fields);
  const [overview, read, visit] = await Promise.all([
    readOverview(ports, desk.now),
    readAlerts(desk.now, ports),
    noteVisit(desk, ports),
  ]);
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
    const subject = subjectBehind(newest.alert, { root: desk.root, keys });
    const taken = [handled, owner, note].filter((one) => one !== undefined);
    return {
      ...item,
      ...(record && { story: storyOfRecord(record) }),
      fresh: record?.articles.filter(({ at }) => at > since).length ?? 0,
      isNew: newest.alert.createdAt > since,
      path: actionsPathOf(subject),
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
  const subject = subjectBehind(about.alert, { root: desk.root, keys, lane });
  const token = actionToken(subject, { kind, isUndone: true }, desk.now);
  return [{ kind, lane, token, path: actionsPathOf(subject) }];
}

function countBySeverity(items: readonly TriageItem[]): Record<Severity, number> {
  const countOf = (wanted: Severity) => items.filter(({ severity }) => severity === wanted).length;
  const [info, warning, critical] = SEVERITIES.map(countOf);
  return { info: info ?? 0, warning: warning ?? 0, critical: critical ?? 0 };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}
