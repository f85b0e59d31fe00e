import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ENV, METRICS } from '../../../../shared/contracts/names.ts';
import { inWords, type SharedStack, stackOf, synthesise, WATCHES_JSON } from '../../synthesised.ts';

let dev: SharedStack;
let runbook: string;
beforeAll(async () => {
  dev = await stackOf('dev');
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
    expect(sections.toSorted()).toEqual(Object.keys(alarms()).toSorted());
  });

  it('says what users lose while it is on, and where to read on', () => {
    for (const [name, { AlarmDescription }] of Object.entries(alarms())) {
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
      .filter(([, { MetricName }]) => MetricName === 'Errors' || MetricName === 'Throttles')
      .map(([name, { EvaluationPeriods, Threshold, Dimensions }]) => [
        name,
        inWords(Dimensions[0].Value),
        Threshold,
        EvaluationPeriods,
      ]);
    expect(patience).toEqual([
      ['run-watch-errors', 'RunWatch', 1, 3],
      ['run-watch-throttles', 'RunWatch', 1, 3],
      ['deliver-alerts-errors', 'DeliverAlerts', 1, 3],
      ['deliver-alerts-throttles', 'DeliverAlerts', 1, 3],
      ['apply-watches-errors', 'ApplyWatches', 1, 1],
      ['apply-watches-throttles', 'ApplyWatches', 1, 1],
      ['reconcile-errors', 'Reconcile', 1, 3],
      ['reconcile-throttles', 'Reconcile', 1, 3],
      ['submit-extraction-errors', 'SubmitExtraction', 1, 3],
      ['submit-extraction-throttles', 'SubmitExtraction', 1, 3],
      ['poll-extraction-errors', 'PollExtraction', 1, 3],
      ['poll-extraction-throttles', 'PollExtraction', 1, 3],
      ['collect-extraction-errors', 'CollectExtraction', 1, 3],
      ['collect-extraction-throttles', 'CollectExtraction', 1, 3],
      ['receive-delivery-errors', 'ReceiveDelivery', 1, 3],
      ['receive-delivery-throttles', 'ReceiveDelivery', 1, 3],
      ['take-delivery-errors', 'TakeDelivery', 1, 3],
      ['take-delivery-throttles', 'TakeDelivery', 1, 3],
      ['pages-errors', 'Pages', 1, 3],
      ['pages-throttles', 'Pages', 1, 3],
      ['write-report-errors', 'WriteReport', 1, 1],
      ['write-report-throttles', 'WriteReport', 1, 1],
    ]);
  });

  it('set off an alarm from the first dead letter on', () => {
    for (const name of [
      'runs-news-dead-letters',
      'runs-events-dead-letters',
      'runs-extraction-dead-letters',
      'schedules-dead-letters',
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

  it('of executions set off an alarm at once: each of their steps has been tried for minutes by then', () => {
    for (const [name, MetricName] of [
      ['extractions-broken', 'ExecutionsFailed'],
      ['extractions-timed-out', 'ExecutionsTimedOut'],
    ] as const) {
      expect(alarms()[name]).toMatchObject({ MetricName, Threshold: 1, EvaluationPeriods: 1 });
    }
  });

  it('set off an alarm when an order to run has waited an hour', () => {
    expect(alarms()['runs-news-age']).toMatchObject({
      MetricName: 'ApproximateAgeOfOldestMessage',
      Threshold: 3600,
    });
  });
});

describe('silence', () => {
  it('of a sweep sets off an alarm after three missed calls, be they counted as zero or not at all', () => {
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
        TreatMissingData: 'breaching',
      });
    }
  });

  it('of all watches sets off an alarm after three periods of the one that runs most often', () => {
    expect(alarms()['runs-silent']).toMatchObject({
      MetricName: METRICS.runs,
      Period: 3 * 15 * 60,
      EvaluationPeriods: 1,
      TreatMissingData: 'breaching',
    });
  });

  it.each([
    ['there are no watches', () => ({ ...JSON.parse(WATCHES_JSON), watches: [] })],
    [
      'the watches run once a day',
      () => {
        const desired = JSON.parse(WATCHES_JSON);
        return { ...desired, watches: [{ ...desired.watches[0], schedule: 'cron(0 6 * * ? *)' }] };
      },
    ],
  ])('of all watches is not looked for when %s', async (_when, desired) => {
    const quiet = await synthesise('dev', { watchesJson: JSON.stringify(desired()) });
    expect(Object.keys(alarms(quiet))).not.toContain('runs-silent');
    await quiet.dispose();
  });
});

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
