import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createServer } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type * as Handler from '../../functions/handler.ts';
import type * as Wiring from '../../functions/wiring.ts';
import { listenOnLoopback } from '../../infra/local/http/listen-on-loopback.ts';
import { emptyExtractionOutcome } from '../../shared/domain/extraction/extraction.ts';
import type { ReconcileOutcome } from '../../shared/domain/runs/outcome.ts';
import { anAlert, NOON } from '../ports/examples.ts';
import { captureLines, context, stubPowertools } from './invocation.ts';

// The logger and the metrics take their settings from the environment when the module is loaded.
let handler: typeof Handler;
let wiring: typeof Wiring;
beforeAll(async () => {
  stubPowertools();
  handler = await import('../../functions/handler.ts');
  wiring = await import('../../functions/wiring.ts');
});

const lines = captureLines();
const invoke = (work: () => Promise<void>) => handler.invokeHandler(z.unknown(), work)({}, context());

describe('what is logged and counted', () => {
  it('of a delivery: its messages as they ended', async () => {
    const message = { id: 'm', channel: 'c', alertIds: ['a'] };
    const states = ['accepted', 'accepted', 'failed', 'dead'] as const;
    await invoke(async () => {
      const messages = states.map((state) => ({ ...message, state }));
      wiring.reportDelivery({ messages, held: 0, silenced: 0 });
    });
    expect(lines().at(-1)).toMatchObject({ MessagesAccepted: 2, MessagesDead: 1 });
  });

  it('of a step of an extraction: all of it, and the workflow is given what it has to know', async () => {
    const empty = emptyExtractionOutcome('job-1', 'sector-cuts');
    const next = { next: 'poll', waitSeconds: 45 } as const;
    let answer: unknown;
    await invoke(async () => {
      answer = wiring.reportExtraction({ ...empty, ...next, calls: 2, new: 3, state: 'working' });
    });
    expect(answer).toEqual({ jobId: 'job-1', ...next });
    expect(lines()).toMatchObject([
      { event: 'extraction-stepped', outcome: { jobId: 'job-1', kind: 'extraction', state: 'working' } },
      { NewFindings: 3, UpstreamCalls: 2 },
    ]);
  });
});

describe('after a sweep', () => {
  const swept = (status: 'done' | 'busy'): ReconcileOutcome => ({
    status,
    requeued: [],
    missed: ['acme-news'],
    restarted: [],
    quarantined: 0,
    troubles: [],
    cured: [],
    alerts: 0,
    channels: [],
  });

  async function called(outcome: ReconcileOutcome, status = 200): Promise<unknown[]> {
    const calls: unknown[] = [];
    const server = createServer((call, answer) => {
      calls.push(call.url);
      answer.writeHead(status).end();
    });
    const address = `http://127.0.0.1:${await listenOnLoopback(server)}/heartbeat`;
    await invoke(() => wiring.reportSweep(outcome, address));
    server.closeAllConnections();
    server.close();
    return calls;
  }

  it('that is done, the heartbeat is called once, and missing runs are counted', async () => {
    expect(await called(swept('done'))).toEqual(['/heartbeat']);
    expect(lines().at(-1)).toMatchObject({ MissedRuns: 1 });
  });

  it.each(['done', 'busy'] as const)('that is %s, items that it quarantined are counted', async (status) => {
    const fault = new Error('rank is not a number');
    await invoke(() => wiring.reportSweep({ ...swept(status), quarantined: 3, faults: [fault] }, undefined));
    const counted = lines().filter((line) => 'ItemsQuarantined' in line);
    expect(counted).toMatchObject([{ ItemsQuarantined: 3, service: 'bellwether-test' }]);
    expect(lines()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          level: 'ERROR',
          error: expect.objectContaining({ message: fault.message }),
        }),
      ]),
    );
  });

  it('that found another one working, it is not called, and nothing is counted', async () => {
    expect(await called(swept('busy'))).toEqual([]);
    expect(JSON.stringify(lines())).not.toContain('MissedRuns');
  });

  it('a heartbeat that is refused is only logged', async () => {
    expect(await called(swept('done'), 500)).toEqual(['/heartbeat']);
    expect(lines()).toEqual(expect.arrayContaining([expect.objectContaining({ level: 'WARN' })]));
  });

  it('without an address nothing is called', async () => {
    await invoke(() => wiring.reportSweep(swept('done'), undefined));
    expect(lines().at(-1)).toMatchObject({ MissedRuns: 1 });
  });
});

