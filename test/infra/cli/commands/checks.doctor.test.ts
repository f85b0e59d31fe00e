import { describe, expect, it } from 'vitest';
import type { ServiceAccess, Stack } from '../../../../infra/cli/stack/stack.ts';
import {
  GoneError,
  RefusedError,
  type UpstreamService,
  TransportError,
} from '../../../../shared/domain/lib/errors.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { actionOf } from '../../../../shared/domain/pages/reader-action.ts';
import { aMessage, anAlert } from '../../../ports/examples.ts';
import { FILE, memoryStack, NOW, openWorld } from '../open-world.ts';

const FACTS = { service: 'news', operation: 'POST /subscription' } as const;

/** A stack whose watches were applied and have run. */
async function healthyStack(file = FILE) {
  const made = memoryStack();
  const world = openWorld({ stack: made.stack });
  world.write(file);
  await world.call('apply');
  const lease = { owner: 'run', until: NOW };
  const state = await made.store.states.acquire({ watchId: 'acme-news', track: 'live' }, lease, NOW);
  if (!state) throw new Error('the lease is held');
  await made.store.states.save(state, { set: { lastRunAt: NOW, coveredUntil: NOW }, release: true });
  return made;
}

/** The output of doctor for a changed stack, and its exit code. */
async function examine(
  change: Partial<Stack> = {},
  { file = FILE, probe }: { file?: string; probe?: Parameters<typeof openWorld>[0] } = {},
) {
  const { stack } = await healthyStack();
  const world = openWorld({ stack: { ...stack, ...change }, ...probe });
  world.write(file);
  return world.call('doctor');
}

it('finds nothing wrong with a healthy stack', async () => {
  const { code, out, err } = await examine();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.split('\n')).toEqual([
    'ok       watches.yaml is valid: 1 watch, 1 channel.',
    'ok       The stack matches watches.yaml.',
    'ok       The news service answers at https://news.example/api.',
    'ok       The clock of this machine matches the clock of the service.',
    'ok       The key of the news service is valid; its plan is v3_nlp.',
    'ok       The plan has 60,000 of 100,000 calls left.',
    'ok       No watch uses the events service.',
    'ok       No watch uses the extraction service.',
    'ok       Every watch runs as scheduled.',
    'ok       Every address is confirmed.',
    'ok       No failed messages.',
    'ok       Nothing is muted.',
    'No problems found.',
    '',
  ]);
});

it('counts what silences have muted, as status does, and how many of them were made by links', async () => {
  const { stack, store } = await healthyStack();
  const alert = anAlert(1, { createdAt: NOW - HOUR });
  const { silence } = actionOf('mute-watch', { alert, lane: 'press-team', from: 'message', at: NOW });
  await store.silences.put(silence!);
  await store.alerts.put(alert, { dueAt: NOW });
  await store.alerts.settle(alert, { state: 'silenced', silenceId: silence!.id, reason: '' });
  const world = openWorld({ stack });
  world.write(FILE);
  expect((await world.call('doctor')).out).toContain(
    'hint     1 silence in force, 1 of them by links in messages or to pages. 1 alert of the last 7 days was muted.',
  );
  const { out } = await world.call('status');
  expect(out).toContain(
    `${silence!.id}  A reader of press-team: watch=acme-news channel=press-team severity=info,warning`,
  );
  expect(out).toContain('1 alert muted');
});

/** A stack that reaches one service in another way. */
function having(service: UpstreamService, changes: Partial<ServiceAccess>): Partial<Stack> {
  const { services } = memoryStack().stack;
  return { services: { ...services, [service]: { ...services[service], ...changes } } };
}

