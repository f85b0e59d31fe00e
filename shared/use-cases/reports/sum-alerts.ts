import { dayOf } from '../../domain/time/instant.ts';
import { type Period, periodWindow } from '../../domain/reports/period.ts';
import { topOf } from '../../domain/reports/top-of.ts';
import { type AlertRow, type AlertSums, ALERT_FATES } from '../../domain/reports/operations-numbers.ts';
import { contains, type Window } from '../../domain/time/window.ts';
import type { Alerts, StoredAlert } from '../ports/ports.ts';
import { utcDays } from './roll-up-days.ts';

/** So many alerts of a day are read; of more, the sums say that they are cut. */
const MOST_ALERTS = 20_000;
/** So many are listed behind the sums. */
const MOST_LISTED = 300;
/** Longer texts would let a page grow beyond what can be served. */
const LONGEST = { title: 240, link: 600 } as const;

/** The alerts of a brand that were made in a period, a day at a time. */
export async function sumAlerts(
  { brand, period }: { brand: string; period: Period },
  { alerts }: { alerts: Pick<Alerts, 'madeOn'> },
): Promise<AlertSums> {
  const span = periodWindow(period);
  const sums = { made: 0, told: 0, held: 0, silenced: 0, dropped: 0, cut: false };
  const bySeverity = { info: 0, warning: 0, critical: 0 };
  const listed = topOf(MOST_LISTED, gravestFirst);
  for (const day of utcDays(dayOf(span.from), dayOf(span.to - 1))) {
    const made = await alerts.madeOn(day, MOST_ALERTS);
    sums.cut ||= made.length === MOST_ALERTS;
    for (const one of made.filter((each) => concerns(each, { brand, span }))) {
      const row = rowOf(one);
      sums.made += 1;
      sums[row.fate] += 1;
      bySeverity[row.severity] += 1;
      listed.add(row);
    }
  }
  return { ...sums, bySeverity, listed: listed.all() };
}

function concerns({ alert }: StoredAlert, { brand, span }: { brand: string; span: Window }): boolean {
  const { occasion } = alert;
  const ownBusiness =
    occasion.type === 'report' || occasion.type === 'life-sign' || occasion.type === 'trouble';
  return alert.brand === brand && !ownBusiness && contains(span, alert.createdAt);
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
    fate: ALERT_FATES[state.state],
    severity: alert.severity,
    occasion: alert.occasion.type,
    ...(alert.watchId !== undefined && { watchId: alert.watchId }),
    channel: alert.channel,
    title: (item?.title ?? '').slice(0, LONGEST.title).toWellFormed(),
    ...(item?.link !== undefined && item.link.length <= LONGEST.link && { link: item.link }),
    items: alert.items.length,
    ...(reason !== undefined && { reason }),
  };
}
