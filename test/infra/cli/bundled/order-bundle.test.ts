import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { orderBundle } from '../../../../infra/cli/bundled/order-bundle.ts';

let root: string;
let started: number;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bellwether-order-'));
  started = 0;
});
afterEach(() => rm(root, { recursive: true }));

const order = (environment: Record<string, string> = {}, home = join(root, 'commands')) =>
  orderBundle('commands', environment, { home, start: () => (started += 1) });

it('has one bundle made for several commands, and another one ten minutes later', async () => {
  order();
  order();
  expect(started).toBe(1);
  const before = new Date(Date.now() - 11 * 60 * 1_000);
  await utimes(join(root, 'commands', 'ordered'), before, before);
  order();
  order();
  expect(started).toBe(2);
});

it('has none made in continuous integration', () => {
  order({ CI: 'true' });
  expect(started).toBe(0);
});

it('has none made, and says nothing, where nothing can be written', async () => {
  await writeFile(join(root, 'file'), '');
  order({}, join(root, 'file', 'commands'));
  expect(started).toBe(0);
});
