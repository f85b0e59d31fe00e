import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { App, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Alarms } from '../../../../infra/constructs/alarms/alarms.ts';
import { ENV, METRICS } from '../../../../shared/contracts/names.ts';
import { inWords, type SharedStack, stackOf } from '../../synthesised.ts';

/** The stage `prod` has all alarms, `dev` the lean ones. */
let prod: SharedStack;
/** With all that a stack can have. */
let whole: SharedStack;
let runbook: string;
beforeAll(async () => {
  [prod, whole] = await Promise.all([stackOf('prod'), stackOf('prod', { feeds: true })]);
  runbook = await readFile(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'runbook.md'), 'utf8');
});

/** Properties of the alarms, by their name without the stack's. */
const alarms = (of = prod): Record<string, any> =>
  Object.fromEntries(
    Object.values(of.resources('AWS::CloudWatch::Alarm')).map(({ Properties }) => [
      Properties.AlarmName.replace('bellwether-prod-', ''),
      Properties,
    ]),
  );

describe('every alarm', () => {
  it('is in the runbook once, as a section or in a table of alarms, and nothing else is', () => {
    const sections = [...runbook.matchAll(/^## (\S+)$/gm)].map(([, title]) => String(title));
    const rows = [...runbook.matchAll(/^\| alarm (?:.+\n)+/gm)].flatMap(([table]) =>
      [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, names = '']) => names.match(/[\w-]+/g) ?? []),
    );
    expect([...sections, ...rows].toSorted()).toEqual(Object.keys(alarms(whole)).toSorted());
  });

  it('says what users lose while it is on, and where to read on', () => {
    for (const [name, { AlarmDescription }] of Object.entries(alarms(whole))) {
      expect(AlarmDescription).toMatch(/^[A-Z].{20,}\. What to do: docs\/runbook\.md, "/);
      expect(AlarmDescription).toContain(`"${name}".`);
    }
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
});

describe('limits', () => {
  it('of time set off an alarm before a function reaches its timeout', () => {
    const functions = prod.resources('AWS::Lambda::Function');
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
    const construct = prod.stack.parts.node.findChild('Alarms');
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
    vi.stubEnv(ENV.service, 'bellwether-prod');
    const metrics = new Metrics({ namespace: METRICS.namespace });
    metrics.addMetric(METRICS.runs, MetricUnit.Count, 1);
    const { _aws, ...values } = metrics.serializeMetrics();
    vi.unstubAllEnvs();
    expect(_aws.CloudWatchMetrics[0]).toMatchObject({
      Namespace: METRICS.namespace,
      Dimensions: [[METRICS.dimension]],
    });
    expect(values).toMatchObject({ [METRICS.dimension]: 'bellwether-prod' });
    expect(alarms()['messages-dead']).toMatchObject({
      Namespace: METRICS.namespace,
      Dimensions: [{ Name: METRICS.dimension, Value: 'bellwether-prod' }],
    });
  });
});
