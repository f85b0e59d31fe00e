import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arnOf, localCredentials } from '../../../../../infra/local/aws/local-account.ts';
import { openRecordStore, type RecordStore } from '../../../../../infra/local/aws/record-store.ts';
import {
  type SchedulerEngine,
  startSchedulerEngine,
} from '../../../../../infra/local/aws/scheduler/scheduler-engine.ts';
import { createClock, type SharedClock } from '../../../../../infra/local/aws/shared-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const QUEUE = arnOf('sqs', 'runs');
const DEAD = arnOf('sqs', 'dead');
const INPUT = '{"watchId":"acme","scheduledFor":"<aws.scheduler.scheduled-time>"}';

let folder: string;
let store: RecordStore;
let clock: SharedClock;
let engine: SchedulerEngine;
let client: SchedulerClient;
let delivered: [string, string][];
let failures: string[];
let wentBack: number[];
let broken: string | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-scheduler-'));
  delivered = [];
  failures = [];
  wentBack = [];
  broken = undefined;
  await start('2026-11-21T08:00:00Z');
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

async function start(now: string | number): Promise<void> {
  store = openRecordStore(join(folder, 'records.db'));
  clock = createClock(new Date(now).getTime());
  engine = await startSchedulerEngine({
    groups: ['watches'],
    store,
    clock,
    deliver: async (arn, input) => {
      if (arn === broken) throw new Error('no such queue');
      delivered.push([arn, input]);
    },
    onFailure: (schedule) => failures.push(schedule),
    onClockBack: (by) => wentBack.push(by),
  });
  client = new SchedulerClient({ ...localCredentials, endpoint: engine.url, maxAttempts: 1 });
}

async function stop(): Promise<void> {
  client.destroy();
  await engine.stop();
  store.close();
}

const inputOf = (expression: string, more: Partial<CreateScheduleCommandInput> = {}) => ({
  GroupName: 'watches',
  Name: 'acme',
  ScheduleExpression: expression,
  ScheduleExpressionTimezone: 'Europe/Paris',
  FlexibleTimeWindow: { Mode: 'OFF' as const },
  Target: { Arn: QUEUE, RoleArn: 'arn:aws:iam::000000000000:role/r', Input: INPUT },
  ...more,
});
const create = (expression: string, more: Partial<CreateScheduleCommandInput> = {}) =>
  client.send(new CreateScheduleCommand(inputOf(expression, more)));
const slots = () => delivered.map(([, input]) => JSON.parse(input).scheduledFor);

/** Lets time pass an hour at a time, and sends what is due after each. */
async function pass(hours: number): Promise<void> {
  for (let n = 0; n < hours; n += 1) {
    clock.leap(HOUR);
    await engine.sendDue();
  }
}

