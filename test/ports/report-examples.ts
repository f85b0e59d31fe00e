import type { ReportRecord } from '../../shared/domain/reports/report-record.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { NOON } from './examples.ts';

export function aRecord(changes: Partial<ReportRecord> = {}): ReportRecord {
  return {
    id: 'abcdefghij',
    reportId: 'acme-weekly',
    brand: 'acme',
    title: 'Acme in the news',
    period: { first: '2026-11-09', last: '2026-11-15', timezone: 'Europe/Paris' },
    headline: '3 articles about Acme.',
    madeAt: NOON,
    expiresAt: NOON + 400 * DAY,
    ...changes,
  };
}