describe('the news service', () => {
  const planFails = (error: Error) => having('news', { plan: () => Promise.reject(error) });

  it.each<[string, Partial<Stack>, string, string]>([
    ['no address', having('news', { url: undefined }), 'has no address for', 'NewsUrl'],
    [
      'no key',
      having('news', { key: async () => '' }),
      'is not set: its watches cannot run',
      'put the key into its secret',
    ],
    [
      'a refused key',
      planFails(new RefusedError('no such key', { ...FACTS, refusal: 'key' })),
      'no such key',
      'set a valid key: put the key',
    ],
    ['a wrong path', planFails(new GoneError('no such path', FACTS)), 'no such path', 'such as /api'],
    ['no answer', planFails(new TransportError('no answer', FACTS)), 'no answer', 'try again later'],
  ])('%s is a problem with a suggested fix', async (_, change, text, advice) => {
    const { code, out } = await examine(change);
    expect(code).toBe(1);
    expect(out).toMatch(new RegExp(`^problem  .*${text}.*\n {9}.*${advice}`, 'm'));
    expect(out).toMatch(/^1 problem\.$/m);
  });

  it('warns when few calls of the plan are left', async () => {
    const plan = async () => ({ plan: 'v3', allowed: 100, left: 9 });
    const { code, out } = await examine(having('news', { plan }));
    expect(code).toBe(0);
    expect(out).toMatch(/^hint {5}The plan has 9 of 100 calls left\.\n {9}let watches run less often/m);
  });
});

describe('the events and the extraction service', () => {
  const BOTH = `${FILE}  breaches: { kind: events, query: { event_type: data_breach }, alert: { channel: press-team } }
  cuts: { kind: extraction, query: { query: Layoffs }, alert: { channel: press-team } }
`;
  const examineBoth = async (change: Partial<Stack> = {}) => {
    const { stack } = await healthyStack(BOTH);
    const world = openWorld({ stack: { ...stack, ...change } });
    world.write(BOTH);
    const { out } = await world.call('doctor');
    return out.split('\n');
  };

  it('are checked when a watch uses them: address, key and plan', async () => {
    expect(await examineBoth()).toEqual(
      expect.arrayContaining([
        'ok       The events service answers at https://events.example.',
        'ok       The key of the events service is valid; its plan is events_5.',
        'ok       The plan has 9,000 of 10,000 calls left.',
        'ok       The extraction service answers at https://jobs.example.',
        'ok       The key of the extraction service is valid.',
        'ok       Its plan allows 4 jobs at a time.',
        'ok       The plan has 5,000 of 6,000 credits left.',
      ]),
    );
  });
});

