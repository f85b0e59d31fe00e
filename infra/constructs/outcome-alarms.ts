import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { METRICS } from '../../shared/contracts/names.ts';
import { ALARM_PERIOD, type Alarms } from './alarms.ts';

/** A metric that our own code counts, of one stack. */
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

/** Half of all runs failing is an outage; a single bad watch tells its own trouble to the operators. */
const FAILING_SHARE = 50;

/**
 * Alarms on what the stack is for, whatever its parts say: runs happen, they succeed, and messages are taken.
 *
 * @param silence how long no run at all is suspicious; left out when the watches run too seldom to tell.
 */
export function addOutcomeAlarms(
  alarms: Alarms,
  { service, silence }: { service: string; silence?: Duration | undefined },
): void {
  const quarter = Duration.minutes(15);
  alarms.add({
    name: 'runs-failing',
    impact:
      'Half of the runs fail: news is found late, and not at all once a window is older than its service remembers.',
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
    impact: 'SNS refused messages for good; the alerts in them reached nobody.',
    metric: ownMetric(METRICS.deadMessages, { service }),
  });
  if (!silence) return;
  alarms.add({
    name: 'runs-silent',
    impact: 'No watch has run for three of the shortest periods: nothing new is found.',
    metric: ownMetric(METRICS.runs, { service, period: silence }),
    silence: true,
  });
}
