import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine, type TableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { bundleFunctions } from '../../infra/bundle/bundle-functions.ts';
import { FUNCTIONS_IN_PARTS, SIZE_BUDGETS } from '../../infra/bundle/bundled-functions.ts';
import { STACKS, synthesise } from '../../infra/local/synthesise.ts';
import { ENV, FUNCTIONS, TABLE } from '../../shared/contracts/names.ts';
import { addressOf, permissions, type SharedStack, stackOf, WATCHES_JSON } from './synthesised.ts';

/** What calls each function, and what it answers on an empty table. A function without a row here fails the test. */
const CALLS: Readonly<Record<string, { event: unknown; answer: unknown }>> = {
  [FUNCTIONS.runWatch]: {
    event: {
      Records: [
        {
          messageId: 'order-1',
          body: JSON.stringify({ v: 1, watchId: 'gone', scheduledFor: '2026-11-01T00:00:00Z' }),
        },
      ],
    },
    answer: { batchItemFailures: [] },
  },
  [FUNCTIONS.decideFindings]: {
    event: { Records: [{ messageId: 'order-1', body: '{"v":1,"space":"watch.gone","waits":0}' }] },
    answer: { batchItemFailures: [] },
  },
  [FUNCTIONS.deliverAlerts]: { event: {}, answer: expect.objectContaining({ messages: [] }) },
  [FUNCTIONS.deliverTransports]: {
    event: { Records: [{ messageId: 'order-1', body: '{"v":1,"channels":["press"]}' }] },
    answer: { batchItemFailures: [] },
  },
  [FUNCTIONS.applyWatches]: {
    event: {},
    answer: expect.objectContaining({
      status: 'applied',
      schedules: { added: ['acme-news'], changed: [], removed: [] },
      // The answer to a deployment is logged by its trigger.
      subscriptions: { added: ['o…@acme.example'], changed: [], removed: [] },
    }),
  },
  ...Object.fromEntries(
    [FUNCTIONS.submitExtraction, FUNCTIONS.pollExtraction, FUNCTIONS.collectExtraction].map((name) => [
      name,
      { event: { jobId: 'gone' }, answer: { jobId: 'gone', next: 'end', waitSeconds: 0 } },
    ]),
  ),
  [FUNCTIONS.receiveDelivery]: {
    event: {
      rawPath: '/deliveries/gone',
      requestContext: { http: { method: 'POST' } },
      headers: { authorization: 'Bearer guess' },
      body: '{}',
    },
    answer: expect.objectContaining({ statusCode: 401 }),
  },
  [FUNCTIONS.takeDelivery]: {
    event: {
      Records: [
        {
          messageId: 'delivery-1',
          body: '{"v":1,"watchId":"gone","key":"deliveries/gone/x","receivedAt":"2026-11-21T08:00:00Z"}',
        },
      ],
    },
    answer: { batchItemFailures: [] },
  },
  [FUNCTIONS.writeReport]: { event: {}, answer: { status: 'folded', rolledUp: 0, left: 0 } },
  [FUNCTIONS.pages]: {
    event: { rawPath: '/', requestContext: { http: { method: 'GET' } } },
    answer: expect.objectContaining({ statusCode: 200, body: expect.stringContaining('monitors the news') }),
  },
  [FUNCTIONS.pollFeeds]: { event: {}, answer: expect.objectContaining({ status: 'done', feeds: 0 }) },
  [FUNCTIONS.pollWorld]: { event: {}, answer: expect.objectContaining({ status: 'no-watches' }) },
  [FUNCTIONS.reconcile]: { event: {}, answer: expect.objectContaining({ status: 'done' }) },
};

/**
 * Answers of EventBridge Scheduler, SNS and Secrets Manager in an account where nothing is set up yet, and of a
 * service.
 */
function emptyAccount(): Server {
  return createServer((request, response) => {
    request.resume();
    if (request.url === '/news/subscription') {
      response.setHeader('content-type', 'application/json');
      response.end('{"plan_calls":1000,"remaining_calls":1000}');
      return;
    }
    if (String(request.headers['x-amz-target']).startsWith('secretsmanager')) {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' });
      response.end('{"__type":"ResourceNotFoundException"}');
      return;
    }
    if (request.url?.startsWith('/schedules')) {
      response.setHeader('content-type', 'application/json');
      response.end(
        request.method === 'GET' ? '{"Schedules":[]}' : '{"ScheduleArn":"arn:aws:scheduler:::schedule/g/s"}',
      );
      return;
    }
    response.setHeader('content-type', 'text/xml');
    response.end(
      '<Answer><ListSubscriptionsByTopicResult><Subscriptions/></ListSubscriptionsByTopicResult>' +
        '<SubscribeResult><SubscriptionArn>pending confirmation</SubscriptionArn></SubscribeResult></Answer>',
    );
  });
}