describe('the other checks', () => {
  it('a file that differs is a hint, an invalid one is a problem', async () => {
    const differs = await examine({}, { file: FILE.replace('q: Acme', 'q: Globex') });
    expect(differs.code).toBe(0);
    expect(differs.out).toMatch(
      /^hint {5}The stack differs from watches\.yaml: 1 change\.\n.*bellwether plan/m,
    );
    const wrong = await examine({}, { file: 'x: [' });
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain('watches.yaml has 1 problem.');
  });

  it('dead letters are a problem', async () => {
    const { code, out } = await examine({ deadOrders: async () => 2 });
    expect(code).toBe(1);
    expect(out).toContain('2 queued messages could not be processed.');
  });

  it('messages that SNS could not deliver to programs are a problem, with the section to read', async () => {
    expect((await examine({})).out).not.toContain('could not be delivered');
    const { code, out } = await examine({ undelivered: async () => 1 });
    expect(code).toBe(1);
    expect(out).toContain('1 message to https addresses or queues could not be delivered. SNS keeps it');
    expect(out).toContain('subscribers-dead-letters');
  });

  it('an unconfirmed address is a hint if the channel has a confirmed one, else a problem', async () => {
    const { stack } = await healthyStack();
    const confirmed = {
      protocol: 'email',
      endpoint: 'oncall@acme.example',
      channels: ['operators'],
      arn: 'arn:1',
    } as const;
    const pending = { protocol: 'email', endpoint: 'press@acme.example', channels: [] } as const;
    const list = (all: Awaited<ReturnType<Stack['subscriptions']['list']>>) => ({
      subscriptions: { list: async () => all },
    });
    const alone = await examine(list([confirmed, pending]));
    expect(alone.code).toBe(1);
    expect(alone.out).toContain(
      'problem  press-team: email press@acme.example is not confirmed yet. No one receives alerts of this channel.',
    );
    const two = FILE.replace('press@acme.example]', 'press@acme.example, second@acme.example]');
    const both = await healthyStack(two);
    const second = { ...confirmed, endpoint: 'second@acme.example', channels: ['press-team'] };
    const world = openWorld({ stack: { ...both.stack, ...list([confirmed, pending, second]) } });
    world.write(two);
    const shared = await world.call('doctor');
    expect(shared.code).toBe(0);
    expect(shared.out).toContain('hint     press-team: email press@acme.example is not confirmed yet.');
    expect(stack.name).toBe('bellwether-test');
  });

  it('the SMS sandbox is a problem, and a limit of 1 dollar is a hint', async () => {
    const file = FILE.replace('press@acme.example]', 'press@acme.example], sms: ["+33600000000"]');
    const { stack } = await healthyStack(file);
    const sms = async () => ({ inSandbox: true, monthlyLimit: undefined });
    const world = openWorld({ stack: { ...stack, sms } });
    world.write(file);
    const { code, out } = await world.call('doctor');
    expect(code).toBe(1);
    expect(out).toContain('problem  The AWS account is in the SMS sandbox');
    expect(out).toContain('hint     The SMS spending limit is $1 per month.');
  });

  it('a number that opted out of SMS is named, with what to do, in doctor and status', async () => {
    const file = FILE.replace('press@acme.example]', 'press@acme.example], sms: ["+33600000000"]');
    const { stack } = await healthyStack(file);
    const sms = async () => ({ inSandbox: false, monthlyLimit: 50, optedOut: ['+33600000000'] });
    const world = openWorld({ stack: { ...stack, sms } });
    world.write(file);
    const { out } = await world.call('doctor');
    expect(out).toContain('sms +33600000000 opted out of SMS by replying STOP.');
    expect(out).toContain('aws sns opt-in-phone-number. AWS allows this once in 30 days');
    expect(out).toContain('ok       The SMS spending limit is $50 per month.');
    expect((await world.call('status')).out).toMatch(/sms +\+33600000000 +opted-out/);
    const denied = openWorld({ stack: { ...stack, sms: () => Promise.reject(new Error('denied')) } });
    expect((await denied.call('status')).out).toMatch(/sms +\+33600000000 +unknown/);
    const { channels } = JSON.parse((await denied.call('status', '--json')).out);
    expect(channels.at(-1).addresses.map(({ protocol, state }: any) => [protocol, state])).toEqual([
      ['email', 'confirmed'],
      ['sms', 'unknown'],
    ]);
  });

  it('SMS of this month are compared with the spending limit', async () => {
    const file = FILE.replace('press@acme.example]', 'press@acme.example], sms: ["+33600000000"]');
    const { stack, store } = await healthyStack(file);
    const sent = aMessage(1, { createdAt: NOW - HOUR, sms: { parts: 2, numbers: 3, cost: 45 } });
    await store.messages.put(sent);
    await store.messages.put(aMessage(2, { createdAt: NOW - HOUR, sms: { parts: 9, numbers: 9, cost: 9 } }));
    const stored = await store.messages.get(sent.id);
    if (stored) await store.messages.move(stored, { state: 'accepted', tries: 1, retryAt: NOW });
    const examineWith = async (monthlyLimit: number) => {
      const sms = async () => ({ inSandbox: false, monthlyLimit, optedOut: [] });
      const world = openWorld({ stack: { ...stack, sms } });
      world.write(file);
      return (await world.call('doctor')).out;
    };
    const near = await examineWith(50);
    expect(near).toContain('problem  The SMS spending limit is $50 per month.');
    expect(near).toContain('This stack sent 6 SMS parts this month, about 45.00 by the prices in your file.');
    expect(await examineWith(100)).toContain('ok       The SMS spending limit is $100 per month.');
  });

  it('a failed check does not hide the others', async () => {
    const denied = Object.assign(new Error('not allowed'), { name: 'AccessDeniedException' });
    const { code, out } = await examine({ deadOrders: () => Promise.reject(denied) });
    expect(code).toBe(1);
    expect(out).toContain('problem  A check failed: AWS denied the request: not allowed');
    expect(out).toContain('ok       No failed messages.');
  });
});
