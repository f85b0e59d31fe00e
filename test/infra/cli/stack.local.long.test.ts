import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../../infra/cli/main.ts';
import { systemWorld } from '../../../infra/cli/system-world.ts';
import { startProcess, type StartProcess } from '../local/start-process.ts';
import { type Ended, FILE } from './open-world.ts';

const ARTICLE = {
  id: 'a1',
  title: 'Acme opens a plant',
  content: 'Acme',
  link: 'https://news.example/1',
  domain_url: 'news.example',
  rank: 100,
  published_date: '2026-11-21 07:00:00',
};

/** Half a year from the computer's clock: all times below are those of the stack's clock. */
const NOW = new Date(Date.now() + 180 * 24 * 3_600_000).toISOString();

let folder: string;
let start: StartProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-cli-'));
  writeFileSync(join(folder, 'watches.yaml'), FILE);
  writeFileSync(join(folder, 'corpus.ndjson'), `${JSON.stringify(ARTICLE)}\n`);
  const files = ['--watches', join(folder, 'watches.yaml'), '--corpus', join(folder, 'corpus.ndjson')];
  start = startProcess([...files, '--shift-to-now', '--now', NOW, '--data', join(folder, 'data')]);
  await start.says('next run ');
});

afterAll(async () => {
  start.send('SIGKILL');
  await start.ended;
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

/** Runs a command in this process, against the stack in the other process. */
async function call(...args: string[]): Promise<Ended> {
  const ended = { out: '', err: '' };
  const code = await main([...args, '--data', join(folder, 'data')], {
    ...systemWorld(),
    folder,
    stdout: { write: (text) => (ended.out += text) },
    stderr: { write: (text) => (ended.err += text) },
  });
  return { code, ...ended };
}

/** Takes back what the test before has applied. */
async function applyFile(): Promise<void> {
  writeFileSync(join(folder, 'watches.yaml'), FILE);
  expect((await call('apply', '--yes')).code).toBe(0);
}

// One stack for all, which the last test kills.
describe('the command line', { shuffle: false }, () => {
  describe('the running stack', () => {
    beforeEach(applyFile);

    it('smoke takes a watch of its own through the running stack, and leaves nothing behind', async () => {
      const { code, out, err } = await call('smoke', '--query', 'Acme', '--json');
      const { works, checks } = JSON.parse(out);
      expect({ err, checks: checks.map(({ check, result }: any) => `${check} ${result}`) }).toEqual({
        err: '',
        checks: [
          'apply ok',
          'schedule ok',
          'run ok',
          'findings ok',
          'message ok',
          'page ok',
          'webhook ok',
          'clean-up ok',
        ],
      });
      expect([code, works]).toEqual([0, true]);
      expect(JSON.parse((await call('status', '--json')).out)).toMatchObject({
        watches: [{ id: 'acme-news' }],
        channels: [{ name: 'operators' }, { name: 'press-team' }],
      });
    });
  });

  it('the command line reports a stack that was killed, and plan shows everything as new', async () => {
    start.send('SIGKILL');
    await start.ended;
    const status = await call('status');
    expect(status.code).toBe(1);
    expect(status.err).toContain('npm start');
    const plan = await call('plan');
    expect(plan.code).toBe(2);
    expect(plan.err).toContain('everything is new');
  });
});
