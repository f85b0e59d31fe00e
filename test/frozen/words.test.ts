import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { main } from '../../infra/cli/main.ts';
import { USAGE as SERVICES } from '../../infra/local/services/read-options.ts';
import { OUTPUT_NAMES } from '../../infra/stack-outputs.ts';
import * as names from '../../shared/contracts/names.ts';
import { memoryStack, NOW, openWorld } from '../infra/cli/open-world.ts';
import { openSmoke } from '../infra/cli/smoke/open-smoke.ts';
import { anAlert } from '../ports/examples.ts';
import { heldClock, memorySource } from '../ports/memory-services.ts';
import { keyPaths, textsIn } from '../ports/key-paths.ts';
import { putExamples } from './examples.ts';
import { gone, linesIn } from './golden.ts';
import { schemaPaths } from './schema-paths.ts';

// What people type, and what is in their scripts.

/** What a command says of itself. */
async function helpOf(...args: string[]): Promise<string> {
  let help = '';
  const world = { stdout: { write: (text: string) => (help += text) }, stderr: { write: () => undefined } };
  await main(args, world as unknown as Parameters<typeof main>[1]);
  return help;
}

/** `--port VALUE`, and `--fresh` for one without a value. What the value is called in the help may change. */
function optionsIn(help: string): string[] {
  return [...help.matchAll(/^ +(?:-\w, )?--([a-z-]+)( [A-Z-]+\S*)?/gm)].map(
    ([, name, value]) => `--${name}${value === undefined ? '' : ' VALUE'}`,
  );
}

it('commands, scripts and their options', async () => {
  const commands = [...(await helpOf('--help')).matchAll(/^ {2,}([a-z-]+) {2,}\S/gm)].map(
    ([, name = '']) => name,
  );
  const options = await Promise.all(
    commands.map(async (name) =>
      optionsIn(await helpOf(name, '--help')).map((option) => `${name} ${option}`),
    ),
  );
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
  const lines = [
    ...commands,
    ...options.flat(),
    ...optionsIn(await helpOf('start', '--help')).map((option) => `npm start ${option}`),
    ...optionsIn(SERVICES).map((option) => `npm run services ${option}`),
    ...Object.keys(scripts).map((name) => `npm run ${name}`),
  ];
  expect(await gone(lines, 'commands.txt')).toEqual([]);
});

it('keys and words of watches.yaml; what is below query and its filters is of the services', async () => {
  const text = readFileSync('watches.schema.json', 'utf8');
  const paths = schemaPaths(JSON.parse(text) as Record<string, unknown>);
  const own = paths.filter((path) => !path.startsWith('watches.*.query.'));
  expect(await gone(own, 'watches-file.txt')).toEqual([]);
});

it('names with two readers: variables, metrics, events, outputs, functions, folders', async () => {
  expect(await gone(textsIn({ ...names, OUTPUT_NAMES }), 'names.txt')).toEqual([]);
});

const FILE = `defaults: { channel: press-team }
operators: { email: [oncall@acme.example] }
channels: { press-team: { email: [press@acme.example], sms: ["+33600000000"], sms_price: 0.07 } }
brands: { acme: { names: [Acme] } }
watches:
  acme-news: { kind: search, query: { q: Acme }, brand: acme }
  sector-cuts: { kind: extraction, query: { query: Layoffs, limit: 20 } }
reports: { acme-daily: { brand: acme, schedule: cron(0 8 * * ? *) } }
`;
/** In their order: what one has changed, the next ones show. */
const COMMANDS = [
  'doctor',
  'drill --report',
  'plan',
  'apply --yes',
  'backfill acme-news --from 2026-11-01',
  'explain alert200000000000000',
  'explain alert300000000000000',
  'explain https://news.example/1',
  `export --to ${join(tmpdir(), 'exported')}`,
  'feeds check http://127.0.0.1:1/feed',
  'forget address jane@acme.example --yes',
  'forget watch old-news --yes',
  'key create dashboard',
  'key list',
  'open',
  'preview acme-news',
  'preview sector-cuts',
  'pull',
  'records sector-cuts',
  'redrive',
  'sessions',
  'replay --against watches.yaml --days 3',
  'report acme-daily',
  'run acme-news',
  'share watch acme-news',
  'silence',
  'silence watch=acme-news --for 8h',
  'status',
  'validate',
];

it('keys of the JSON that commands print', async () => {
  const lines: string[] = [];
  const { stack, store } = memoryStack({ pending: ['press@acme.example'] });
  await putExamples(store);
  const discovery = { run: { id: 'run-1', track: 'live' }, window: { from: NOW - 1, to: NOW } } as const;
  await store.alerts.put(anAlert(3, { id: 'alert300000000000000', discovery }), { dueAt: NOW });
  const source = memorySource([], heldClock(NOW));
  const { write, call } = openWorld({
    stack: { ...stack, askService: async (_service, ask) => ask(source) },
  });
  write(FILE);
  for (const command of COMMANDS) {
    const { out, err } = await call(...command.split(' '), '--json');
    if (out === '') throw new Error(`${command}: ${err}`);
    const [name] = command.split(' ');
    lines.push(...keyPaths(JSON.parse(out)).map((path) => `${name} ${path}`));
  }
  const { order } = openSmoke();
  const world = openWorld({ stack: { ...order.stack, smoke: order.tools }, pause: order.world.pause });
  const smoke = JSON.parse((await world.call('smoke', '--json')).out) as { checks: { check: string }[] };
  lines.push(...keyPaths(smoke).map((path) => `smoke ${path}`));
  lines.push(...smoke.checks.map(({ check }) => `smoke checks[].check = ${check}`));
  expect(await gone(lines, 'json-of-commands.txt')).toEqual([]);
  // What `start --once --json` prints has a file of its own.
  const taking = (await linesIn('commands.txt')).filter((line) => /^(?!npm |start ).* --json$/.test(line));
  const shown = new Set(lines.map((line) => line.split(' ')[0]));
  expect(taking.map((line) => line.split(' ')[0]).filter((name) => !shown.has(name))).toEqual([]);
});
