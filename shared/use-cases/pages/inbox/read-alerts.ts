import { inParallel } from '../../../domain/lib/in-parallel.ts';
import {
  type AlertGroup,
  type AlertsView,
  groupByStory,
  LOOKED_BACK,
} from '../../../domain/pages/alerts-view.ts';
import type { AlertEntry } from '../../../domain/pages/inbox.ts';
import { actionsPath } from '../../../domain/pages/page-links.ts';
import { actionsOn, type ReaderAction } from '../../../domain/pages/reader-action.ts';
import { placeIn } from '../../../domain/pages/search/search-view.ts';
import { type LinkKeys, receiptIdOf } from '../../../domain/pages/signed-link.ts';
import { dayAfter, type Instant } from '../../../domain/time/instant.ts';
import { actionToken } from '../action-token.ts';
import type { PagePorts } from '../page-ports.ts';
import { readMarks } from './read-marks.ts';

/** How many alerts a page has. */
const ON_A_PAGE = 30;

interface AlertsRequest {
  /** A UTC day. */
  day: string;
  query: Readonly<Record<string, string>>;
  now: Instant;
}

/** A page of the alerts of a day by story, the newest first. An empty day says when the last alert before it was. */
export async function readAlerts(request: AlertsRequest, ports: PagePorts): Promise<AlertsView> {
  const { day, query, now } = request;
  const [found, { keys }, marks] = await Promise.all([
    readPart(request, ports),
    ports.links(),
    readMarks(ports, now),
  ]);
  const entries = found.slice(0, ON_A_PAGE);
  const last = entries.at(-1)?.alert;
  const actions = await actionsOnAll(entries, ports);
  const isFirst = query['after'] === undefined;
  return {
    day,
    groups: groupByStory(entries).map((group) => groupOf(group, { actions, keys, now })),
    count: entries.length,
    isFirst,
    ...(last && found.length > ON_A_PAGE && { next: { at: last.createdAt, id: last.id } }),
    ...(entries.length === 0 && { last: await lastBefore(day, ports) }),
    marks,
  };
}

async function readPart(
  { day, query }: AlertsRequest,
  { timeline }: Pick<PagePorts, 'timeline'>,
): Promise<AlertEntry[]> {
  return timeline.alerts({ day, before: placeIn(query['after'] ?? ''), limit: ON_A_PAGE + 1 });
}

/** What readers did about alerts: one read for each watch. */
async function actionsOnAll(
  entries: readonly AlertEntry[],
  { readerActions }: Pick<PagePorts, 'readerActions'>,
): Promise<Map<string, ReaderAction[]>> {
  const watches = new Set(entries.flatMap(({ alert }) => alert.watchId ?? []));
  const actions = await inParallel(watches, (watchId) => readerActions.of(watchId));
  return Map.groupBy(actions.flat(), ({ alertId }) => alertId);
}

function groupOf(
  entries: readonly AlertEntry[],
  { actions, keys, now }: { actions: ReadonlyMap<string, ReaderAction[]>; keys: LinkKeys; now: Instant },
): AlertGroup {
  const about = entries.flatMap(({ alert }) => actions.get(alert.id) ?? []);
  const acknowledged = about.filter(({ kind, undoneAt }) => kind === 'acknowledge' && undoneAt === undefined);
  const [newest] = entries;
  if (!newest || acknowledged.length > 0 || !actionsOn(newest.alert).includes('acknowledge'))
    return { entries, acknowledged };
  const { alert } = newest;
  const lane = alert.channel;
  const subject = { receiptId: receiptIdOf(alert), lane, keys };
  const token = actionToken(subject, { kind: 'acknowledge', isUndone: false }, now);
  return { entries, acknowledged, form: { path: actionsPath(alert, { lane, keys }), token } };
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
