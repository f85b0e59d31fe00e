import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProcess, type StartProcess } from '../infra/local/start-process.ts';
import { commandsOf } from './pages.ts';

const WALKTHROUGHS = ['README.md', 'docs/aws/feeds-and-world-news.md', 'docs/package.md'];
const home = mkdtempSync(join(tmpdir(), 'bellwether-docs-'));
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** What stands for the words in capitals, for a stack in AWS and for what a terminal would be asked. */
const FILLED: readonly (readonly [RegExp, string])[] = [
  [/ --stage \w+/, ''],
  [/^records WATCH/, 'records sector-cuts'],
  [/\bWATCH\b/, 'acme-now'],
  [/^report ID/, 'report acme-weekly'],
  [/\bURL\b/, 'https://news.example/not-there'],
  [/\bFILE\b/, 'watches.yaml'],
  [/\bFOLDER\b/, join(home, 'export')],
  [/\bDAY\b/, yesterday],
  [/^(share channel|silence watch=)\b(.*)NAME/, '$1$2newsroom'],
  [/watch=newsroom/, 'watch=acme-now'],
  [/\bNAME\b/, 'desk'],
  [/^apply$/, 'apply --yes'],
  [/^silence (.*)$/, 'silence $1 --owner jane --reason figures'],
  [/^init "My Company" --email \S+$/, `$& --feeds none --watches ${home}/other.yaml`],
  [/^init "My Company"$/, `$& --email you@example.com --feeds none --watches ${home}/own.yaml`],
];

/** These are resolved, by commands.test.ts, and not run here. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'feeds find SITE': 'it asks a site of the internet',
  'feeds check FILE': 'it asks the sites of a list',
  mcp: 'it serves until its input ends: test/infra/cli/mcp/serve.test.ts',
  'forget watch NAME': 'it refuses what the file still names: test/infra/cli/forget',
  'upgrade-check': 'it compares with a stack in AWS: test/infra/cli/upgrade',
};

/** 2 says that there are changes, and of doctor 1 that something is missing, such as a key. */
const GOOD: Readonly<Record<string, readonly number[]>> = { plan: [0, 2], doctor: [0, 1], drill: [0, 1] };

const commands = [
  ...new Set(WALKTHROUGHS.flatMap(commandsOf).map((line) => line.replace(/ --stage \w+/, ''))),
];
/** Every command with each of its options. */
const options = readFileSync('test/frozen/commands.txt', 'utf8').split('\n');
const run = commands.filter((line) => !Object.keys(NOT_RUN).some((one) => line.startsWith(one)));

function filled(line: string): string[] {
  const text = FILLED.reduce((words, [word, value]) => words.replace(word, value), line);
  return (text.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

describe('the commands of the README and the walkthroughs, on a local stack', () => {
  let stack: StartProcess;
  beforeAll(async () => {
    stack = startProcess(['--fresh', '--data', home, '--port', '0']);
    await stack.says('critical');
  }, 300_000);
  afterAll(async () => {
    stack.send('SIGINT');
    await stack.ended;
    rmSync(home, { recursive: true });
  });

  it.each(run)(
    'npx bellwether %s',
    async (line) => {
      const words = filled(line);
      const takesStack = options.some(
        (one) => one.startsWith(`${words[0]} `) && one.endsWith('--data VALUE'),
      );
      const args = ['infra/cli/bellwether.mjs', ...words, ...(takesStack ? ['--data', home] : [])];
      const { code, text } = await new Promise<{ code: number; text: string }>((resolve) =>
        execFile(process.execPath, args, { timeout: 110_000 }, (error, stdout, stderr) =>
          resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
        ),
      );
      expect([line, code, text]).toEqual([
        line,
        expect.toBeOneOf([...(GOOD[words[0] ?? ''] ?? [0])]),
        expect.anything(),
      ]);
    },
    120_000,
  );
});

it('each command that is not run has its reason, and is in a page', () => {
  const pages = WALKTHROUGHS.flatMap(commandsOf);
  expect(Object.keys(NOT_RUN).filter((one) => !pages.some((line) => line.startsWith(one)))).toEqual([]);
  expect(run.length).toBeGreaterThan(20);
});