const key = (name: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName: name, KeyType });
const SPEC = {
  name: 'watches',
  attributes: [TABLE, TABLE.work, TABLE.time].flatMap(({ partition, sort }) =>
    [partition, sort].map((name) => ({ AttributeName: name, AttributeType: 'S' as const })),
  ),
  keys: [key(TABLE.partition, 'HASH'), key(TABLE.sort, 'RANGE')],
  indexes: [TABLE.work, TABLE.time].map(({ index, partition, sort }) => ({
    IndexName: index,
    KeySchema: [key(partition, 'HASH'), key(sort, 'RANGE')],
    Projection: { ProjectionType: 'ALL' as const },
  })),
};

const FUNCTION_SOURCES = join(import.meta.dirname, '..', '..', 'functions');

/** The folder of the code of a function. */
function codeFolder(name: string): string {
  const path = code.get(name);
  if (path === undefined) throw new Error(`There is no code of ${name}`);
  return path;
}

let folder: string;
let dev: SharedStack;
/** The folder of the code of each function, by its name. */
const code = new Map<string, string>();
let table: TableEngine;
let account: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-functions-'));
  dev = await stackOf('dev', { feeds: true });
  // Bundled once for all tests and starts until code changes.
  const { assets } = await synthesise(STACKS, { readable: false, feeds: false, world: false });
  for (const name of Object.values(FUNCTIONS)) code.set(name, join(assets, 'bundles', 'code', name));
  // Each deployment lays its own watches beside this function.
  const apply = join(folder, FUNCTIONS.applyWatches);
  await cp(codeFolder(FUNCTIONS.applyWatches), apply, { recursive: true });
  await writeFile(join(apply, 'watches.json'), WATCHES_JSON);
  // A stack without feeds has all functions but the pollers. To bundle them alone takes a tenth of the time that all
  // of them take.
  const pollers = [FUNCTIONS.pollFeeds, FUNCTIONS.pollWorld];
  const bundled = await bundleFunctions({
    entries: Object.fromEntries(pollers.map((name) => [name, join(FUNCTION_SOURCES, `${name}.ts`)])),
    outdir: join(folder, 'pollers'),
    inParts: FUNCTIONS_IN_PARTS,
    budgets: SIZE_BUDGETS,
  });
  for (const name of pollers) code.set(name, join(bundled, name));
  table = await startTableEngine({ folder: join(folder, 'table'), tables: [SPEC] });
  account = emptyAccount();
  await new Promise<void>((listening) => account.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  await table.stop();
  account.closeAllConnections();
  account.close();
  await rm(folder, { recursive: true, force: true });
});

