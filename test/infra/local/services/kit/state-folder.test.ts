import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainDisk, openStateFolder } from '../../../../../infra/local/services/kit/state-folder.ts';
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
  const systemError = (code: string) => Object.assign(new Error(`${code}: no`), { code, path: '/data/x' });

  it.each([
    ['EACCES', /^Cannot write to \/data\/x: this user may not write there\. Use another folder with --data/],
    ['ENOSPC', /the disk is full\. Free some space/],
  ])('%s is one line that says what to do', (code, line) => {
    const text = explainDisk(new Error('outer', { cause: systemError(code) })) ?? '';
    expect(text).toMatch(line);
    expect(text).not.toContain('\n');
  });
});
