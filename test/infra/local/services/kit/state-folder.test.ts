import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { openCollection } from '../../../../../infra/local/services/kit/collection.ts';
import { openMemoryState, openStateFolder } from '../../../../../infra/local/services/kit/state-folder.ts';
import { trackUsage } from '../../../../../infra/local/services/kit/usage.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'state-'));
const schema = z.object({ name: z.string() });

/** Another process that opens the folder, writes one record, says so and stays until it is killed. */
function otherProcess(dir: string): ChildProcess {
  const kit = new URL('../../../../../infra/local/services/kit/', import.meta.url).href;
  const script = `
    import { openStateFolder } from '${kit}state-folder.ts';
    import { openCollection } from '${kit}collection.ts';
    import * as z from 'zod';
    const state = openStateFolder(process.argv[1]);
    openCollection(state.database('jobs'), { name: 'jobs', schema: z.any() }).put('1', { name: 'kept' });
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
    expect(openCollection(state.database('jobs'), { name: 'jobs', schema }).all()).toEqual([
      { name: 'kept' },
    ]);
    state.close();
  });

  it('is refused to a second opening in the same process, until it is closed', () => {
    const dir = folder();
    const first = openStateFolder(dir);
    expect(() => openStateFolder(dir)).toThrow(/in use/);
    first.close();
    openStateFolder(dir).close();
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

describe('a collection', () => {
  it('keeps the order of first putting, replaces and deletes', () => {
    const jobs = openCollection(openMemoryState().database('jobs'), { name: 'jobs', schema });
    for (const id of ['b', 'a', 'c']) jobs.put(id, { name: id });
    jobs.put('b', { name: 'changed' });
    expect([jobs.delete('a'), jobs.delete('a')]).toEqual([true, false]);
    expect([jobs.get('b'), jobs.get('a')]).toEqual([{ name: 'changed' }, undefined]);
    expect(jobs.all()).toEqual([{ name: 'changed' }, { name: 'c' }]);
  });

  it('fails loudly on records of another shape, and refuses odd names', () => {
    const database = openMemoryState().database('jobs');
    openCollection(database, { name: 'jobs', schema: z.unknown() }).put('1', { title: 'old' });
    expect(() => openCollection(database, { name: 'jobs', schema }).all()).toThrow(/name/);
    expect(() => openCollection(database, { name: 'x; DROP', schema })).toThrow(TypeError);
  });
});
