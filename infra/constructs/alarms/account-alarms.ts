import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '../../stages/read-stage.ts';
import { ALARM_PERIOD, type Alarms } from './alarms.ts';

/** So many periods in a row must hold a refused call before the alarm on them goes on. */
export const THROTTLED_FOR = 3;

/** In percent of a limit of the account: early enough to ask AWS for a higher one. */
const NEAR = 80;

/**
 * Adds alarms on what all stacks of an account share in a region: concurrent functions and the spending for SMS.
 * Their metrics have no dimension, and other stacks count too. So do calls that a limit of a single function refuses.
 */
export function addAccountAlarms(alarms: Alarms, { limits }: Pick<Stage, 'limits'>): void {
  const lambda = (metricName: string, statistic: string) =>
    new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: ALARM_PERIOD });
  alarms.add({
    name: 'account-throttled',
    impact: 'AWS refuses to start functions in this region of the account. Runs and alerts are late.',
    metric: lambda('Throttles', 'Sum'),
    periods: THROTTLED_FOR,
    lean: true,
  });
  alarms.add({
    name: 'account-concurrency',
    impact: 'The account has nearly as many functions running as it may. AWS will refuse further ones.',
    metric: lambda('ClaimedAccountConcurrency', 'Maximum'),
    threshold: (limits.lambdaConcurrency * NEAR) / 100,
    periods: 3,
    datapoints: 2,
    lean: false,
  });
  alarms.add({
    name: 'sms-spending',
    impact:
      'The spending for SMS is near the limit of this month. After that, SNS sends no SMS until the next month.',
    metric: new Metric({
      namespace: 'AWS/SNS',
      metricName: 'SMSMonthToDateSpentUSD',
      statistic: 'Maximum',
      // SNS writes it when messages are sent. A short period would end the alarm between them.
      period: Duration.hours(6),
    }),
    threshold: (limits.smsUsd * NEAR) / 100,
    lean: false,
  });
}
