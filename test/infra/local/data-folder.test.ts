import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
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

it('forgets with --fresh what a stack kept there, and nothing else', async () => {
  open(false);
  await fill();
  open(true);
  expect((await readdir(folder)).toSorted()).toEqual(['format', 'lock', 'lock.pid', 'mine', 'notes.txt']);
});

it.each([
  ['has no number', () => rm(join(folder, 'format'))],
  ['has another number', () => writeFile(join(folder, 'format'), '0\n')],
])('refuses state whose form %s, until it is started with --fresh', async (_, change) => {
  open(false);
  await fill();
  await change();
  expect(() => open(false)).toThrow(
    /is of another version of Bellwether\. Start with --fresh, which deletes it\.$/,
  );
  open(true);
  open(false);
  expect(await readdir(folder)).not.toContain('table');
});

it('deletes nothing with --fresh in a folder that no stack has used', async () => {
  await fill();
  open(true);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['table', 'services', 'records.db']));
});

const rightsOf = async (...path: string[]) => ((await stat(join(folder, ...path))).mode & 0o777).toString(8);

it('makes a folder for its owner alone, and takes the rights of others from one that a stack has left', async () => {
  folder = join(folder, 'deeper');
  open(false);
  expect(await rightsOf()).toBe('700');
  await fill();
  await chmod(folder, 0o755);
  for (const name of ['records.db', 'outbox.ndjson']) await chmod(join(folder, name), 0o644);
  await chmod(join(folder, 'table'), 0o755);
  open(false);
  expect(await rightsOf()).toBe('700');
  for (const name of ['records.db', 'outbox.ndjson']) expect(await rightsOf(name)).toBe('600');
  expect(await rightsOf('table')).toBe('700');
});

it.each([
  ['file/data', /^Cannot write to .*: a part of the path is a file\. Use another folder with --data\.$/],
  ['file', /^Cannot write to .*: it is a file, not a folder\. Use another folder with --data\.$/],
])('says in one line that the folder %s cannot be made', async (path, line) => {
  await writeFile(join(folder, 'file'), '');
  expect(() => openDataFolder(join(folder, path), { fresh: false })).toThrow(line);
});
