import type { Fields } from '../../domain/pages/http-exchange.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import {
  type AlertEntry,
  type AlertGroup,
  type AlertsView,
  groupByStory,
  LOOKED_BACK,
  type PageContext,
} from '../../domain/pages/inbox.ts';
import { actionsOn, type LinkKeys } from '../../domain/pages/signed-link.ts';
import { countActions, type ReaderAction, type WatchMarks } from '../../domain/pages/reader-action.ts';
import { mayAct } from '../../domain/pages/viewer.ts';
import { placeIn } from '../../domain/pages/search-view.ts';
import { dayAfter, dayOf, type Instant } from '../../domain/time/instant.ts';
import { actionForm, type PagePorts } from './page-ports.ts';
import { actionsOnAll } from './read-today.ts';
import { readWatchActions } from './read-watch-actions.ts';

/** How many alerts a page has. */
const ON_A_PAGE = 30;

interface AlertsRequest {
  /** A UTC day. */
  day: string;
  query: Fields;
  desk: Pick<PageContext, 'root' | 'now' | 'viewer'>;
}

/** A page of the alerts of a day by story, the newest first. An empty day says when the last alert before it was. */
export async function readAlerts({ day, query, desk }: AlertsRequest, ports: PagePorts): Promise<AlertsView> {
  const [found, { keys }, marks] = await Promise.all([
    ports.timeline.alerts({ day, before: placeIn(query['after'] ?? ''), limit: ON_A_PAGE + 1 }),
    ports.links(),
    readMarks(ports, desk.now),
  ]);
  const entries = found.slice(0, ON_A_PAGE);
  const last = entries.at(-1)?.alert;
  const actions = await actionsOnAll(entries, ports);
  const isFirst = query['after'] === undefined;
  return {
    day,
    groups: groupByStory(entries).map((group) => groupOf(group, { actions, keys, desk })),
    count: entries.length,
    isFirst,
    ...(last && found.length > ON_A_PAGE && { next: { at: last.createdAt, id: last.id } }),
    ...(entries.length === 0 && { last: await lastBefore(day, ports) }),
    marks,
  };
}

function groupOf(
  entries: readonly AlertEntry[],
  {
    actions,
    keys,
    desk: { root, now, viewer },
  }: {
    actions: ReadonlyMap<string, ReaderAction[]>;
    keys: LinkKeys;
    desk: AlertsRequest['desk'];
  },
): AlertGroup {
  const about = entries.flatMap(({ alert }) => actions.get(alert.id) ?? []);
  const acknowledged = about.filter(({ kind, undoneAt }) => kind === 'acknowledge' && undoneAt === undefined);
  const [newest] = entries;
  if (
    !newest ||
    acknowledged.length > 0 ||
    !mayAct(viewer) ||
    !actionsOn(newest.alert).includes('acknowledge')
  )
    return { entries, acknowledged };
  const subject = { alert: newest.alert, lane: newest.alert.channel, root, keys };
  return { entries, acknowledged, form: actionForm(subject, { kind: 'acknowledge', isUndone: false }, now) };
}

async function lastBefore(
  day: string,
  { alerts }: Pick<PagePorts, 'alerts'>,
): Promise<NonNullable<AlertsView['last']>> {
  const days = Array.from({ length: LOOKED_BACK }, (_, n) => dayAfter(day, -1 - n));
  const latest = await inParallel(days, (one) => alerts.latestOn(one, 1));
  const [last] = latest.flat();
  return last ? { alert: last.alert } : 'none';
}

/** Of how many days alerts are counted, and how many alerts at most: whole days, the latest first. */
const DAYS = 31;
const MOST_ALERTS = 2_000;

type MarkPorts = Pick<PagePorts, 'alerts' | 'definitions' | 'readerActions'>;

/**
 * What readers marked of the alerts of the last 31 days, for each watch with a mark, most of what is not relevant
 * first.
 */
async function readMarks(ports: MarkPorts, now: Instant): Promise<WatchMarks[]> {
  const watches = await ports.definitions.watches();
  const marked = await inParallel(watches, async (watch) => ({
    watch,
    actions: await ports.readerActions.of(watch.id),
  }));
  const withMarks = marked.filter(({ actions }) => actions.some(({ undoneAt }) => undoneAt === undefined));
  if (withMarks.length === 0) return [];
  const byWatch = await alertsByWatch(ports, now);
  const marks = await inParallel(withMarks, async ({ watch, actions }): Promise<WatchMarks> => {
    const alerts = byWatch.get(watch.id) ?? new Set();
    const counts = countActions(actions.filter(({ alertId }) => alerts.has(alertId)));
    return {
      watchId: watch.id,
      alerts: alerts.size,
      notRelevant: counts['not-relevant'],
      acknowledged: counts.acknowledge,
      proposed: (await readWatchActions(watch.id, { watch, ports })).proposed,
    };
  });
  return marks
    .filter(({ notRelevant, acknowledged }) => notRelevant + acknowledged > 0)
    .toSorted((one, other) => other.notRelevant - one.notRelevant);
}

/** The ids of alerts by watch. It stops behind a day with which there are too many. */
async function alertsByWatch(
  { alerts }: Pick<MarkPorts, 'alerts'>,
  now: Instant,
): Promise<Map<string, Set<string>>> {
  const byWatch = new Map<string, Set<string>>();
  let counted = 0;
  for (let days = 0; days < DAYS && counted < MOST_ALERTS; days += 1) {
    const made = await alerts.latestOn(dayAfter(dayOf(now), -days), MOST_ALERTS);
    counted += made.length;
    for (const { alert } of made) {
      if (alert.watchId === undefined) continue;
      const ids = byWatch.get(alert.watchId) ?? new Set<string>();
      byWatch.set(alert.watchId, ids.add(alert.id));
    }
  }
  return byWatch;
}
