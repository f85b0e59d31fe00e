import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { App, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Alarms } from '../../../../infra/constructs/alarms/alarms.ts';
import { ENV, METRICS } from '../../../../shared/contracts/names.ts';
import { inWords, type SharedStack, stackOf, synthesise, WATCHES_JSON } from '../../synthesised.ts';

let dev: SharedStack;
/** With all that a stack can have. */
let whole: SharedStack;
let runbook: string;
beforeAll(async () => {
  [dev, whole] = await Promise.all([stackOf('dev'), stackOf('dev', { feeds: true })]);
  runbook = await readFile(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'runbook.md'), 'utf8');
});

/** Properties of the alarms, by their name without the stack's. */
const alarms = (of = dev): Record<string, any> =>
  Object.fromEntries(
    Object.values(of.resources('AWS::CloudWatch::Alarm')).map(({ Properties }) => [
      Properties.AlarmName.replace('bellwether-dev-', ''),
      Properties,
    ]),
  );

describe('every alarm', () => {
  it('has its section in the runbook, and every section its alarm', () => {
    const sections = [...runbook.matchAll(/^## (\S+)$/gm)].map(([, title]) => String(title));
    expect(sections.toSorted()).toEqual(Object.keys(alarms(whole)).toSorted());
  });

  it('says what users lose while it is on, and where to read on', () => {
    for (const [name, { AlarmDescription }] of Object.entries(alarms(whole))) {
      expect(AlarmDescription).toMatch(/^[A-Z].{20,}\. What to do: docs\/runbook\.md, section "/);
      expect(AlarmDescription).toContain(`section "${name}".`);
    }
  });

  it('notifies the operators when it goes on and when it goes off', () => {
    for (const { AlarmActions, OKActions } of Object.values(alarms())) {
      expect([...AlarmActions, ...OKActions].map(inWords)).toEqual(['AlarmsTopic', 'AlarmsTopic']);
    }
  });
});

describe('failures and refusals', () => {
  it('of each function set off an alarm, at once for those that are called seldom', () => {
    const patience = Object.entries(alarms())
      .filter(([, { MetricName, Dimensions }]) => Dimensions && /^(Errors|Throttles)$/.test(MetricName))
      .map(([name, { EvaluationPeriods, Threshold, Dimensions }]) => [
        name,
        inWords(Dimensions[0].Value),
        Threshold,
        EvaluationPeriods,
      ]);
    expect(patience).toEqual([
      ['run-watch-errors', 'RunWatch', 1, 3],
      ['decide-findings-errors', 'DecideFindings', 1, 3],
      ['deliver-alerts-errors', 'DeliverAlerts', 1, 3],
      ['deliver-transports-errors', 'DeliverTransports', 1, 3],
      ['apply-watches-errors', 'ApplyWatches', 1, 1],
      ['apply-watches-throttles', 'ApplyWatches', 1, 1],
      ['reconcile-errors', 'Reconcile', 1, 3],
      ['submit-extraction-errors', 'SubmitExtraction', 1, 3],
      ['poll-extraction-errors', 'PollExtraction', 1, 3],
      ['collect-extraction-errors', 'CollectExtraction', 1, 3],
      ['receive-delivery-errors', 'ReceiveDelivery', 1, 3],
      ['take-delivery-errors', 'TakeDelivery', 1, 3],
      ['pages-errors', 'Pages', 1, 3],
      ['write-report-errors', 'WriteReport', 1, 1],
      ['write-report-throttles', 'WriteReport', 1, 1],
    ]);
  });

  it('set off an alarm from the first dead letter on', () => {
    for (const name of [
      'runs-news-dead-letters',
      'runs-events-dead-letters',
      'runs-extraction-dead-letters',
      'decide-dead-letters',
      'schedules-dead-letters',
      'subscribers-dead-letters',
    ]) {
      expect(alarms()[name]).toMatchObject({
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Statistic: 'Maximum',
        Threshold: 1,
        EvaluationPeriods: 1,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      });
    }
  });

  it('of subscribers set off an alarm when they could not even be kept', () => {
    const { MetricName, Namespace, Dimensions, Threshold } = alarms()['subscribers-not-kept'];
    expect({ MetricName, Namespace, Threshold, of: Dimensions.map(({ Name }: any) => Name) }).toEqual({
      MetricName: 'NumberOfNotificationsFailedToRedriveToDlq',
      Namespace: 'AWS/SNS',
      Threshold: 1,
      of: ['TopicName'],
    });
  });

  it('of executions set off an alarm at once: each of their steps has been tried for minutes by then', () => {
    for (const [name, MetricName] of [
      ['extractions-broken', 'ExecutionsFailed'],
      ['extractions-timed-out', 'ExecutionsTimedOut'],
    ] as const) {
      expect(alarms()[name]).toMatchObject({ MetricName, Threshold: 1, EvaluationPeriods: 1 });
    }
  });

  it('set off an alarm when an order to run or to decide has waited an hour', () => {
    for (const name of ['runs-news-age', 'decide-age'])
      expect(alarms()[name]).toMatchObject({
        MetricName: 'ApproximateAgeOfOldestMessage',
        Threshold: 3600,
      });
  });
});

/**
 * The alarms whose metric is written as long as its part works, and what writes it. All others have data only of
 * events.
 */
const WRITTEN_ALWAYS: Readonly<Record<string, string>> = {
  'runs-silent': 'each sweep writes how many runs are missing, also 0',
  'deliver-alerts-silent': 'the scheduler calls it every minute',
  'reconcile-silent': 'the scheduler calls it every five minutes',
  'write-report-silent': 'the scheduler calls it every hour',
};

describe('without data', () => {
  it('no alarm of a new stack goes on: no missing value is taken for a bad one', () => {
    for (const [name, { TreatMissingData }] of Object.entries(alarms()))
      expect([name, TreatMissingData]).toEqual([name, name in WRITTEN_ALWAYS ? 'missing' : 'notBreaching']);
  });

  it('the operators are notified when data end that are written always', () => {
    for (const [name, { InsufficientDataActions = [] }] of Object.entries(alarms()))
      expect([name, InsufficientDataActions.map(inWords)]).toEqual([
        name,
        name in WRITTEN_ALWAYS ? ['AlarmsTopic'] : [],
      ]);
  });

  it('of a sweep, three missed calls are looked at', () => {
    for (const [name, fn, Period] of [
      ['deliver-alerts-silent', 'DeliverAlerts', 60],
      ['reconcile-silent', 'Reconcile', 300],
    ] as const) {
      const alarm = alarms()[name];
      expect(inWords(alarm.Dimensions[0].Value)).toBe(fn);
      expect(alarm).toMatchObject({
        MetricName: 'Invocations',
        Period,
        EvaluationPeriods: 3,
        Threshold: 1,
        ComparisonOperator: 'LessThanThreshold',
      });
    }
  });
});

describe('missing runs', () => {
  const expected = {
    Namespace: METRICS.namespace,
    MetricName: METRICS.missedRuns,
    Statistic: 'Maximum',
    Period: 300,
    EvaluationPeriods: 1,
    Threshold: 1,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  };

  it('set off an alarm at the first one', () => {
    expect(alarms()['runs-silent']).toMatchObject(expected);
  });

  it('are looked for by the sweep, whatever the watches are at the deployment', async () => {
    const watchesJson = JSON.stringify({ ...JSON.parse(WATCHES_JSON), watches: [] });
    const quiet = await synthesise('dev', { watchesJson });
    expect(alarms(quiet)['runs-silent']).toMatchObject(expected);
    await quiet.dispose();
  });
});

describe('failures that functions catch', () => {
  it('set off one alarm for all functions when two of seven periods have one', () => {
    const caught = Object.entries(alarms(whole)).filter(
      ([, { MetricName }]) => MetricName === METRICS.failedMessages,
    );
    expect(caught).toMatchObject([
      [
        'failed-messages',
        {
          Namespace: METRICS.namespace,
          Dimensions: [{ Name: METRICS.dimension, Value: 'bellwether-dev' }],
          Statistic: 'Sum',
          Threshold: 1,
          Period: 300,
          EvaluationPeriods: 7,
          DatapointsToAlarm: 2,
        },
      ],
    ]);
  });
});

describe('refused calls', () => {
  it('of each function set off an alarm of its own, or that of all functions after no more periods', () => {
    const all = alarms(whole);
    const shared = all['account-throttled'];
    expect(shared).toMatchObject({ MetricName: 'Throttles', Statistic: 'Sum', Period: 300, Threshold: 1 });
    const own = Object.values(all).filter(
      ({ MetricName, Dimensions }) => MetricName === 'Throttles' && Dimensions,
    );
    const withOwn = own.map(({ Dimensions, EvaluationPeriods }) => [
      inWords(Dimensions[0].Value),
      EvaluationPeriods,
    ]);
    expect(withOwn).toEqual([
      ['ApplyWatches', 1],
      ['WriteReport', 1],
    ]);
    const patience = Object.values(all)
      .filter(({ MetricName, Dimensions }) => MetricName === 'Errors' && Dimensions)
      .map(({ Dimensions, EvaluationPeriods }) => [inWords(Dimensions[0].Value), EvaluationPeriods] as const);
    expect(patience).toHaveLength(14);
    const impatient = patience.filter(([, periods]) => periods < shared.EvaluationPeriods);
    expect(impatient).toEqual(withOwn);
  });
});

describe('limits', () => {
  it('of the table: refused reads and writes of table and indexes, with zero where there are none', () => {
    const { Metrics, TreatMissingData } = alarms()['table-throttled'];
    const [sum, ...read] = Metrics;
    expect(sum.Expression.split(' + ')).toEqual(read.map(({ Id }: any) => `FILL(${Id}, 0)`));
    const names = read.map(({ MetricStat: { Metric: one } }: any) => [
      one.MetricName,
      ...one.Dimensions.map(({ Name, Value }: any) => `${Name}=${inWords(Value)}`).toSorted(),
    ]);
    const [table, work, time] = [
      'TableName=WatchTable',
      ...['work', 'time'].map((of) => `GlobalSecondaryIndexName=${of}`),
    ];
    expect(names).toEqual([
      ['ReadThrottleEvents', table],
      ['WriteThrottleEvents', table],
      ['ReadThrottleEvents', work, table],
      ['WriteThrottleEvents', work, table],
      ['ReadThrottleEvents', time, table],
      ['WriteThrottleEvents', time, table],
    ]);
    expect(TreatMissingData).toBe('notBreaching');
  });

  it('of the account set off an alarm at 80%: functions at once, and the spending for SMS', () => {
    for (const [name, MetricName, Threshold] of [
      ['account-concurrency', 'ClaimedAccountConcurrency', 800],
      ['sms-spending', 'SMSMonthToDateSpentUSD', 0.8],
    ] as const)
      expect(alarms()[name]).toMatchObject({ MetricName, Threshold, Statistic: 'Maximum' });
    expect(alarms()['account-throttled']).toMatchObject({ MetricName: 'Throttles', Namespace: 'AWS/Lambda' });
    expect(alarms()['account-throttled']).not.toHaveProperty('Dimensions');
  });

  it('of time set off an alarm before a function reaches its timeout', () => {
    const functions = dev.resources('AWS::Lambda::Function');
    const slow = Object.values(alarms()).filter(({ MetricName }) => MetricName === 'Duration');
    expect(slow).toHaveLength(13);
    for (const { AlarmName, Dimensions, Threshold, Statistic } of slow) {
      const timeout = 1_000 * functions[inWords(Dimensions[0].Value)]!['Properties'].Timeout;
      expect([AlarmName, Statistic, Threshold < timeout, Threshold >= 0.8 * timeout]).toEqual([
        AlarmName,
        'Maximum',
        true,
        true,
      ]);
    }
    // A run keeps 20 of its 300 seconds, and ends by itself: that is no alarm.
    expect(alarms()['run-watch-slow'].Threshold).toBeGreaterThan(280_000);
  });
});

describe('the alarms of a lean stage', () => {
  it('read at most 9 metrics, which AWS bills at 0.10 USD a month each', () => {
    const construct = dev.stack.node.findChild('Alarms');
    if (!(construct instanceof Alarms)) throw new Error('The stack has no alarms.');
    const lean = construct.lean.map((name) => alarms()[name]);
    const metrics = lean.flatMap(({ Metrics }) => Metrics?.filter((one: any) => one.MetricStat) ?? [1]);
    expect(metrics.length).toBeLessThanOrEqual(9);
    expect(construct.lean.toSorted()).toEqual(LEAN);
  });

  it('are the only ones that it has', () => {
    const stack = new Stack(new App(), 'Lean');
    const lean = new Alarms(stack, 'Alarms', { prefix: 'lean', operators: [], extent: 'lean' });
    const metric = new Metric({ namespace: 'Test', metricName: 'Tests' });
    lean.add({ name: 'kept', impact: 'Much.', metric, lean: true });
    lean.add({ name: 'left-out', impact: 'Little.', metric, lean: false });
    expect(lean.all.map(({ node }) => node.id)).toEqual(['kept']);
  });
});

/** They notice missing runs, a dead sweep, dead letters, and messages that are not delivered. */
const LEAN = [
  'account-throttled',
  'alert-topic-refused',
  'decide-dead-letters',
  'messages-dead',
  'runs-events-dead-letters',
  'runs-extraction-dead-letters',
  'runs-news-dead-letters',
  'runs-silent',
  'schedules-dead-letters',
];

describe('metrics of our own', () => {
  it('have the one dimension that the logger of the functions gives them', () => {
    vi.stubEnv(ENV.service, 'bellwether-dev');
    const metrics = new Metrics({ namespace: METRICS.namespace });
    metrics.addMetric(METRICS.runs, MetricUnit.Count, 1);
    const { _aws, ...values } = metrics.serializeMetrics();
    vi.unstubAllEnvs();
    expect(_aws.CloudWatchMetrics[0]).toMatchObject({
      Namespace: METRICS.namespace,
      Dimensions: [[METRICS.dimension]],
    });
    expect(values).toMatchObject({ [METRICS.dimension]: 'bellwether-dev' });
    expect(alarms()['messages-dead']).toMatchObject({
      Namespace: METRICS.namespace,
      Dimensions: [{ Name: METRICS.dimension, Value: 'bellwether-dev' }],
    });
  });
});
