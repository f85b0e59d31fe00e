import * as z from 'zod';
import {
  reportPlanSchema,
  reportRecordSchema,
  storedCountsSchema,
} from '../../contracts/stored/stored-report.ts';
import { isoOf } from '../../domain/time/instant.ts';
import type {
  NameCounts,
  RecordedWindows,
  ReportPlans,
  ReportRecords,
} from '../../use-cases/ports/reports.ts';
import { readWindows } from '../watches/dynamo-windows.ts';
import { expiry, type Table } from '../table.ts';

const PLANS = 'REPORTS';
const WRITTEN = 'WRITTEN';
const MOST = 10_000;

/** The requested reports, in a partition of their own. */
export function dynamoReportPlans(table: Table): ReportPlans {
  return {
    plan: (id) => table.get({ pk: PLANS, sk: id }, reportPlanSchema),
    plans: () => table.query({ partition: PLANS, limit: MOST }, reportPlanSchema),
    putPlan: (plan) => table.put({ pk: PLANS, sk: plan.id, ...plan }),
    removePlan: (id) => table.remove({ pk: PLANS, sk: id }),
  };
}

/** Written reports by id. In the index of time they are sorted by the last day of their period. */
export function dynamoReportRecords(table: Table): ReportRecords {
  return {
    put: (record) =>
      table.put({
        pk: `REPORT#${record.id}`,
        sk: 'REPORT',
        ...record,
        ...expiry(record.expiresAt),
        timePk: WRITTEN,
        timeSk: `${record.period.last}#${record.period.first}#${record.reportId}`,
      }),
    get: (id) => table.get({ pk: `REPORT#${id}`, sk: 'REPORT' }, reportRecordSchema),
    latest: (limit) =>
      table.query({ index: 'time', partition: WRITTEN, limit, newestFirst: true }, reportRecordSchema),
  };
}

export function dynamoNameCounts(table: Table): NameCounts {
  const keyOf = (key: string) => ({ pk: `COUNTS#${key}`, sk: 'COUNTS' });
  return {
    get: (key) => table.get(keyOf(key), storedCountsSchema),
    put: (key, counts) => table.put({ ...keyOf(key), ...counts, ...expiry(counts.expiresAt) }),
  };
}

export function dynamoRecordedWindows(table: Table): RecordedWindows {
  return {
    begunIn: (watchId, { from, to }) =>
      readWindows(table, {
        watchId,
        from: `WINDOW#${isoOf(from)}`,
        upTo: `WINDOW#${isoOf(to - 1)}`,
        limit: MOST,
      }),
  };
}
