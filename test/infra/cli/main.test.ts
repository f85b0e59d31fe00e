import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS, helpWidth } from '../../../infra/cli/main.ts';
import { aWatch } from '../../ports/examples.ts';
import { memoryStack, openWorld, openApplied } from './open-world.ts';

it('lists its commands without arguments, with --help and with help', async () => {
  const { call } = openWorld();
  const plain = await call();
  expect(plain).toMatchObject({ code: 0, err: '' });
  for (const name of Object.keys(COMMANDS)) expect(plain.out).toContain(`  ${name} `);
  expect(await call('--help')).toEqual(plain);
  expect(await call('help')).toEqual(plain);
});

it('says how to start a stack where there is none', async () => {
  const { call } = openWorld();
  const ended = await call('status');
  expect(ended).toMatchObject({ code: 1, out: '' });
  expect(ended.err).toContain('No local stack is running.');
  expect(ended.err).toContain('start one with npm start, or choose one in AWS with --stage NAME');
});

it('never shows a stack trace', async () => {
  const broken = memoryStack().stack;
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const denied = Object.assign(new Error('not allowed to Query'), { name: 'AccessDeniedException' });
  const causes = [new TypeError('x is undefined'), new AggregateError([refused]), denied, 'a text'];
  for (const cause of causes) {
    const { call } = openWorld({
      stack: { ...broken, definitions: { ...broken.definitions, watches: () => Promise.reject(cause) } },
    });
    const { code, err } = await call('status');
    expect(code).toBe(1);
    expect(err).not.toContain('    at ');
    expect(err).not.toBe('');
  }
});

describe('text from outside', () => {
  const HOSTILE = 'Acme\u202etxt.exe\u2066\u001b]0;owned\u0007\u009b2J\r\u007f';

  it('cannot steer the terminal: names of watches, arguments and errors', async () => {
    const { stack, store } = memoryStack();
    await store.definitions.putWatch({ ...aWatch(), id: HOSTILE });
    const failing = {
      ...stack,
      definitions: { ...stack.definitions, watches: () => Promise.reject(new Error(HOSTILE)) },
    };
    const ended = [
      await openWorld({ stack }).call('status'),
      await openWorld({ stack }).call('status', '--json'),
      await openWorld({ stack }).call('plan'),
      await openWorld({ stack: failing }).call('status'),
      await openWorld({ stack }).call(HOSTILE),
      await openWorld({ stack }).call('run', HOSTILE),
      await openWorld({ stack }).call('validate', '--watches', HOSTILE),
    ];
    const printed = ended.map(({ out, err }) => out + err);
    expect(printed.filter((text) => /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u.test(text))).toEqual([]);
    for (const text of printed) expect(text).toContain('Acme');
    expect(JSON.stringify(JSON.parse(ended[1]!.out))).toContain('\u202e');
  });
});

it.each(['--version', '-v', 'version'])('prints the version of the package: %s', async (word) => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(await openWorld().call(word)).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

it.each<[string[], object]>([
  [['validate'], { valid: true, watches: ['acme-news'], channels: ['press-team'], problems: [] }],
  [['apply'], { stack: 'bellwether-test', status: 'applied', removed: [], queued: [] }],
  [['run', 'acme-news'], { queued: ['acme-news'] }],
  [
    ['backfill', 'acme-news', '--from', '2026-11-01'],
    { watch: 'acme-news', from: '2026-11-01T00:00:00.000Z' },
  ],
  [['redrive'], { redriven: [] }],
  [['open'], { link: expect.stringContaining('/i/'), validUntil: '2026-11-21T09:00:00Z' }],
  [['doctor'], { problems: expect.any(Number), hints: 0, checks: expect.any(Array) }],
])('prints one JSON document with --json: %j', async (args, document) => {
  const { call } = await openApplied();
  expect(JSON.parse((await call(...args, '--json')).out)).toMatchObject(document);
});

it.each([undefined, 50, 200])(
  'the help of each command says what it takes, and fits a terminal of %s columns',
  async (columns) => {
    const { call } = openWorld({ ...(columns !== undefined && { columns }) });
    for (const name of Object.keys(COMMANDS)) {
      const help = await call(name, '--help');
      expect(help).toMatchObject({ code: 0, err: '' });
      expect(help.out).toMatch(new RegExp(`^Usage: bellwether ${name} `));
      const long = help.out.split('\n').filter((line) => line.length > helpWidth(columns));
      // An example, and a usage, are typed as they stand.
      expect(long.filter((line) => !/^(?: {2}bellwether |Usage: )/.test(line))).toEqual([]);
    }
    expect(await call('help', 'plan')).toEqual(await call('plan', '--help'));
  },
);
