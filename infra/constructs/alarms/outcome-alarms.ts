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
 * A message that failed comes again after half an hour, so two failures of one are within so many periods. A single
 * failure that the next try mends is no alarm.
 */
const FAILED_TWICE = { periods: 7, datapoints: 2 };

/** Adds alarms on what the stack is for: runs happen, they succeed, and SNS accepts the messages. */
export function addOutcomeAlarms(alarms: Alarms, { service }: { service: string }): void {
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
    lean: false,
  });
  alarms.add({
    name: 'messages-dead',
    impact: 'SNS rejected messages for good. No one received their alerts.',
    metric: ownMetric(METRICS.deadMessages, { service }),
    lean: true,
  });
  alarms.add({
    name: 'failed-messages',
    impact:
      'Orders to run or to send, webhook payloads or pages fail again and again. News and alerts are late, or links do not open.',
    // One metric for all functions: Lambda counts no error for a failure that a function catches.
    metric: ownMetric(METRICS.failedMessages, { service }),
    ...FAILED_TWICE,
    lean: false,
  });
  alarms.add({
    name: 'runs-silent',
    impact:
      'Runs of watches are missing, or the sweep that looks for them is. Nothing new is found for these watches.',
    // Each sweep writes how many watches miss a run. Two sweeps may fall into one period.
    metric: ownMetric(METRICS.missedRuns, { service }).with({ statistic: 'Maximum' }),
    noData: 'lost',
    lean: true,
  });
}
