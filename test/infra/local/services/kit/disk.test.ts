import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diskProblem, explainDisk, onDisk, readDisk } from '../../../../../infra/local/services/kit/disk.ts';
import { SettingsError } from '../../../../../infra/local/services/kit/settings-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const systemError = (code: string) => Object.assign(new Error(`${code}: no`), { code, path: '/data/x' });

it.each([
  ['EACCES', /^Cannot write to \/data\/x: this user may not write there\. Use another folder with --data/],
  ['EROFS', /read-only disk/],
  ['ENOSPC', /the disk is full\. Free some space/],
  ['EDQUOT', /quota/],
])('%s is one line that says what to do', (code, line) => {
  const text = explainDisk(new Error('outer', { cause: systemError(code) })) ?? '';
  expect(text).toMatch(line);
  expect(text).not.toContain('\n');
});

it('an error that is no error of the disk stays as it is', () => {
  expect(explainDisk(systemError('ECONNREFUSED'))).toBeUndefined();
  expect(explainDisk('text')).toBeUndefined();
  const bug = new TypeError('a bug');
  expect(() =>
    onDisk(folder, () => {
      throw bug;
    }),
  ).toThrow(bug);
});

it('a path below a file, and a database that cannot be opened, are explained', () => {
  writeFileSync(join(folder, 'file'), '');
  const below = join(folder, 'file', 'deeper');
  expect(() => onDisk(below, () => mkdirSync(below, { recursive: true }))).toThrow(SettingsError);
  expect(() => onDisk(folder, () => new DatabaseSync(join(folder, 'none', 'x.sqlite')))).toThrow(
    /^Cannot write to .*--data/,
  );
});

it('a disk with too little space is a problem, with the numbers', () => {
  expect(diskProblem(folder, 0)).toBeUndefined();
  const text = diskProblem(folder, 48 * 1024 * 1024, () => ({ free: 3_500_000 }));
  expect(text).toContain(`The disk of ${folder} is full: 3 MB are free, and 48 MB are needed.`);
  expect(readDisk(folder).free).toBeGreaterThan(0);
  expect(diskProblem(folder, 0, () => ({ free: 1e12, refusal: 'EROFS' }))).toMatch(/read-only disk/);
});

it.skipIf(process.getuid?.() === 0)('a folder without the right to write is a problem', () => {
  chmodSync(folder, 0o500);
  expect(diskProblem(folder, 0)).toMatch(/may not write there/);
  chmodSync(folder, 0o700);
});
