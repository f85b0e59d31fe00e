import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { TABLE } from '../../../shared/contracts/names.ts';
import { ALARM_PERIOD, type Alarms } from './alarms.ts';

/**
 * Adds the alarm on refused reads and writes of the table and its indexes. It is an expression: an alarm on a bare metric of
 * DynamoDB ignores missing data and would stay on after the last refusal (CloudWatch, TreatMissingData).
 */
export function addTableAlarm(alarms: Alarms, tableName: string): void {
  const refused: Record<string, IMetric> = {};
  for (const index of [undefined, TABLE.work.index, TABLE.time.index])
    for (const kind of ['Read', 'Write'])
      refused[`${kind.toLowerCase()}s${index ? `_${index}` : ''}`] = new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: `${kind}ThrottleEvents`,
        dimensionsMap: { TableName: tableName, ...(index && { GlobalSecondaryIndexName: index }) },
        statistic: 'Sum',
        period: ALARM_PERIOD,
      });
  alarms.add({
    name: 'table-throttled',
    impact:
      'DynamoDB refuses reads or writes. Runs, alerts and pages are slow, and some fail and are tried again.',
    metric: new MathExpression({
      expression: Object.keys(refused)
        .map((id) => `FILL(${id}, 0)`)
        .join(' + '),
      usingMetrics: refused,
      label: 'refused requests',
      period: ALARM_PERIOD,
    }),
    periods: 3,
    datapoints: 2,
    lean: false,
  });
}
