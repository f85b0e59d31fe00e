import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { expect, it, onTestFinished } from 'vitest';
import { localCredentials } from '../../../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../../../shared/store/open-store.ts';
import {
  eventbridgeReportSchedules,
  eventbridgeSchedules,
} from '../../../../shared/aws/eventbridge-schedules.ts';
import { MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import { applyWatches } from '../../../../shared/use-cases/apply/apply-watches.ts';
import type { Ports } from '../../../../shared/use-cases/ports/ports.ts';
import { fullForm } from '../../../full-form.ts';
import { aChannel, aReportPlan, aWatch, NOON } from '../../../ports/examples.ts';
import {
  heldClock,
  memoryReportSchedules,
  memorySchedules,
  memorySubscriptions,
} from '../../../ports/memory-services.ts';
import { memoryStore } from '../../../store/memory-store.ts';
import { openSchedulerEngine, SETTINGS } from '../../../ports/scheduler-on-engine.ts';
import { tableSpec } from '../../../ports/table-spec.ts';

/** Lists have pages of 100, and two of them are needed. The full form applies a file of 1,000 watches. */
const COUNT = fullForm(101, 1_000);
const watchesOf = (count: number) => Array.from({ length: count }, (_, n) => aWatch({ id: `watch-${n}` }));
const watches = watchesOf(COUNT);
const reports = [aReportPlan({ id: 'weekly' }), aReportPlan({ id: 'daily' })];
const FUNCTION = 'arn:aws:lambda:eu-west-1:000000000000:function:write-report';

/** Passes requests of any client on. */
type AnyMiddleware = (
  next: (given: any) => Promise<any>,
  context: { commandName?: string },
) => (given: any) => Promise<any>;

/** The table and the scheduler on their engines, with clients that count what they send. */
async function openEngines(rate: number) {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-apply-'));
  const table = await startTableEngine({ folder, tables: [tableSpec('bellwether')] });
  const scheduler = await openSchedulerEngine({ rate });
  const dynamo = new DynamoDBClient({ ...localCredentials, endpoint: table.url });
  const client = new SchedulerClient({
    ...localCredentials,
    endpoint: scheduler.engine.url,
    retryMode: 'adaptive',
    maxAttempts: 10,
  });
  const counts = new Map<string, number>();
  const count: AnyMiddleware = (next, { commandName = '' }) => {
    return (given) => {
      counts.set(commandName, (counts.get(commandName) ?? 0) + 1);
      return next(given);
    };
  };
  // Before the retries: a busy machine tries again what it answers late.
  dynamo.middlewareStack.add(count, { step: 'initialize' });
  client.middlewareStack.add(count, { step: 'initialize' });
  onTestFinished(async () => {
    client.destroy();
    dynamo.destroy();
    await scheduler.close();
    await table.stop();
    await rm(folder, { recursive: true });
  });
  const ports = {
    ...openStore(dynamoTable(dynamo, 'bellwether')),
    clock: { now: () => scheduler.clock.now(), sleep: async () => {} },
    schedules: eventbridgeSchedules(client, SETTINGS),
    reportSchedules: eventbridgeReportSchedules(client, { ...SETTINGS, functionArn: FUNCTION }),
    subscriptions: memorySubscriptions(),
  };
  return {
    apply: (desired: Parameters<typeof applyWatches>[0]) =>
      applyWatches(desired, ports, { owner: 'one', deadline: scheduler.clock.now() + 5 * MINUTE }),
    /** How many requests there were since the last look, by their commands. */
    counts: () => {
      const all = Object.fromEntries(counts);
      counts.clear();
      return all;
    },
  };
}

it(`${COUNT} watches are applied with one request each; applying again lists once, reads each once, and writes nothing`, async () => {
  const { apply, counts } = await openEngines(10_000);
  const first = await apply({ watches, channels: [], reports });
  expect(first.schedules.added).toEqual(watches.map(({ id }) => id));
  const made = counts();
  expect(made).toMatchObject({ ListSchedulesCommand: 2, CreateScheduleCommand: COUNT + 2 });
  // Two for each, as a schedule is noted before it is made; one for each report, and those of the lease.
  expect(made['UpdateItemCommand']).toBeLessThan(2 * COUNT + 10);
  const again = await apply({ watches, channels: [], reports });
  expect(again.schedules).toEqual({ added: [], changed: [], removed: [] });
  // All schedules in lists of 100, and a list of the two reports. Only the lease is written.
  expect(counts()).toEqual({
    ListSchedulesCommand: Math.floor(COUNT / 100) + 2,
    GetScheduleCommand: COUNT + 2,
    QueryCommand: expect.any(Number),
    UpdateItemCommand: 2,
  });
});

/** An apply over twins, in which a schedule takes 9 seconds to be written. */
function slowApply() {
  const clock = heldClock(NOON);
  const store = memoryStore();
  const schedules = memorySchedules();
  const ports = {
    ...store,
    clock,
    subscriptions: memorySubscriptions(),
    reportSchedules: memoryReportSchedules(),
    schedules: {
      ...schedules,
      put: async (...given: Parameters<Ports['schedules']['put']>) => {
        const done = clock.at + 9 * SECOND;
        await schedules.put(...given);
        clock.at = Math.max(clock.at, done);
      },
    },
  };
  const desired = { watches: watchesOf(160), channels: [aChannel()] };
  const apply = (owner: string) => applyWatches(desired, ports, { owner, deadline: NOON + 60 * MINUTE });
  return { clock, ports, apply, schedules };
}

it('an apply of minutes keeps its lease: no other one begins beside it', async () => {
  const { clock, ports, apply, schedules } = slowApply();
  const put = ports.schedules.put;
  const others: boolean[] = [];
  ports.schedules.put = async (...given) => {
    await put(...given);
    const lease = { owner: 'other', until: clock.at + MINUTE };
    others.push(await ports.leases.take('apply-watches', lease, clock.at));
  };
  expect((await apply('one')).status).toBe('applied');
  expect(clock.at - NOON).toBeGreaterThan(MINUTE);
  expect(others).toEqual(Array.from({ length: 160 }, () => false));
  expect(schedules.schedules.size).toBe(160);
  expect(await ports.leases.take('apply-watches', { owner: 'next', until: clock.at }, clock.at)).toBe(true);
});

it('an apply whose lease another one has taken stops, and says so', async () => {
  const { clock, ports, apply, schedules } = slowApply();
  const put = ports.schedules.put;
  ports.schedules.put = async (...given) => {
    await put(...given);
    if (schedules.schedules.size > 1) return;
    clock.at += 5 * MINUTE;
    await ports.leases.take('apply-watches', { owner: 'other', until: clock.at + 10 * MINUTE }, clock.at);
  };
  await expect(apply('one')).rejects.toThrow('Apply again to complete it');
  expect(schedules.schedules.size).toBeLessThan(160);
});
