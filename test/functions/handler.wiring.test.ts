import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as Handler from '../../functions/handler.ts';
import type * as Wiring from '../../functions/handler.ts';
import { stubPowertools } from './invocation.ts';

// The logger and the metrics take their settings from the environment when the module is loaded.
let handler: typeof Handler;
let wiring: typeof Wiring;
beforeAll(async () => {
  stubPowertools();
  handler = await import('../../functions/handler.ts');
  wiring = await import('../../functions/handler.ts');
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
