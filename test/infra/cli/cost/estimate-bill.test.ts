import { expect, it } from 'vitest';
import { estimateBill } from '../../../../infra/cli/cost/estimate-bill.ts';
import { readStageFile } from '../../../../infra/cli/stack/read-stage-file.ts';
import { aChannel, aWatch, NOON } from '../../../ports/examples.ts';
import { openWorld } from '../open-world.ts';

const desired = (count: number) => ({
  watches: Array.from({ length: count }, (_, n) => aWatch({ id: `watch-${n}` })),
  channels: [aChannel()],
});
const bill = (count: number, more: Partial<Parameters<typeof estimateBill>[1]> = {}) =>
  estimateBill(desired(count), { now: NOON, ...more });
const usdOf = (name: string, { lines }: ReturnType<typeof bill>) =>
  lines.find(({ service }) => service === name)?.usd ?? Number.NaN;

it('adds up by service, and counts what AWS gives free', () => {
  const { usd, usdAfterFree, lines } = bill(8);
  expect(usd).toBeCloseTo(
    lines.reduce((sum, line) => sum + line.usd, 0),
    1,
  );
  for (const line of lines) expect(Math.round(line.usd * 100), 'whole cents').toBeCloseTo(line.usd * 100, 6);
  expect(usdAfterFree).toBeLessThan(usd);
  for (const line of lines) expect(line.usdAfterFree).toBeLessThanOrEqual(line.usd);
  expect(usdOf('CloudWatch, alarms', bill(8))).toBe(usdOf('CloudWatch, alarms', bill(80)));
});

it('follows findings, disabled watches, monitors, jobs and counts', () => {
  expect(bill(8, { findings: 200 }).usd).toBeGreaterThan(bill(8, { findings: 20 }).usd);
  const of = (changes: object) =>
    estimateBill({ watches: [aWatch(changes)], channels: [aChannel()] }, { now: NOON });
  expect(usdOf('DynamoDB, storage', of({ disabled: true }))).toBe(0);
  expect(usdOf('DynamoDB, storage', of({ kind: 'volume' }))).toBe(0);
  expect(usdOf('Step Functions', of({ kind: 'extraction', schedule: 'rate(1 day)' }))).toBeGreaterThan(0);
  expect(usdOf('Step Functions', of({}))).toBe(0);
});

it('follows the file of the stage: its alarms, its dashboard, its services and its region', () => {
  const prod = readStageFile('prod');
  expect(bill(8, { stage: prod }).usd).toBeCloseTo(bill(8).usd, 6);
  const lean = bill(8, { stage: { ...prod, alarms: 'lean', dashboard: false } });
  expect(lean.usd).toBeLessThan(bill(8).usd - 8);
  const newsOnly = bill(8, { stage: { ...prod, services: { events: 'none', extraction: 'none' } } });
  expect(usdOf('CloudWatch, alarms', newsOnly)).toBeLessThan(usdOf('CloudWatch, alarms', bill(8)));
  expect(usdOf('Secrets Manager', newsOnly)).toBeCloseTo(usdOf('Secrets Manager', bill(8)) / 2, 1);
  expect(bill(8, { stage: { ...prod, region: 'us-east-1' } })).toMatchObject({ region: 'us-east-1' });
});

it('names settings of the stage that make the bill notably smaller', () => {
  const settings = (estimate: ReturnType<typeof bill>) => estimate.savings.map(({ setting }) => setting);
  expect(settings(bill(8))).toEqual(['alarms: lean']);
  expect(settings(bill(500, { findings: 200 }))).toEqual(['alarms: lean', 'table_class: infrequent-access']);
  const stage = { ...readStageFile('prod'), alarms: 'lean', table_class: 'infrequent-access' } as const;
  const large = bill(500, { findings: 200, stage });
  expect(settings(large)).toEqual([]);
  expect(large.usd).toBeLessThan(bill(500, { findings: 200 }).usd);
});

it('plan prints it by service, and takes the expected findings', async () => {
  const { call } = openWorld();
  const { out } = await call('plan');
  expect(out).toMatch(/AWS bill per month in USD, about\n +list +after free\n/);
  expect(out).toMatch(/\n {2}CloudWatch, alarms +\d+\.\d\d/);
  expect(out).toMatch(/\n {2}total +\d+\.\d\d +\d+\.\d\d\n/);
  expect(out).toMatch(/With alarms: lean in the file of the stage it is about \d\.\d\d less/);
  expect(out).toContain('With 20 new findings a day for each watch (--findings N)');
  const [few, many] = await Promise.all(
    ['10', '500'].map(
      async (count) => JSON.parse((await call('plan', '--json', '--findings', count)).out).bill,
    ),
  );
  expect(few).toMatchObject({ currency: 'USD', region: 'eu-west-1', findings: 10 });
  expect(many.usd).toBeGreaterThan(few.usd);
});
