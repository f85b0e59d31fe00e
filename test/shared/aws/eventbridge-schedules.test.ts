import {
  CreateScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventbridgeSchedules } from '../../../shared/aws/eventbridge-schedules.ts';
import { runOrderSchema } from '../../../shared/contracts/orders.ts';
import { parseJson } from '../../../shared/contracts/parse-as.ts';
import { HOUR, MINUTE } from '../../../shared/domain/time/instant.ts';
import { NOON } from '../../ports/examples.ts';
import { openSchedulerEngine, SETTINGS } from '../../ports/scheduler-on-engine.ts';
import type { Schedules, WatchSchedule } from '../../../shared/use-cases/ports/ports.ts';

let scheduler: Awaited<ReturnType<typeof openSchedulerEngine>>;
let schedules: Schedules;
beforeEach(async () => {
  scheduler = await openSchedulerEngine();
  schedules = eventbridgeSchedules(scheduler.client, SETTINGS);
});
afterEach(() => scheduler.close());

const GroupName = SETTINGS.group;
const rate: WatchSchedule = {
  watchId: 'acme-news',
  service: 'news',
  expression: 'rate(15 minutes)',
  timezone: 'Europe/Paris',
  start: NOON,
};

it('asks for exact times, few tries within minutes, and dead letters', async () => {
  await schedules.put(rate, false);
  const found = await scheduler.client.send(new GetScheduleCommand({ GroupName, Name: 'acme-news' }));
  expect(found).toMatchObject({
    FlexibleTimeWindow: { Mode: 'OFF' },
    StartDate: new Date(NOON),
    Target: {
      Arn: SETTINGS.queueArns.news,
      RoleArn: SETTINGS.roleArn,
      RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600 },
      DeadLetterConfig: { Arn: SETTINGS.deadLettersArn },
    },
  });
});

it('sends a run order that names the slot, from the start of the rate on', async () => {
  await schedules.put(rate, false);
  await scheduler.engine.sendDue();
  expect(scheduler.sent).toEqual([]);
  scheduler.clock.leap(HOUR + MINUTE);
  await scheduler.engine.sendDue();
  expect(scheduler.sent.map(({ arn }) => arn)).toEqual([SETTINGS.queueArns.news]);
  expect(runOrderSchema.parse(parseJson(scheduler.sent[0]?.input))).toEqual({
    watchId: 'acme-news',
    scheduledFor: NOON,
    track: 'live',
    continuation: 0,
  });
});

it('lists all of them, however many pages that takes', async () => {
  const ids = Array.from({ length: 101 }, (_, n) => `watch-${n}`);
  await Promise.all(ids.map((watchId) => schedules.put({ ...rate, watchId }, false)));
  expect((await schedules.list()).map(({ watchId }) => watchId).toSorted()).toEqual(ids.toSorted());
  const pages = scheduler.proxy.passages.filter(({ action }) => action.startsWith('GET /schedules?'));
  expect(pages).toHaveLength(2);
});

describe('a schedule of the same group that runs no watch', () => {
  const sweep = {
    GroupName,
    Name: 'deliver-alerts',
    ScheduleExpression: 'rate(1 minute)',
    FlexibleTimeWindow: { Mode: 'OFF' as const },
    Target: { Arn: SETTINGS.queueArns.news, RoleArn: SETTINGS.roleArn, Input: '{}' },
  };
  const expression = async () =>
    (await scheduler.client.send(new GetScheduleCommand({ GroupName, Name: sweep.Name }))).ScheduleExpression;

  it('is not listed, and not overwritten by a watch of its name', async () => {
    await scheduler.client.send(new CreateScheduleCommand(sweep));
    await schedules.put(rate, false);
    expect((await schedules.list()).map(({ watchId }) => watchId)).toEqual(['acme-news']);
    await expect(schedules.put({ ...rate, watchId: sweep.Name }, false)).rejects.toThrow('already exists');
    expect(await expression()).toBe('rate(1 minute)');
  });
});

it('replaces the schedule of a watch whose queue was replaced, instead of failing for ever', async () => {
  await schedules.put(rate, false);
  const found = await scheduler.client.send(new GetScheduleCommand({ GroupName, Name: 'acme-news' }));
  const { ScheduleExpression, FlexibleTimeWindow, Target } = found;
  await scheduler.client.send(
    new UpdateScheduleCommand({
      GroupName,
      Name: 'acme-news',
      ScheduleExpression,
      FlexibleTimeWindow,
      Target: { ...Target!, Arn: `${SETTINGS.queueArns.news}-of-before` },
    }),
  );
  expect(await schedules.list()).toEqual([]);
  await schedules.put(rate, false);
  expect(await schedules.list()).toEqual([rate]);
});

it('does not stumble over one that ends between listing and reading, and reports other faults', async () => {
  await schedules.put(rate, false);
  const refusal = (status: number, code: string) => ({
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': code },
    body: '{"Message":"no"}',
  });
  scheduler.proxy.trouble = ({ action }) =>
    action.startsWith('GET /schedules/') ? refusal(404, 'ResourceNotFoundException') : undefined;
  expect(await schedules.list()).toEqual([]);
  scheduler.proxy.trouble = () => refusal(403, 'AccessDeniedException');
  await expect(schedules.list()).rejects.toThrow('no');
  await expect(schedules.remove('acme-news')).rejects.toThrow('no');
  scheduler.proxy.trouble = () => undefined;
  expect((await scheduler.client.send(new ListSchedulesCommand({ GroupName }))).Schedules).toHaveLength(1);
});
