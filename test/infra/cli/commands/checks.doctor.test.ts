import { describe, expect, it } from 'vitest';
import type { ServiceAccess, SmsLimits, Stack } from '../../../../infra/cli/stack/stack.ts';
import {
  GoneError,
  RefusedError,
  type UpstreamService,
  TransportError,
} from '../../../../shared/domain/lib/errors.ts';
import { HOUR } from '../../../../shared/domain/time/instant.ts';
import { actionOf } from '../../../../shared/domain/pages/reader-action.ts';
import { aMessage, anAlert } from '../../../ports/examples.ts';
import type { MemoryStore } from '../../../store/memory-store.ts';
import { FILE, memoryStack, NOW, openWorld } from '../open-world.ts';

const FACTS = { service: 'news', operation: 'POST /subscription' } as const;

/** A stack whose watches were applied and have run, which then changes, and what doctor says of it. */
async function examine({
  file = FILE,
  edited = file,
  fill,
  ...change
}: Partial<Stack> & {
  file?: string;
  /** The file as it is now. */
  edited?: string;
  fill?: (store: MemoryStore) => Promise<unknown>;
} = {}) {
  const { stack, store } = memoryStack();
  const before = openWorld({ stack });
  before.write(file);
  await before.call('apply');
  const track = { watchId: 'acme-news', track: 'live' } as const;
  const state = await store.states.acquire(track, { owner: 'run', until: NOW }, NOW);
  await store.states.save(state!, { set: { lastRunAt: NOW, coveredUntil: NOW }, release: true });
  await fill?.(store);
  const { call, write } = openWorld({ stack: { ...stack, ...change } });
  write(edited);
  return { ...(await call('doctor')), call };
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
  const alert = anAlert(1, { createdAt: NOW - HOUR });
  const { silence } = actionOf('mute-watch', { alert, lane: 'press-team', from: 'message', at: NOW });
  const { out, call } = await examine({
    fill: async ({ silences, alerts }) => {
      await silences.put(silence!);
      await alerts.put(alert, { dueAt: NOW });
      await alerts.settle(alert, { state: 'silenced', silenceId: silence!.id, reason: '' });
    },
  });
  expect(out).toContain(
    'hint     1 silence in force, 1 of them by links in messages or to pages. 1 alert of the last 7 days was muted.',
  );
  expect((await call('status')).out).toContain(
    `${silence!.id}  A reader of press-team: watch=acme-news channel=press-team severity=info,warning`,
  );
});

/** A stack that reaches one service in another way. */
function having(service: UpstreamService, changes: Partial<ServiceAccess>): Partial<Stack> {
  const { services } = memoryStack().stack;
  return { services: { ...services, [service]: { ...services[service], ...changes } } };
}

