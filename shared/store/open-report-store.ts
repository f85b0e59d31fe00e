import { dynamoRollups } from './reports/dynamo-rollups.ts';
import {
  dynamoNameCounts,
  dynamoRecordedWindows,
  dynamoReportPlans,
  dynamoReportRecords,
} from './reports/dynamo-reports.ts';
import type { Table } from './table.ts';

/** The ports of the table that only reports use. */
export function openReportStore(table: Table) {
  return {
    plans: dynamoReportPlans(table),
    records: dynamoReportRecords(table),
    counts: dynamoNameCounts(table),
    rollups: dynamoRollups(table),
    recorded: dynamoRecordedWindows(table),
  };
}

export type ReportStore = ReturnType<typeof openReportStore>;
