import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDataFolder } from '../../../infra/local/data-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

const open = (fresh: boolean) => openDataFolder(folder, { fresh }).release();

async function fill(): Promise<void> {
  for (const name of ['table', 'services', 'mine']) await mkdir(join(folder, name));
  for (const name of ['records.db', 'records.db-wal', 'outbox.ndjson', 'notes.txt'])
    await writeFile(join(folder, name), '');
}

it('lets one holder in at a time, and makes the folder', () => {
  folder = join(folder, 'deeper');
  const held = openDataFolder(folder, { fresh: false });
  expect(() => open(false)).toThrow(new RegExp(`in use by another process \\(pid ${process.pid}\\)`));
  held.release();
  open(false);
});

it('keeps everything without --fresh', async () => {
  open(false);
  await fill();
  open(false);
  expect(existsSync(join(folder, 'table'))).toBe(true);
});

it('forgets with --fresh what a stack kept there, and nothing else', async () => {
  open(false);
  await fill();
  open(true);
  expect((await readdir(folder)).toSorted()).toEqual(['lock', 'lock.pid', 'mine', 'notes.txt']);
});

it('deletes nothing with --fresh in a folder that no stack has used', async () => {
  await fill();
  open(true);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['table', 'services', 'records.db']));
});
