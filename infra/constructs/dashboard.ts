import { Aws } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { METRICS } from '../../shared/contracts/names.ts';
import { ALARM_PERIOD, type Alarms } from './alarms/alarms.ts';
import { ownMetric } from './alarms/outcome-alarms.ts';
import type { WorkQueue } from './messaging/work-queue.ts';
import type { ServiceFunction } from './service-function.ts';

interface DashboardProps {
  /** The stack's name: the dimension of its own metrics. */
  service: string;
  alarms: Alarms;
  functions: readonly ServiceFunction[];
  runs: readonly WorkQueue[];
  decisions: WorkQueue;
}

/** How many columns a dashboard has. */
const WIDTH = 24;

/**
 * Adds one page that shows alarms, runs, findings, messages, calls, the time to a message, waiting orders, and the
 * functions' times and errors.
 */
export function addDashboard(
  scope: Construct,
  { service, alarms, functions, runs, decisions }: DashboardProps,
): Dashboard {
  // All regions of an account share the names of dashboards.
  const dashboard = new Dashboard(scope, 'Dashboard', {
    dashboardName: `${service}-${Aws.REGION}`,
  });
  const own = (...names: string[]): IMetric[] => names.map((name) => ownMetric(name, { service }));
  const period = ALARM_PERIOD;
  const waiting = [...runs, decisions];
  dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', width: WIDTH, alarms: alarms.all }));
  dashboard.addWidgets(
    graph('Runs', own(METRICS.runs, METRICS.failedRuns, METRICS.missedRuns)),
    graph('New findings', own(METRICS.findings, METRICS.quarantined)),
    graph('Alerts and messages', own(METRICS.alerts, METRICS.messages, METRICS.deadMessages)),
    graph('Calls to services', own(METRICS.calls)),
  );
  dashboard.addWidgets(
    new GraphWidget({
      title: 'From indexed to notified, ms',
      left: ['p50', 'p95'].map((statistic) =>
        ownMetric(METRICS.notifyTime, { service }).with({ statistic, label: statistic }),
      ),
      width: WIDTH,
    }),
  );
  dashboard.addWidgets(
    graph(
      'Orders waiting',
      waiting.map(({ queue }) =>
        queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      ),
    ),
    graph(
      'Oldest order waiting, seconds',
      waiting.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' })),
    ),
    graph(
      'Duration of functions, 99th percentile, ms',
      functions.map((fn) => fn.metricDuration({ period, statistic: 'p99', label: fn.shortName })),
    ),
    graph(
      'Errors of functions',
      functions.map((fn) => fn.metricErrors({ period, label: fn.shortName })),
    ),
  );
  dashboard.addWidgets(
    new LogQueryWidget({
      title: 'Latest errors',
      width: WIDTH,
      logGroupNames: functions.map(({ logGroup }) => logGroup.logGroupName),
      queryLines: [
        'fields @timestamp, function_name, message, error.message',
        'filter level = "ERROR"',
        'sort @timestamp desc',
        'limit 50',
      ],
    }),
  );
  return dashboard;
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: WIDTH / 4 });
}
