import { expect, it, onTestFinished } from 'vitest';
import type { SmsSettings } from '../../../infra/local/aws/topic/topic-engine.ts';
import { readSmsAccount } from '../../../shared/aws/sns-sms.ts';
import { openTopicEngine } from '../../ports/topic-on-engine.ts';

async function read(sms?: SmsSettings) {
  const engine = await openTopicEngine(sms ? { sms } : {});
  onTestFinished(() => engine.close());
  return readSmsAccount(engine.sns);
}

it('reads the sandbox, the spending limit and all opted-out numbers, however many pages that takes', async () => {
  const optedOut = Array.from({ length: 230 }, (_, n) => `+336000${String(n).padStart(5, '0')}`);
  expect(await read({ inSandbox: true, monthlyLimit: 25, optedOut })).toEqual({
    inSandbox: true,
    monthlyLimit: 25,
    optedOut,
  });
});

it('knows an account in which nothing was set', async () => {
  expect(await read()).toEqual({ inSandbox: false, monthlyLimit: undefined, optedOut: [] });
});