/** A function that was loaded before need not be compiled again. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

async function invoke(name: string): Promise<unknown> {
  const aws = addressOf(account);
  const environment = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: localCredentials.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.credentials.secretAccessKey,
    AWS_ENDPOINT_URL: aws,
    AWS_ENDPOINT_URL_DYNAMODB: table.url,
    [ENV.service]: 'bellwether-dev',
    [ENV.table]: SPEC.name,
    [ENV.topic]: 'arn:aws:sns:eu-west-1:000000000000:alerts',
    [ENV.subscriberDeadLetters]: 'arn:aws:sqs:eu-west-1:000000000000:dead-letters',
    [ENV.bucket]: 'objects',
    [ENV.decideQueue]: `${aws}/000000000000/decide`,
    [ENV.transportsQueue]: `${aws}/000000000000/transports`,
    [ENV.slackUrl]: `${aws}/slack`,
    [ENV.pagerDutyUrl]: `${aws}/pagerduty`,
    [ENV.reachable]: '',
    [ENV.deliveriesQueue]: `${aws}/000000000000/deliveries`,
    [ENV.runsQueue.news]: `${aws}/000000000000/runs`,
    [ENV.runsQueueArn.news]: 'arn:aws:sqs:eu-west-1:000000000000:runs',
    [ENV.serviceUrl.news]: `${aws}/news`,
    [ENV.serviceKeySecret.news]: 'key',
    [ENV.serviceUrl.events]: 'https://events.example.com',
    [ENV.serviceKeySecret.events]: 'key',
    [ENV.serviceUrl.extraction]: `${aws}/jobs`,
    [ENV.serviceKeySecret.extraction]: 'key',
    [ENV.jobsPrefix]: '',
    [ENV.worldUrl]: `${aws}/world`,
    [ENV.pages]: 'https://pages.example.com',
    [ENV.linkKeySecret]: 'link-key',
    [ENV.workflow]: 'arn:aws:states:eu-west-1:000000000000:stateMachine:extractions',
    [ENV.scheduleGroup]: 'watches',
    [ENV.reportDays]: '400',
    [ENV.writeReport]: 'arn:aws:lambda:eu-west-1:000000000000:function:write-report',
    [ENV.scheduleRole]: 'arn:aws:iam::000000000000:role/schedules',
    [ENV.scheduleDeadLetters]: 'arn:aws:sqs:eu-west-1:000000000000:dead',
  };
  const script = join(import.meta.dirname, 'fixtures', 'invoke.mjs');
  const bundle = join(name === FUNCTIONS.applyWatches ? join(folder, name) : codeFolder(name), 'index.mjs');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, bundle, JSON.stringify(CALLS[name]?.event)],
    { cwd: folder, env: { ...environment, ...COMPILE_CACHE } },
  );
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

/** The code of a function, by the name of its file. */
async function codeOf(name: string): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(codeFolder(name))).filter((file) => file.endsWith('.mjs'));
  const texts = files.map(
    async (file) => [file, await readFile(join(codeFolder(name), file), 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

describe('each function, as it is deployed', () => {
  it('is called by one of these tests', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(Object.values(FUNCTIONS).toSorted());
  });

  it.each(Object.values(FUNCTIONS))(
    '%s starts where no package can be reached, and answers',
    async (name) => {
      expect(await invoke(name)).toEqual(CALLS[name]?.answer);
    },
  );
});

describe('what each function may do', () => {
  /** The service that each command of the SDK calls, as IAM spells it. */
  const SERVICES: Readonly<Record<string, readonly string[]>> = {
    dynamodb: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'BatchWriteItem'],
    scheduler: ['CreateSchedule', 'UpdateSchedule', 'DeleteSchedule', 'GetSchedule', 'ListSchedules'],
    sns: [
      'Publish',
      'Subscribe',
      'Unsubscribe',
      'ListSubscriptionsByTopic',
      'GetSubscriptionAttributes',
      'SetSubscriptionAttributes',
    ],
    sqs: ['SendMessage'],
    s3: ['PutObject', 'GetObject'],
    states: ['StartExecution', 'ListExecutions'],
    secretsmanager: ['GetSecretValue'],
  };
  const ACTIONS = new Map(
    Object.entries(SERVICES).flatMap(([service, commands]) =>
      commands.map((command) => [command, `${service}:${command}`] as const),
    ),
  );
  /** Commands that clients of the SDK bring along for themselves, and which our settings never make them call. */
  const NEVER_CALLED = new Set(['DescribeEndpoints', 'CreateSession', 'GetObject', 'HeadBucket']);
  /**
   * What Lambda and the scheduler do in a function's name, without a command in its code. S3 says that an object is
   * missing only to who may list.
   */
  const NOT_IN_CODE = /^(logs:|iam:PassRole$|sqs:(?!SendMessage$)|s3:ListBucket$)/;
  const roleOf = (name: string) =>
    `${name.replaceAll(/(^|-)(.)/g, (_all, _dash, letter: string) => letter.toUpperCase())}Role`;

  it.each(Object.values(FUNCTIONS))('%s: all that its code can ask AWS for, and no more', async (name) => {
    const text = [...(await codeOf(name)).values()].join('\n');
    const commands = [...text.matchAll(/extends [\w$]+\([\w$]+,[\w$]+,"([A-Z]\w+)"/g)].map(([, command]) =>
      String(command),
    );
    const granted = (permissions(dev)[roleOf(name)] ?? []).map((line) => line.split(' on ')[0] ?? '');
    const mayAsk = new Set(granted.filter((action) => !NOT_IN_CODE.test(action)));
    // The client of S3 brings GetObject along everywhere; who may read objects does call it.
    const reads = (command: string) => command === 'GetObject' && mayAsk.has('s3:GetObject');
    const asked = new Set(
      commands
        .filter((command) => !NEVER_CALLED.has(command) || reads(command))
        .map((command) => ACTIONS.get(command) ?? command),
    );
    // Two services are called without a client of the SDK.
    for (const [, action] of text.matchAll(/"AWSEvents\.(\w+)"/g)) asked.add(`events:${action}`);
    if (text.includes('/v2/email/outbound-emails')) asked.add('ses:SendEmail');
    // All functions share the adapter of the table, and a function may use less of it than its code holds.
    for (const action of asked)
      if (action.startsWith('dynamodb:') && !mayAsk.has(action)) asked.delete(action);
    expect([...asked].toSorted()).toEqual([...mayAsk].toSorted());
  });
});
