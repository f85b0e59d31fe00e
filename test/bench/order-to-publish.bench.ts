import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Handler } from 'aws-lambda';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startQueueEngine } from '../../infra/local/aws/queue-engine.ts';
import { openRecordStore } from '../../infra/local/aws/record-store.ts';
import { startSecretEngine } from '../../infra/local/aws/secret-engine.ts';
import { createClock } from '../../infra/local/aws/shared-clock.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { type CapturedMessage, startTopicEngine } from '../../infra/local/aws/topic/topic-engine.ts';
import { dynamoTable, tableClient } from '../../shared/aws/dynamo/dynamo-table.ts';
import { ENV, NOT_USED } from '../../shared/contracts/names.ts';
import { runOrderBody } from '../../shared/contracts/orders.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { aChannel, aWatch } from '../ports/examples.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { executedIn } from './executed-code.ts';
import { printFigures } from './report.ts';
import { startService } from './ten-thousand-articles.ts';

// What somebody has to read to follow one article from the order of a search to the message: the files and lines of
// `functions/` and `shared/` that execute. The functions run as they are wired, on the engines of this machine; only
// their calls are made here.

const arnOf = (name: string) => `arn:aws:sqs:eu-west-1:000000000000:${name}`;
const TOPIC = 'arn:aws:sns:eu-west-1:000000000000:alerts';
const SECRET = 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:key';

const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
const clock = createClock();
const records = openRecordStore(join(folder, 'records.db'));
const messages: CapturedMessage[] = [];
const service = await startService((n) => `Acme Corp recalls heaters ${n}`, 1);
const table = await startTableEngine({ folder: join(folder, 'table'), tables: [tableSpec('table')] });
const queues = await startQueueEngine(join(folder, 'queues'));
for (const name of ['decide', 'other']) queues.createQueue({ name, arn: arnOf(name), attributes: {} });
const capture = (message: CapturedMessage) => void messages.push(message);
const topic = await startTopicEngine({
  topics: [TOPIC],
  store: records,
  clock,
  capture,
  sendToQueue: async () => true,
});
const secrets = await startSecretEngine({
  secrets: [{ name: 'key', arn: SECRET, generated: 40 }],
  values: {},
  store: records,
  clock,
});
const { accessKeyId, secretAccessKey } = localCredentials.credentials;
Object.assign(process.env, {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: table.url,
  AWS_ENDPOINT_URL_SQS: queues.url,
  AWS_ENDPOINT_URL_SNS: topic.url,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  POWERTOOLS_LOG_LEVEL: 'ERROR',
  POWERTOOLS_METRICS_DISABLED: 'true',
  [ENV.service]: 'bellwether-bench',
  [ENV.table]: 'table',
  [ENV.topic]: TOPIC,
  [ENV.bucket]: 'bucket',
  [ENV.workflow]: 'arn:aws:states:eu-west-1:000000000000:stateMachine:extraction',
  [ENV.decideQueue]: queues.urlOf('decide'),
  [ENV.transportsQueue]: queues.urlOf('other'),
  [ENV.serviceUrl.news]: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  [ENV.serviceKeySecret.news]: SECRET,
  [ENV.serviceUrl.events]: NOT_USED,
  [ENV.pages]: 'https://pages.example',
  [ENV.linkKeySecret]: SECRET,
  ...Object.fromEntries(Object.values(ENV.runsQueue).map((name) => [name, queues.urlOf('other')])),
});
const store = openStore(dynamoTable(tableClient(), 'table'));
await store.definitions.putChannel(aChannel());
await store.definitions.putWatch(
  aWatch({ firstRun: 'tell', alert: { when: 'story', channel: 'press-team' } }),
);

// They read their environment when they are loaded.
const { handler: runWatch }: { handler: Handler } = await import('../../functions/run-watch.ts');
const { handler: decideFindings }: { handler: Handler } = await import('../../functions/decide-findings.ts');

const context = {
  functionName: 'bench',
  awsRequestId: 'bench',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:bench',
  memoryLimitInMB: '256',
  callbackWaitsForEmptyEventLoop: true,
  functionVersion: '1',
  logGroupName: 'bench',
  logStreamName: 'bench',
  getRemainingTimeInMillis: () => 120_000,
  done: () => {},
  fail: () => {},
  succeed: () => {},
};
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
await session.post('Profiler.takePreciseCoverage');
const order = { watchId: 'acme-news', scheduledFor: Date.now(), track: 'live', continuation: 0 } as const;
const ran: unknown = await runWatch(
  { Records: [{ messageId: 'order', body: runOrderBody(order), attributes: {} }] },
  context,
  () => {},
);
const decided: unknown = await decideFindings(
  { Records: await queues.receive('decide', 10) },
  context,
  () => {},
);
const { result } = await session.post('Profiler.takePreciseCoverage');
if (messages.length !== 1) throw new Error(`${JSON.stringify({ ran, decided })}: no message was published.`);

const { files, lines, of } = await executedIn(result, ['functions', 'shared']);
if (process.argv.includes('--list')) for (const line of of) process.stdout.write(`${line}\n`);
printFigures([
  { name: 'from the order of a search to Publish: files that execute', value: files, unit: 'files', aim: 90 },
  {
    name: 'from the order of a search to Publish: lines of these files',
    value: lines.all,
    unit: 'lines',
    aim: 10_000,
  },
  {
    name: 'from the order of a search to Publish: lines that execute',
    value: lines.executed,
    unit: 'lines',
  },
]);

service.close();
await Promise.all([table, queues, topic, secrets].map((engine) => engine.stop()));
records.close();
await rm(folder, { recursive: true });
process.exit();
