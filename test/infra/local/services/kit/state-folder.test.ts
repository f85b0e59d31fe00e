import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SettingsError } from '../../../../../infra/local/services/kit/settings-file.ts';
import {
  diskProblem,
  explainDisk,
  onDisk,
  openStateFolder,
  readDisk,
} from '../../../../../infra/local/services/kit/state-folder.ts';
import { trackUsage } from '../../../../../infra/local/services/kit/usage.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'state-'));

/** Another process that opens the folder, writes one record, says so and stays until it is killed. */
function otherProcess(dir: string): ChildProcess {
  const kit = new URL('../../../../../infra/local/services/kit/', import.meta.url).href;
  const script = `
    import { openStateFolder } from '${kit}state-folder.ts';
    const state = openStateFolder(process.argv[1]);
    state.database('jobs').exec("CREATE TABLE jobs (name TEXT); INSERT INTO jobs VALUES ('kept')");
    process.stdout.write('written');
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', script, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

describe('a state folder', () => {
  it('is refused to a second process by name and pid, opens after a kill, and holds what was written', async () => {
    const dir = folder();
    const child = otherProcess(dir);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    expect(() => openStateFolder(dir)).toThrow(`${dir} is in use by another process (pid ${child.pid})`);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const state = openStateFolder(dir);
    expect(state.database('jobs').prepare('SELECT name FROM jobs').get()).toEqual({ name: 'kept' });
    state.close();
  });

  it('keeps the count of calls', () => {
    const dir = folder();
    const clock = { now: () => Date.parse('2026-11-21') };
    for (const expected of [1, 2]) {
      const state = openStateFolder(dir);
      const usage = trackUsage({ clock, state });
      usage.begin({ service: 'events', key: 'k', limits: { monthlyCalls: 5 } })();
      expect([usage.used('events'), usage.used('news')]).toEqual([expected, 0]);
      state.close();
    }
  });
});

describe('disk', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bellwether-disk-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const systemError = (code: string) => Object.assign(new Error(`${code}: no`), { code, path: '/data/x' });

  it.each([
    ['EACCES', /^Cannot write to \/data\/x: this user may not write there\. Use another folder with --data/],
    ['ENOSPC', /the disk is full\. Free some space/],
  ])('%s is one line that says what to do', (code, line) => {
    const text = explainDisk(new Error('outer', { cause: systemError(code) })) ?? '';
    expect(text).toMatch(line);
    expect(text).not.toContain('\n');
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
});
