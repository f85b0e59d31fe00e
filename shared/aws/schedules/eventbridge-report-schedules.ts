import type { SchedulerClient, Target } from '@aws-sdk/client-scheduler';
import * as z from 'zod';
import { tryParse } from '../../contracts/parse-as.ts';
import { parseJson } from '../../contracts/parse-json.ts';
import { scheduledReportBody } from '../../contracts/orders/report-order.ts';
import type { ReportSchedule, ReportSchedules } from '../../use-cases/ports/reports.ts';
import { RETRY, scheduleGroup } from './schedule-group.ts';

/** The group of the report schedules and what they call. */
export interface ReportScheduleSettings {
  group: string;
  roleArn: string;
  deadLettersArn: string;
  functionArn: string;
}

/** No name of a watch has a dot, so the two kinds of schedules in the group never share a name. */
export const REPORT_PREFIX = 'report.';

const inputSchema = z.object({ reportId: z.string() });

/** One schedule per report, in the group of the watches' schedules. */
export function eventbridgeReportSchedules(
  client: SchedulerClient,
  settings: ReportScheduleSettings,
): ReportSchedules {
  return scheduleGroup<ReportSchedule>(client, {
    group: settings.group,
    prefix: REPORT_PREFIX,
    nameOf: (reportId) => `${REPORT_PREFIX}${reportId}`,
    inputOf: ({ reportId, expression, timezone }) => ({
      id: reportId,
      expression,
      timezone,
      target: targetOf(reportId, settings),
    }),
    read: (found) => {
      const input = tryParse(inputSchema, parseJson(found.Target?.Input));
      if (!input.success || found.Target?.Arn !== settings.functionArn) return undefined;
      return {
        reportId: input.data.reportId,
        expression: found.ScheduleExpression ?? '',
        timezone: found.ScheduleExpressionTimezone ?? 'UTC',
      };
    },
    owns: (target) => tryParse(inputSchema, parseJson(target?.Input)).success,
  });
}

function targetOf(
  reportId: string,
  { functionArn, roleArn, deadLettersArn }: ReportScheduleSettings,
): Target {
  return {
    Arn: functionArn,
    RoleArn: roleArn,
    Input: scheduledReportBody(reportId),
    RetryPolicy: RETRY,
    DeadLetterConfig: { Arn: deadLettersArn },
  };
}
