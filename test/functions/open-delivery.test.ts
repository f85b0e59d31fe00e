import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type * as Handler from '../../functions/handler.ts';
import type * as Delivery from '../../functions/open-delivery.ts';
import { ENV } from '../../shared/contracts/names.ts';
import { anAlert, NOON } from '../ports/examples.ts';
import { captureLines, context, stubPowertools } from './invocation.ts';

// The logger and the metrics take their settings from the environment when the module is loaded.
let handler: typeof Handler;
let delivery: typeof Delivery;
beforeAll(async () => {
  stubPowertools();
  handler = await import('../../functions/handler.ts');
  delivery = await import('../../functions/open-delivery.ts');
});

const lines = captureLines();
// As at the end of each call, what was counted is published: the next test, perhaps of another file, finds nothing of
// it.
afterEach(() => handler.invokeHandler(z.unknown(), async () => undefined)({}, context()));

describe('links in messages', () => {
  it('are left out when their key cannot be read, and the log says why', async () => {
    const links = await delivery.linksOrNone(() => Promise.reject(new Error('The secret is away.')));
    expect(links).toBeUndefined();
    expect(lines()).toMatchObject([{ level: 'ERROR', error: { message: 'The secret is away.' } }]);
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
    const store = handler.openTable('watches', new DynamoDBClient(client));
    const slept: number[] = [];
    const ports = { ...store, alerts: { ...store.alerts, put: async () => true } };
    const { urgently } = delivery.openDelivery(ports, {
      topic: 'arn:aws:sns:eu-west-1:000000000000:alerts',
      secrets: new SecretsManagerClient(client),
      environment: {
        [ENV.transportsQueue]: 'http://127.0.0.1:1/transports',
        [ENV.pages]: 'https://pages.example.com',
        [ENV.linkKeySecret]: 'link-key',
      },
      clock: { now: () => NOON, sleep: async (milliseconds) => void slept.push(milliseconds) },
    });
    const stored = await urgently(callAt(NOON), (alerts) =>
      alerts.put(anAlert(1, { severity: 'critical' }), { dueAt: NOON }),
    );
    expect(stored).toBe(true);
    expect(slept).toEqual([1_000]);
    expect(lines().filter((line) => 'FunctionName' in line && 'FailedMessages' in line)).toMatchObject([
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
});
