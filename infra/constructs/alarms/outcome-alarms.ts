import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { METRICS } from '../../../shared/contracts/names.ts';
import { ALARM_PERIOD, type Alarms } from './alarms.ts';

/** A metric that our own code counts, for one stack. */
export function ownMetric(
  name: string,
  { service, period = ALARM_PERIOD }: { service: string; period?: Duration },
): Metric {
  return new Metric({
    namespace: METRICS.namespace,
    metricName: name,
    dimensionsMap: { [METRICS.dimension]: service },
    statistic: 'Sum',
    period,
  });
}

/** In percent. When half of the runs fail, it is an outage. A single broken watch opens an incident of its own. */
const FAILING_SHARE = 50;

/**
 * Adds alarms on what the stack is for: runs happen, they succeed, and SNS accepts the messages.
 *
 * @param silence after how long without any run the alarm goes on. Left out when the watches run too seldom for an alarm.
 */
export function addOutcomeAlarms(
  alarms: Alarms,
  { service, silence }: { service: string; silence?: Duration | undefined },
): void {
  const quarter = Duration.minutes(15);
  alarms.add({
    name: 'runs-failing',
    impact:
      'Half of the runs fail. News is found late. It is missed if a window is older than the articles that its service keeps.',
    metric: new MathExpression({
      expression: '100 * failed / runs',
      usingMetrics: {
        failed: ownMetric(METRICS.failedRuns, { service, period: quarter }),
        runs: ownMetric(METRICS.runs, { service, period: quarter }),
      },
      label: 'failed runs in percent',
      period: quarter,
    }),
    threshold: FAILING_SHARE,
    periods: 2,
  });
  alarms.add({
    name: 'messages-dead',
    impact: 'SNS rejected messages for good. No one received their alerts.',
    metric: ownMetric(METRICS.deadMessages, { service }),
  });
  if (!silence) return;
  alarms.add({
    name: 'runs-silent',
    impact: 'No watch has run for three of the shortest periods. Nothing new is found.',
    metric: ownMetric(METRICS.runs, { service, period: silence }),
    silence: true,
  });
}