describe('the wire', () => {
  it('makes, shows, lists, changes and deletes a schedule as the client asks', async () => {
    const StartDate = new Date('2026-11-21T08:07:30Z');
    const { ScheduleArn } = await create('rate(15 minutes)', { StartDate });
    expect(ScheduleArn).toBe(arnOf('scheduler', 'schedule/watches/acme'));
    const at = { GroupName: 'watches', Name: 'acme' };
    expect(await client.send(new GetScheduleCommand(at))).toMatchObject({
      ...inputOf('rate(15 minutes)'),
      StartDate,
      CreationDate: expect.any(Date),
    });
    const { Schedules } = await client.send(new ListSchedulesCommand({ GroupName: 'watches' }));
    expect(Schedules).toMatchObject([{ Name: 'acme', GroupName: 'watches', Target: { Arn: QUEUE } }]);
    await client.send(new UpdateScheduleCommand(inputOf('cron(0 8 ? * MON-FRI *)')));
    const changed = await client.send(new GetScheduleCommand(at));
    expect(changed).toMatchObject({ ScheduleExpression: 'cron(0 8 ? * MON-FRI *)' });
    expect(changed.StartDate).toBeUndefined();
    await client.send(new DeleteScheduleCommand(at));
    await expect(client.send(new GetScheduleCommand(at))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it.each<[string, string, Partial<CreateScheduleCommandInput>, string]>([
    ['an expression that cannot be read', 'rate(1 fortnight)', {}, 'ValidationException'],
    [
      'a zone that does not exist',
      'rate(1 day)',
      { ScheduleExpressionTimezone: 'Mars/Base' },
      'ValidationException',
    ],
    ['a group that is not in the stack', 'rate(1 day)', { GroupName: 'other' }, 'ResourceNotFoundException'],
    [
      'a flexible window',
      'rate(1 day)',
      { FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 5 } },
      'ValidationException',
    ],
    ['an encryption key', 'rate(1 day)', { KmsKeyArn: 'arn:aws:kms:x' }, 'ValidationException'],
    [
      'a target of another kind',
      'rate(1 day)',
      { Target: { Arn: 'arn:aws:ecs:x', RoleArn: 'r', Input: '{}' } },
      'ValidationException',
    ],
  ])('refuses %s', async (_name, expression, more, name) => {
    await expect(create(expression, more)).rejects.toMatchObject({ name });
    expect(engine.upcoming()).toEqual([]);
  });

  it('refuses to make a schedule twice, to change one that is not there, and groups', async () => {
    await create('rate(1 day)');
    await expect(create('rate(1 day)')).rejects.toMatchObject({ name: 'ConflictException' });
    const absent = new UpdateScheduleCommand({ ...inputOf('rate(1 day)'), Name: 'other' });
    await expect(client.send(absent)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(client.send(new CreateScheduleGroupCommand({ Name: 'mine' }))).rejects.toThrow(/not known/);
  });
});

describe('sending', () => {
  it('sends a rate at its start date and then each period, with the time of the slot', async () => {
    await create('rate(90 minutes)', { StartDate: new Date('2026-11-21T08:30:00Z') });
    await engine.sendDue();
    expect(delivered).toEqual([]);
    await pass(4);
    expect(delivered[0]?.[0]).toBe(QUEUE);
    expect(slots()).toEqual(['2026-11-21T08:30:00Z', '2026-11-21T10:00:00Z', '2026-11-21T11:30:00Z']);
  });

  it('refuses what begins more than 5 minutes ago, new or changed, but not a date that at() ignores', async () => {
    const StartDate = new Date('2026-11-21T07:54:59Z');
    const refused = 'The StartDate you specify cannot be earlier than 5 minutes ago.';
    await expect(create('rate(15 minutes)', { StartDate })).rejects.toThrow(refused);
    await expect(create('cron(0 8 ? * MON *)', { StartDate })).rejects.toThrow(refused);
    await create('rate(15 minutes)', { StartDate: new Date('2026-11-21T07:55:01Z') });
    const change = new UpdateScheduleCommand(inputOf('rate(15 minutes)', { StartDate }));
    await expect(client.send(change)).rejects.toThrow(refused);
    await create('at(2026-11-21T09:30:00)', { StartDate, Name: 'once' });
  });

  it('sends at() once', async () => {
    await create('at(2026-11-21T09:30:00)');
    await pass(2);
    expect(slots()).toEqual(['2026-11-21T08:30:00Z']);
  });

  it('puts what a target does not take into the dead letters', async () => {
    broken = QUEUE;
    await create('rate(1 day)', { Target: { ...inputOf('').Target, DeadLetterConfig: { Arn: DEAD } } });
    await engine.sendDue();
    expect(delivered).toMatchObject([[DEAD, expect.stringContaining('"watchId":"acme"')]]);
    expect(failures).toEqual(['watches/acme']);
  });
});

describe('a restart', () => {
  it('sends missed slots once, however many they are, and then continues as before', async () => {
    await create('rate(15 minutes)', { StartDate: new Date('2026-11-21T08:05:00Z') });
    await pass(1);
    delivered = [];
    await stop();
    await start('2026-11-23T10:01:00Z');
    await engine.sendDue();
    expect(delivered).toHaveLength(1);
    clock.leap(5 * MINUTE);
    await engine.sendDue();
    expect(slots().at(-1)).toBe('2026-11-23T10:05:00Z');
    expect(delivered).toHaveLength(2);
  });
});

describe('a clock that was ahead', () => {
  it('is noticed at the next start', async () => {
    await create('rate(15 minutes)');
    clock.leap(DAY);
    await engine.sendDue();
    await stop();
    delivered = [];
    await start('2026-11-21T09:00:00Z');
    expect(wentBack).toEqual([expect.closeTo(23 * HOUR, -4)]);
    clock.leap(16 * MINUTE);
    await engine.sendDue();
    expect(delivered).toHaveLength(1);
  });
});