describe('the services', () => {
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

  it('warn when few calls of the plan are left', async () => {
    const plan = async () => ({ plan: 'v3', allowed: 100, left: 9 });
    const { code, out } = await examine(having('news', { plan }));
    expect(code).toBe(0);
    expect(out).toMatch(/^hint {5}The plan has 9 of 100 calls left\.\n {9}let watches run less often/m);
  });

  it('of events and of extraction are checked when a watch uses them: address, key and plan', async () => {
    const file = `${FILE}  breaches: { kind: events, query: { event_type: data_breach }, alert: { channel: press-team } }
  cuts: { kind: extraction, query: { query: Layoffs }, alert: { channel: press-team } }
`;
    const { out } = await examine({ file });
    expect(out.split('\n')).toEqual(
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
    const differs = await examine({ edited: FILE.replace('q: Acme', 'q: Globex') });
    expect(differs.code).toBe(0);
    expect(differs.out).toMatch(
      /^hint {5}The stack differs from watches\.yaml: 1 change\.\n.*bellwether plan/m,
    );
    expect(differs.out).toMatch(/\n0 problems, 1 hint\.\n$/);
    const wrong = await examine({ edited: 'x: [' });
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain('watches.yaml has 1 problem.');
  });

  const denied = Object.assign(new Error('not allowed'), { name: 'AccessDeniedException' });
  it.each<[string, Partial<Stack>, string]>([
    ['dead letters are', { deadOrders: async () => 2 }, '2 queued messages could not be processed.'],
    [
      'messages that SNS could not deliver to programs are',
      { undelivered: async () => 1 },
      '1 message to https addresses or queues could not be delivered. SNS keeps it',
    ],
    [
      'a failed check is',
      { deadOrders: () => Promise.reject(denied) },
      'A check failed: AWS denied the request: not allowed',
    ],
  ])('%s a problem, and does not hide others', async (_, change, text) => {
    const { code, out } = await examine(change);
    expect(code).toBe(1);
    expect(out).toContain(`problem  ${text}`);
    expect(out).toContain('ok       Nothing is muted.');
  });

  it('an unconfirmed address is a hint if the channel has a confirmed one, else a problem', async () => {
    const address = (endpoint: string, channel?: string) =>
      ({
        protocol: 'email',
        endpoint,
        ...(channel ? { channels: [channel], arn: 'arn' } : { channels: [] }),
      }) as const;
    const [pending, oncall] = [address('press@acme.example'), address('oncall@acme.example', 'operators')];
    const alone = await examine({ subscriptions: { list: async () => [oncall, pending] } });
    expect(alone.code).toBe(1);
    expect(alone.out).toContain(
      'problem  press-team: email press@acme.example is not confirmed yet. No one receives alerts of this channel.',
    );
    const second = address('second@acme.example', 'press-team');
    const shared = await examine({
      file: FILE.replace('press@acme.example]', 'press@acme.example, second@acme.example]'),
      subscriptions: { list: async () => [oncall, pending, second] },
    });
    expect(shared.code).toBe(0);
    expect(shared.out).toContain('hint     press-team: email press@acme.example is not confirmed yet.');
  });
});

describe('SMS', () => {
  const file = FILE.replace('press@acme.example]', 'press@acme.example], sms: ["+33600000000"]');
  /** 6 parts of a message that was accepted for so much, and others of one that was not. */
  const fillWith = async ({ messages }: MemoryStore, cost: number) => {
    await messages.put(aMessage(1, { createdAt: NOW - HOUR, sms: { parts: 2, numbers: 3, cost } }));
    await messages.put(aMessage(2, { createdAt: NOW - HOUR, sms: { parts: 9, numbers: 9, cost: 9 } }));
    const stored = await messages.get('message-1');
    await messages.move(stored!, { state: 'accepted', tries: 1, retryAt: NOW });
  };

  it.each<[string, Partial<SmsLimits>, number, string[]]>([
    [
      'the sandbox and a limit of 1 dollar are named',
      { inSandbox: true, monthlyLimit: undefined },
      0,
      ['problem  The AWS account is in the SMS sandbox', 'hint     The SMS spending limit is $1 per month.'],
    ],
    [
      'what this month has cost is compared with the limit',
      { monthlyLimit: 50 },
      45,
      [
        'problem  The SMS spending limit is $50 per month.',
        'This stack sent 6 SMS parts this month, about 45.00 by the prices in your file.',
      ],
    ],
    [
      'a number that opted out is named, with what to do',
      { optedOut: ['+33600000000'] },
      45,
      [
        'sms +33600000000 opted out of SMS by replying STOP.',
        'aws sns opt-in-phone-number. AWS allows this once in 30 days',
        'ok       The SMS spending limit is $100 per month.',
      ],
    ],
  ])('%s', async (_, limits, cost, texts) => {
    const sms = async () => ({ inSandbox: false, monthlyLimit: 100, optedOut: [], ...limits });
    const { out } = await examine({ file, fill: (store) => fillWith(store, cost), sms });
    for (const text of texts) expect(out).toContain(text);
  });
});