describe('links in messages', () => {
  it('are left out when their key cannot be read, and the log says why', async () => {
    const links = await wiring.linksOrNone(() => Promise.reject(new Error('The secret is away.')));
    expect(links).toBeUndefined();
    expect(lines()).toMatchObject([{ level: 'ERROR', error: { message: 'The secret is away.' } }]);
  });

  it('are there when it can', async () => {
    const links = { base: 'https://pages.example.com', keys: ['key'] };
    expect(await wiring.linksOrNone(async () => links)).toBe(links);
    expect(lines()).toEqual([]);
  });
});

const callAt = (now: number): Handler.Call => ({
  owner: 'request-1',
  deadline: now + 1_000,
  functionName: 'take-delivery',
});

describe('a delivery', () => {
  it('at once of a critical alert that fails is logged, and counted as a failure of its function', async () => {
    // Nothing listens there.
    const client = { endpoint: 'http://127.0.0.1:1', maxAttempts: 1 };
    const store = wiring.openTable('watches', new DynamoDBClient(client));
    const slept: number[] = [];
    const { urgently } = wiring.openDelivery({
      ports: { ...store, alerts: { ...store.alerts, put: async () => true } },
      topic: 'arn:aws:sns:eu-west-1:000000000000:alerts',
      secrets: new SecretsManagerClient(client),
      links: { base: 'https://pages.example.com', keySecret: 'link-key' },
      clock: { now: () => NOON, sleep: async (milliseconds) => void slept.push(milliseconds) },
    });
    const stored = await urgently(callAt(NOON), (alerts) =>
      alerts.put(anAlert(1, { severity: 'critical' }), { dueAt: NOON }),
    );
    expect(stored).toBe(true);
    expect(slept).toEqual([1_000]);
    expect(lines().filter((line) => 'FailedMessages' in line)).toMatchObject([
      {
        FunctionName: 'take-delivery',
        service: 'bellwether-test',
        FailedMessages: 1,
        _aws: {
          CloudWatchMetrics: [{ Namespace: 'Bellwether', Dimensions: [['service', 'FunctionName']] }],
        },
      },
    ]);
    expect(lines()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          level: 'ERROR',
          message: 'Critical alerts could not be delivered. The next sweep delivers them',
        }),
      ]),
    );
  });

  it('to no channel asks nothing of AWS, and logs nothing', async () => {
    // Nothing listens there: a call would throw.
    const client = { endpoint: 'http://127.0.0.1:1', maxAttempts: 1 };
    const { deliver } = wiring.openDelivery({
      ports: wiring.openTable('watches', new DynamoDBClient(client)),
      topic: 'arn:aws:sns:eu-west-1:000000000000:alerts',
      secrets: new SecretsManagerClient(client),
      links: { base: 'https://pages.example.com', keySecret: 'link-key' },
    });
    const call = callAt(handler.clock.now());
    expect(await deliver([], call)).toEqual({ messages: [], held: 0, silenced: 0 });
    expect(lines()).toEqual([]);
    await expect(deliver(['press-team'], call)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('the settings of a service', () => {
  it('have a prefix only where the stack sets one, and an empty one is one', () => {
    const secrets = new SecretsManagerClient();
    const news = wiring.settingsOf({ url: 'https://news.example.com', keySecret: 'key' }, secrets);
    expect(news).toEqual({
      baseUrl: 'https://news.example.com',
      key: expect.any(Function),
      clock: handler.clock,
    });
    const jobs = wiring.settingsOf(
      { url: 'https://jobs.example.com', keySecret: 'key', prefix: '' },
      secrets,
    );
    expect(jobs).toMatchObject({ baseUrl: 'https://jobs.example.com', prefix: '' });
  });
});
