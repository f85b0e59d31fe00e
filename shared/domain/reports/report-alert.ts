import type { Alert } from '../alerts/alert.ts';
import { reportAlertId, type ReportRecord } from './report-record.ts';

/** The alert that a report was written: the same however often it is written. */
export function reportAlertOf(
  record: ReportRecord,
  { body, channel }: { body: string; channel: string },
): Alert {
  const { id, reportId, brand, title, period, madeAt, expiresAt } = record;
  return {
    id: reportAlertId(id),
    channel,
    occasion: { type: 'report', reportId, title, first: period.first, last: period.last, body },
    severity: 'info',
    brand,
    createdAt: madeAt,
    expiresAt,
    items: [],
  };
}
