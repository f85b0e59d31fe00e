import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROGRAMS } from '../../../../infra/cli/bundled/bundled-programs.ts';
import { findBundle } from '../../../../infra/cli/bundled/find-bundle.ts';
import { makeBundle } from '../../../../infra/cli/bundled/make-bundle.ts';
import { COMMANDS } from '../../../../infra/cli/main.ts';

const { root, entry } = PROGRAMS.commands;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'bellwether-program-'));
  await makeBundle({ ...PROGRAMS.commands, home });
}, 60_000);
afterAll(() => rm(home, { recursive: true }));

/** Runs a program of this module with some command lines, one after another. */
async function run(module: string, commands: readonly string[][]) {
  const code = `
    const { runProgram } = await import(${JSON.stringify(pathToFileURL(module).href)});
    for (const args of ${JSON.stringify(commands)}) console.log(await runProgram(args));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const seen = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (seen.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (seen.err += text));
  await new Promise((resolve) => child.once('close', resolve));
  return seen;
}

it('prints as its sources do: the version, all help, a check of the sample, errors', {
  timeout: 60_000,
}, async () => {
  const commands = [
    ['--version'],
    ['--help'],
    ...Object.keys(COMMANDS).map((name) => ['help', name]),
    ['validate'],
    ['validate', '--json'],
    ['vlaidate'],
    ['status', '--data', join(home, 'none')],
  ];
  const bundled = await run(findBundle({ root, home }) ?? '', commands);
  expect(bundled).toEqual(await run(join(root, entry), commands));
  expect(bundled.err).toContain('No local stack is running.');
});

it('loads each of its parts by itself', { timeout: 60_000 }, async () => {
  const parts = (await readdir(home)).filter((name) => name.endsWith('.mjs'));
  expect(parts.length).toBeGreaterThan(Object.keys(COMMANDS).length);
  const code = `for (const part of ${JSON.stringify(parts)}) await import(${JSON.stringify(pathToFileURL(`${home}/`).href)} + part);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  expect([await new Promise((resolve) => child.once('close', resolve)), err]).toEqual([0, '']);
});
