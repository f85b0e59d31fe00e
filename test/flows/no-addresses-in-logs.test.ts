import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine, type TableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { ENV } from '../../shared/contracts/names.ts';
import { decideOrderBody, runOrderBody } from '../../shared/contracts/orders.ts';
import { aChannel, aMessage, anAlert, aWatch, NOON } from '../ports/examples.ts';
import { listenOnLoopback } from '../../infra/local/listen-on-loopback.ts';
import { type EngineProxy, engineProxy } from '../ports/engine-proxy.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { captureLines, context, stubPowertools } from '../functions/invocation.ts';

// Every handler works on watches whose subscribers are known here, against services that echo these in every error. No
// line of the log, no error that leaves a handler, and no answer to a deployment may hold one of them.

const EMAIL = "d'esk+news@acme-corp.example";
const PHONE = '+33600000017';
const HOOK = 'https://hooks.acme.example/services/T0/B0/s3cr3t-token';
const QUEUE = 'arn:aws:sqs:eu-west-1:000000000000:alerts';
/** What may not be found: the endpoints, and the parts of them that give them away. */
const SECRETS = [EMAIL, "d'esk", PHONE, PHONE.slice(1), 's3cr3t-token', encodeURIComponent(EMAIL)];
const ECHO = `${EMAIL} ${PHONE} ${encodeURIComponent(EMAIL)} ${encodeURIComponent(PHONE)}`;
const REFUSAL = { __type: 'ValidationException', message: `Invalid: ${ECHO}`, [EMAIL]: ECHO };

let folder: string;
let table: TableEngine;
let proxy: EngineProxy;
let account: Server;

/** Every service of AWS but the table, and the three upstream services: all refuse, and name whom they refuse. */
function refusing(): Server {
  return createServer((request, response) => {
    request.resume();
    const target = String(request.headers['x-amz-target'] ?? '');
    const isJson = target !== '' || request.url?.startsWith('/schedules');
    response.writeHead(400, { 'content-type': isJson ? 'application/x-amz-json-1.1' : 'text/xml' });
    response.end(
      isJson
        ? JSON.stringify(REFUSAL)
        : `<ErrorResponse><Error><Type>Sender</Type><Code>InvalidParameter</Code><Message>Invalid parameter: Endpoint Reason: ${ECHO} ${HOOK}</Message></Error></ErrorResponse>`,
    );
  });
}

const channel = aChannel({ email: [EMAIL], sms: [PHONE], https: [HOOK], queue: [QUEUE] });
const desired = { watches: [aWatch()], channels: [channel] };

const FUNCTIONS = [
  'apply-watches',
  'collect-extraction',
  'decide-findings',
  'deliver-alerts',
  'pages',
  'poll-extraction',
  'process-webhook',
  'receive-webhook',
  'reconcile',
  'run-watch',
  'submit-extraction',
  'write-report',
];
const batch = (body: string) => ({ Records: [{ messageId: 'message-1', body }] });
const EVENTS: Readonly<Record<string, unknown>> = {
  'apply-watches': { desired },
  'run-watch': batch(
    runOrderBody({ watchId: 'acme-news', scheduledFor: NOON, track: 'live', continuation: 0 }),
  ),
  'decide-findings': batch(decideOrderBody({ space: 'watch.acme-news', waits: 0 })),
  'process-webhook': batch(
    '{"v":1,"watchId":"acme-news","key":"deliveries/acme-news/x","receivedAt":"2026-11-21T08:00:00Z"}',
  ),
  'receive-webhook': {
    rawPath: `/deliveries/acme-news`,
    requestContext: { http: { method: 'POST' } },
    headers: { authorization: 'Bearer guess' },
    body: ECHO,
  },
  pages: { rawPath: `/r/${'a'.repeat(26)}`, requestContext: { http: { method: 'GET' } } },
  ...Object.fromEntries(
    ['submit-extraction', 'poll-extraction', 'collect-extraction'].map((name) => [name, { jobId: 'job-1' }]),
  ),
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-masking-'));
  table = await startTableEngine({ folder, tables: [tableSpec('watches')] });
  proxy = await engineProxy(table.url);
  account = refusing();
  const aws = `http://127.0.0.1:${await listenOnLoopback(account)}`;
  stubPowertools();
  // Whatever a variable names is where everything is refused.
  const { models: _models, signIn: _signIn, slackApp: _slackApp, service: _service, ...variables } = ENV;
  const names = Object.values(variables).flatMap((one) =>
    typeof one === 'string' ? [one] : Object.values(one),
  );
  const environment: Record<string, string> = {
    ...Object.fromEntries(names.map((name) => [name, `${aws}/0/any`])),
    AWS_REGION: 'eu-west-1',
    AWS_MAX_ATTEMPTS: '1',
    AWS_ENDPOINT_URL: aws,
    AWS_ACCESS_KEY_ID: localCredentials.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: proxy.url,
    [ENV.table]: 'watches',
    [ENV.topic]: 'arn:aws:sns:eu-west-1:000000000000:alerts',
    [ENV.bucket]: 'objects',
    [ENV.jobsPrefix]: '',
    [ENV.reportDays]: '400',
    [ENV.workflow]: 'arn:aws:states:eu-west-1:000000000000:stateMachine:extractions',
    [ENV.reachable]: '',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const client = new DynamoDBClient({ ...localCredentials, endpoint: table.url });
  const store = openStore(dynamoTable(client, 'watches'));
  await store.definitions.putChannel(channel);
  await store.definitions.putWatch(aWatch());
  await store.alerts.put(anAlert(1), { dueAt: NOON });
  await store.messages.put(aMessage(2));
  await store.subscriptionRecords.put({
    protocol: 'https',
    endpoint: HOOK,
    channels: [],
    askedAt: NOON,
    isUnsettled: true,
  });
  client.destroy();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await proxy.close();
  await table.stop();
  account.closeAllConnections();
  account.close();
  rmSync(folder, { recursive: true });
});

const lines = captureLines();

/** Calls a handler. Returns what it answers, or how the runtime would log what it throws. */
async function invoke(name: string, event = EVENTS[name] ?? {}): Promise<string> {
  const { handler } = (await import(`../../functions/${name}.ts`)) as {
    handler: (event: unknown, call: unknown) => Promise<unknown>;
  };
  try {
    return JSON.stringify(await handler(event, context())) ?? '';
  } catch (error) {
    const { name: kind, message, stack, cause, ...rest } = error as Error;
    return JSON.stringify({ kind, message, stack, cause: String(cause), ...rest });
  }
}

const found = (text: string) => SECRETS.filter((secret) => text.includes(secret));

describe.each(FUNCTIONS)('%s', (name) => {
  it('logs, throws and answers no address of a subscriber', async () => {
    const told = await invoke(name);
    expect(found(JSON.stringify(lines()))).toEqual([]);
    expect(found(told)).toEqual([]);
  });

  it('neither where the table refuses as well', async () => {
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    proxy.trouble = () => ({ status: 400, headers, body: JSON.stringify(REFUSAL) });
    const told = await invoke(name);
    proxy.trouble = () => undefined;
    expect(`${JSON.stringify(lines())}${told}`).toContain('Invalid');
    expect(found(`${JSON.stringify(lines())}${told}`)).toEqual([]);
  });
});
