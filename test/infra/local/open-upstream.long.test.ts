import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createClock } from '../../../infra/local/aws/shared-clock.ts';
import { openPort } from '../../../infra/local/serve-app.ts';
import { openUpstream } from '../../../infra/local/open-upstream.ts';
import { readStartOptions } from '../../../infra/local/start-options.ts';

/** What is written while a corpus of so many lines is read. */
async function readCorpus(lines: number, isTTY: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-corpus-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const corpus = join(folder, 'corpus.ndjson');
  const line = (n: number) =>
    JSON.stringify({ id: `a${n}`, title: 'Acme', published_date: '2026-11-21 07:00:00' });
  await writeFile(corpus, Array.from({ length: lines }, (_, n) => `${line(n)}\n`).join(''));
  const written = { screen: '', log: '' };
  const upstream = await openUpstream({
    options: readStartOptions(['--corpus', corpus, '--data', folder], {}),
    clock: createClock(undefined),
    watches: [],
    log: (text) => (written.log += `${text}\n`),
    screen: { isTTY, write: (text) => (written.screen += text) },
  });
  await upstream.ready;
  await upstream.close();
  return written;
}

it('shows on a terminal how much of a corpus is read, removes that line, and prints only the end in a pipe', async () => {
  const { screen, log } = await readCorpus(2_100, true);
  expect(screen).toContain('\r\u001b[KReading the corpus: 1,000 lines …');
  expect(screen).toContain('\r\u001b[KReading the corpus: 2,100 lines …');
  expect(screen.endsWith('\r\u001b[K')).toBe(true);
  expect(log).toContain('2100 articles');
  expect(await readCorpus(1_100, false)).toMatchObject({ screen: '' });
});

it('starts no service and reads no sample for watches that all read feeds, and says so where an address is expected', async () => {
  const log: string[] = [];
  const upstream = await openUpstream({
    options: readStartOptions([], {}),
    clock: createClock(undefined),
    watches: [{ kind: 'feeds' }, { kind: 'feeds' }],
    log: (text) => log.push(text),
  });
  await upstream.close();
  expect(log).toEqual([]);
  expect([upstream.news.url, upstream.events.url, upstream.jobs.url]).toEqual(['none', 'none', 'none']);
});

it('says why the services did not start: a port that is taken at once, a corpus that cannot be read when it was read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-corpus-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const open = (...args: string[]) =>
    openUpstream({
      options: readStartOptions(['--data', folder, ...args], {}),
      clock: createClock(undefined),
      watches: [],
      log: () => undefined,
    });
  const taken = await openPort();
  onTestFinished(() => taken.close());
  await expect(open('--port', String(taken.port))).rejects.toThrow('The port is in use.');
  const upstream = await open('--corpus', join(folder, 'missing.ndjson'));
  await expect(upstream.ready).rejects.toThrow('missing.ndjson');
  await upstream.close();
});
