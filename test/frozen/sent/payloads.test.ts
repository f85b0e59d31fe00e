import { GetScheduleCommand } from '@aws-sdk/client-scheduler';
import { SFNClient } from '@aws-sdk/client-sfn';
import { expect, it, onTestFinished } from 'vitest';
import { localCredentials } from '../../../infra/local/aws/local-account.ts';
import { eventbridgeReportSchedules } from '../../../shared/aws/schedules/eventbridge-report-schedules.ts';
import { eventbridgeSchedules } from '../../../shared/aws/schedules/eventbridge-schedules.ts';
import { stepFunctionsWorkflow } from '../../../shared/aws/workflow/step-functions-workflow.ts';
import { webhookOrderBody, webhookOrderSchema } from '../../../shared/contracts/orders/webhook-order.ts';
import { extractionOrderSchema } from '../../../shared/contracts/orders/extraction-order.ts';
import { reportOrderSchema } from '../../../shared/contracts/orders/report-order.ts';
import {
  judgeOrderBody,
  runOrderBody,
  runOrderSchema,
  watchOrderSchema,
} from '../../../shared/contracts/orders/run-order.ts';
import { silenceOrderSchema } from '../../../shared/contracts/stored/stored-silence.ts';
import { receiveWebhook } from '../../../shared/use-cases/upstream/webhooks/receive-webhook.ts';
import { secretHash } from '../../../shared/domain/upstream/webhook-secret.ts';
import { newMonitor } from '../../../shared/domain/upstream/upstream-resource.ts';
import { engineProxy } from '../../ports/engine-proxy.ts';
import { memoryBodies, memoryWebhookQueue } from '../../../infra/memory/memory-holdings.ts';
import { heldClock } from '../../ports/memory-services.ts';
import { openSchedulerEngine, SETTINGS } from '../../ports/scheduler-on-engine.ts';
import { frozen } from '../frozen.ts';

// Orders lie in queues and schedules while a new version is deployed: it must read what the old one sent.

const folder = import.meta.dirname;
const NOON = 1_795_176_000_000;

const run = { watchId: 'acme-news', scheduledFor: NOON, track: 'live', continuation: 2 } as const;
const backfill = {
  ...run,
  track: 'backfill',
  byHand: true,
  window: { from: NOON - 1_000, to: NOON },
} as const;
const judge = { kind: 'judge', watchId: 'breaches', looks: 0, waits: 0 } as const;
const look = { ...judge, looks: 2, last: true } as const;
const delivery = { watchId: 'breaches', key: 'deliveries/breaches/2026-11-20/digest', receivedAt: NOON };

it('of queues are written as they were, and read', async () => {
  const sent = {
    run: JSON.parse(runOrderBody(run)),
    backfill: JSON.parse(runOrderBody(backfill)),
    delivery: JSON.parse(webhookOrderBody(delivery)),
    judge: JSON.parse(judgeOrderBody(judge)),
    look: JSON.parse(judgeOrderBody(look)),
  };
  const left = (await frozen(sent, { folder, file: 'orders.json' })) as typeof sent;
  expect(sent).toEqual(left);
  expect(runOrderSchema.parse(left.run)).toEqual(run);
  expect(runOrderSchema.parse(left.backfill)).toEqual(backfill);
  expect(webhookOrderSchema.parse(left.delivery)).toEqual(delivery);
  expect(watchOrderSchema.parse(left.judge)).toEqual(judge);
  expect(watchOrderSchema.parse(left.look)).toEqual(look);
});

it('of schedules are written as they were, under the same names, and read', async () => {
  const engine = await openSchedulerEngine();
  onTestFinished(() => engine.close());
  const { group, roleArn, deadLettersArn } = SETTINGS;
  const functionArn = 'arn:aws:lambda:eu-west-1:000000000000:function:write-report';
  const watches = eventbridgeSchedules(engine.client, SETTINGS);
  const reports = eventbridgeReportSchedules(engine.client, { group, roleArn, deadLettersArn, functionArn });
  const timezone = 'Europe/Paris';
  await watches.put(
    { watchId: 'acme-news', service: 'news', expression: 'cron(0 8 * * ? *)', timezone },
    false,
  );
  await reports.put({ reportId: 'acme-weekly', expression: 'cron(0 9 ? * MON *)', timezone }, false);
  const made = await Promise.all(
    ['acme-news', 'report.acme-weekly'].map(async (Name) => {
      const found = await engine.client.send(new GetScheduleCommand({ GroupName: group, Name }));
      const { Input, RetryPolicy } = found.Target ?? {};
      return { Name: found.Name, Input: JSON.parse(Input ?? ''), RetryPolicy };
    }),
  );
  expect(made).toEqual(await frozen(made, { folder, file: 'schedules.json' }));
  const at = '2026-11-20T12:00:00Z';
  expect(runOrderSchema.parse({ ...made[0]?.Input, scheduledFor: at })).toMatchObject({
    watchId: 'acme-news',
  });
  expect(reportOrderSchema.parse({ ...made[1]?.Input, scheduledFor: at })).toMatchObject({
    reportId: 'acme-weekly',
    scheduledFor: NOON,
  });
});

it('of the workflow are written as they were, and read', async () => {
  const proxy = await engineProxy('http://127.0.0.1:9');
  proxy.trouble = () => ({ status: 200, body: '{"executionArn":"arn","startDate":1}' });
  const client = new SFNClient({ ...localCredentials, endpoint: proxy.url, maxAttempts: 1 });
  onTestFinished(() => {
    client.destroy();
    return proxy.close();
  });
  await stepFunctionsWorkflow(client, 'arn:machine').start('job-1-2', 'job-1');
  const { name, input } = JSON.parse(proxy.passages[0]?.body ?? '') as Record<string, string>;
  const made = { name, input: JSON.parse(input ?? '') as object };
  expect(made).toEqual(await frozen(made, { folder, file: 'workflow.json' }));
  const failure = { Error: 'Lambda.Unknown', Cause: '{"errorMessage":"it died"}' };
  expect(extractionOrderSchema.parse({ ...made.input, failure, next: 'poll' })).toMatchObject({
    jobId: 'job-1',
    failure: 'Lambda.Unknown: it died',
  });
});

it('of the command line are read', () => {
  const matchers = { watch: ['acme-news'], severity: ['info'], words: ['figures'] };
  const silence = { matchers, owner: 'jane', reason: 'figures', endsAt: NOON };
  expect(silenceOrderSchema.parse(silence)).toEqual(silence);
  const period = { first: '2026-11-09', last: '2026-11-15' };
  const report = { reportId: 'acme-weekly', period, patience: 1_000 };
  expect(reportOrderSchema.parse(report)).toEqual(report);
  expect(reportOrderSchema.parse({})).toEqual({});
});

it('of the service are kept under the same key', async () => {
  const [bodies, deliveries] = [memoryBodies(), memoryWebhookQueue()];
  const held = { ...newMonitor('breaches'), secrets: [secretHash('a secret')] };
  const received = { watchId: 'breaches', secret: 'a secret', body: new Uint8Array(), digest: 'digest' };
  const ports = { bodies, deliveries, clock: heldClock(NOON), resources: { monitor: async () => held } };
  expect(await receiveWebhook(received, ports)).toBe('kept');
  expect([...bodies.objects.keys()]).toEqual([delivery.key]);
  expect(deliveries.orders).toEqual([delivery]);
});
