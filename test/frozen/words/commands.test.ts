import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { main } from '../../../infra/cli/main.ts';
import { readOptions, USAGE as SERVICES } from '../../../infra/local/services/read-options.ts';
import { readStartOptions, USAGE as START } from '../../../infra/local/start-options.ts';
import { gone } from '../frozen.ts';

// What people type, and what stands in their scripts.

const folder = import.meta.dirname;

/** What a command says of itself. */
async function helpOf(...args: string[]): Promise<string> {
  let help = '';
  const world = { stdout: { write: (text: string) => (help += text) }, stderr: { write: () => undefined } };
  await main(args, world as unknown as Parameters<typeof main>[1]);
  return help;
}

/** `--port N`, and `--fresh` for one without a value. Without words: what they are called in the help may change. */
function optionsIn(help: string): string[] {
  return [...help.matchAll(/^ +(?:-\w, )?--([a-z-]+)( [A-Z-]+\S*)?/gm)].map(
    ([, name, value]) => `--${name}${value === undefined ? '' : ' VALUE'}`,
  );
}

it('commands and their options', async () => {
  const names = [...(await helpOf('--help')).matchAll(/^ {2,}([a-z]+) {2,}\S/gm)].map(
    ([, name = '']) => name,
  );
  const lines = await Promise.all(
    names.map(async (name) => {
      const help = await helpOf(name, '--help');
      return [name, ...optionsIn(help).map((option) => `${name} ${option}`)];
    }),
  );
  expect(await gone(lines.flat(), { folder, file: 'commands.txt' })).toEqual([]);
});

it('options of npm start', async () => {
  expect(await gone(optionsIn(START), { folder, file: 'start.txt' })).toEqual([]);
  const flags = ['--help', '--once', '--json', '--fresh', '--shift-to-now'];
  const values = ['--watches', 'w', '--data', 'd', '--port', '1', '--now', '2026-11-21T08:00:00Z'];
  const services = ['news', 'events', 'jobs'].flatMap((name) => [`--${name}-url`, 'https://a.example']);
  const keys = { NEWS_API_KEY: 'n', EVENTS_API_KEY: 'e', JOBS_API_KEY: 'j' };
  const all = [...flags, ...values, ...services, '--jobs-prefix', '/x', '--corpus', 'a', 'b'];
  const read = readStartOptions(all, keys);
  expect(read.corpus).toEqual(['a', 'b']);
  expect([read.news?.key, read.events?.key, read.jobs?.key]).toEqual(['n', 'e', 'j']);
});

it('options of npm run services', async () => {
  expect(await gone(optionsIn(SERVICES), { folder, file: 'services.txt' })).toEqual([]);
  expect(readOptions(['--port', '1', '--shift-to-now', '--corpus', 'a', 'b']).corpus).toEqual(['a', 'b']);
});

it('scripts of the package, and the name of the command', async () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { scripts, bin } = JSON.parse(text) as Record<'scripts' | 'bin', Record<string, string>>;
  const lines = [...Object.keys(scripts).map((name) => `npm run ${name}`), ...Object.keys(bin)];
  expect(await gone(lines, { folder, file: 'scripts.txt' })).toEqual([]);
});
