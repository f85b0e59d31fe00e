import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as Handler from '../../functions/handler.ts';
import type * as Wiring from '../../functions/wiring.ts';
import { anAlert, NOON } from '../ports/examples.ts';
import { captureLines, stubPowertools } from './invocation.ts';

// The logger and the metrics take their settings from the environment when the module is loaded.
let handler: typeof Handler;
let wiring: typeof Wiring;
beforeAll(async () => {
  stubPowertools();
  handler = await import('../../functions/handler.ts');
  wiring = await import('../../functions/wiring.ts');
});

const lines = captureLines();

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
