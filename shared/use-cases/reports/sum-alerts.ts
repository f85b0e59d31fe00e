import type { Ports } from '../ports/ports.ts';
import { channelNameOf } from '../../domain/channels/lanes.ts';
import { dayOf } from '../../domain/time/instant.ts';
import { type Period, periodWindow } from '../../domain/reports/period.ts';
import { topOf } from '../../domain/reports/rollup/top-of.ts';
import { type AlertRow, type AlertSums, fateOf } from '../../domain/reports/operations-numbers.ts';
import { contains, type Window } from '../../domain/time/window.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import { utcDays } from './roll-up-days.ts';

/** How many alerts of a day are read. Where there are more, the sums say that they are cut. */
const MOST_ALERTS = 20_000;
/** How many alerts are listed behind the sums. */
const MOST_LISTED = 300;
/** Longer texts would make a page larger than can be served. */
const LONGEST = { title: 240, link: 600 } as const;

type Sums = Omit<AlertSums, 'listed'>;

const NO_SUMS: Sums = {
  made: 0,
  told: 0,
  held: 0,
  silenced: 0,
  joined: 0,
  dropped: 0,
  cut: false,
  bySeverity: { info: 0, warning: 0, critical: 0 },
};

/** The alerts of a brand that were made in a period, read a day at a time. */
export async function sumAlerts(
  { brand, period }: { brand: string; period: Period },
  { alerts }: Pick<Ports, 'alerts'>,
): Promise<AlertSums> {
  const span = periodWindow(period);
  const listed = topOf(MOST_LISTED, gravestFirst);
  let sums = NO_SUMS;
  for (const day of utcDays(dayOf(span.from), dayOf(span.to - 1))) {
    const made = await alerts.madeOn(day, MOST_ALERTS);
    const rows = made.filter((one) => concerns(one, { brand, span })).map(rowOf);
    for (const row of rows) listed.add(row);
    sums = rows.reduce(addRow, { ...sums, cut: sums.cut || made.length === MOST_ALERTS });
  }
  return { ...sums, listed: listed.all() };
}

function addRow(sums: Sums, { fate, severity }: AlertRow): Sums {
  const { bySeverity } = sums;
  return {
    ...sums,
    made: sums.made + 1,
    [fate]: sums[fate] + 1,
    bySeverity: { ...bySeverity, [severity]: bySeverity[severity] + 1 },
  };
}

function concerns({ alert }: StoredAlert, { brand, span }: { brand: string; span: Window }): boolean {
  const { occasion } = alert;
  const isOurOwn = occasion.type === 'report' || occasion.type === 'life-sign' || occasion.type === 'trouble';
  return alert.brand === brand && !isOurOwn && contains(span, alert.createdAt);
}

const GRAVITY = { critical: 0, warning: 1, info: 2 } as const;

function gravestFirst(one: AlertRow, other: AlertRow): number {
  return GRAVITY[one.severity] - GRAVITY[other.severity] || one.at - other.at || (one.id < other.id ? -1 : 1);
}

function rowOf({ alert, state }: StoredAlert): AlertRow {
  const [item] = alert.items;
  const reason = 'reason' in state ? state.reason : state.state === 'pending' ? state.heldFor : undefined;
  return {
    id: alert.id,
    at: alert.createdAt,
    fate: fateOf(state),
    severity: alert.severity,
    occasion: alert.occasion.type,
    ...(alert.watchId !== undefined && { watchId: alert.watchId }),
    channel: channelNameOf(alert.channel),
    title: (item?.title ?? '').slice(0, LONGEST.title).toWellFormed(),
    ...(item?.link !== undefined && item.link.length <= LONGEST.link && { link: item.link }),
    items: alert.items.length,
    ...(reason !== undefined && { reason }),
  };
}
