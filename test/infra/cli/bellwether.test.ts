import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..', '..');
const BIN = join(ROOT, 'infra/cli/bellwether.mjs');

/** Runs the real command; stdout and stderr are pipes. */
function bellwether(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

it('has the path in package.json, a shebang line and the executable flag', () => {
  expect(join(ROOT, manifest.bin.bellwether)).toBe(BIN);
  expect(readFileSync(BIN, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync(BIN).mode & 0o111).toBe(0o111);
});

it('checks the sample, without colours in a pipe', async () => {
  const { code, out, err } = await bellwether(['validate'], { FORCE_COLOR: '1' });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^watches\.yaml: \d+ watches, \d+ channels: valid\n$/);
});

it('ends silently when its reader has closed the pipe', async () => {
  const child = spawn(process.execPath, [BIN, '--help'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, err }).toEqual({ code: 0, err: '' });
});
