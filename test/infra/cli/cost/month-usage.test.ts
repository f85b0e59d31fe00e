import { expect, it } from 'vitest';
import { ALARM_METRICS, monthUsage } from '../../../../infra/cli/cost/month-usage.ts';
import { SHIPPED_STAGE } from '../../../../infra/cli/cost/estimate-bill.ts';
import { LEAN_STAGE, usualMonth } from '../../../bench/cost/usual-months.ts';
import { MINUTE } from '../../../../shared/domain/time/instant.ts';
import { stackOf } from '../../synthesised.ts';

const month = (watches: number, findings: number, stage = SHIPPED_STAGE) =>
  monthUsage(usualMonth(watches, { every: 15 * MINUTE, findings, stage }));

it('grows with watches and findings, and keeps its fixed part', () => {
  const [few, many] = [month(8, 0), month(16, 0)];
  expect(many.scheduled - few.scheduled).toBe(8 * 2_923);
  expect(few.tableGb).toBe(0);
  expect(many.secret).toBe(few.secret);
  const busy = month(8, 200);
  expect(busy.write).toBeGreaterThan(few.write);
  expect(busy.tableGb / busy.recoveryGb, 'recovery covers no index').toBeGreaterThan(1);
  expect(busy.publish).toBeCloseTo(4 + (8 * 200 * 30.44) / 5, 3);
  expect(month(8, 400).tableGb / busy.tableGb, 'most of it are findings').toBeGreaterThan(1.4);
});

it('counts the metrics that the alarms of the stack read', async () => {
  const stack = await stackOf('prod');
  const alarms = Object.values(stack.resources('AWS::CloudWatch::Alarm'));
  const metrics = alarms.flatMap(
    ({ Properties: { Metrics } }) => Metrics?.filter((one: object) => 'MetricStat' in one) ?? [0],
  );
  expect(ALARM_METRICS.full, 'Set ALARM_METRICS, then node test/bench/cost/print-costs.ts --write').toBe(
    metrics.length,
  );
  expect(month(8, 0).alarmMetric).toBe(metrics.length);
  expect(month(8, 0, LEAN_STAGE).alarmMetric).toBe(9);
  const secrets = Object.keys(stack.resources('AWS::SecretsManager::Secret'));
  const sources = Object.keys(stack.resources('AWS::Lambda::EventSourceMapping'));
  expect(month(0, 0)).toMatchObject({ secret: secrets.length, dashboard: 1 });
  expect(month(0, 0).queueRequest).toBeCloseTo(sources.length * 5 * 3 * 60 * 24 * 30.44, 0);
});

it('counts fewer alarms where a service is not used', async () => {
  const stack = await stackOf('prod');
  const names = Object.values(stack.resources('AWS::CloudWatch::Alarm')).map(({ Properties }) =>
    Properties.AlarmName.replace('bellwether-prod-', ''),
  );
  const used = { ...SHIPPED_STAGE, services: { events: 'none' } } as const;
  const fewer = (stage: typeof SHIPPED_STAGE) => month(8, 0).alarmMetric - month(8, 0, stage).alarmMetric;
  expect(fewer(used)).toBe(names.filter((name) => name.startsWith('runs-events-')).length);
  const ofExtraction =
    /^(runs-extraction|deliveries|extractions|(submit|poll|collect)-|(receive|take)-delivery)/;
  expect(fewer({ ...SHIPPED_STAGE, services: { extraction: 'none' } })).toBe(
    names.filter((name) => ofExtraction.test(name)).length,
  );
});
