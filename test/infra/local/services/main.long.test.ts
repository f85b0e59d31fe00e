import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const MAIN = new URL('../../../../infra/local/services/main.ts', import.meta.url).pathname;
const dir = mkdtempSync(join(tmpdir(), 'services-'));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function file(name: string, content: string): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

const CORPUS = file(
  'corpus.ndjson',
  [
    {
      id: 'e1',
      event_type: 'data_breach',
      company_name: 'Globex',
      data_breach: { title: 'A breach' },
      event_date: '2014-03-09',
      extraction_date: '2014-03-10T12:00:00Z',
    },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
);

/** A process; `firstLine` is all of stdout when it ends without one. */
function services(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  const read = { stdout: '', stderr: '' };
  child.stderr.on('data', (chunk: Buffer) => (read.stderr += chunk.toString()));
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      read.stdout += chunk.toString();
      const [line = '', more] = read.stdout.split('\n');
      if (more !== undefined) resolve(line);
    });
  });
  return { child, read, firstLine, ended: once(child, 'close') };
}

async function search(service: { url: string; key: string }, body: object): Promise<Response> {
  return fetch(`${service.url}/api/events_search`, {
    method: 'POST',
    headers: { 'x-api-token': service.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

// A process loads the language tables first, which takes seconds on a busy machine.
describe('npm run services', { timeout: 60_000 }, () => {
  it('prints addresses and keys in one line, serves the corpus moved to now, and ends with 0', async () => {
    const faults = file('faults.yaml', '- {service: events, times: 1, fault: {status: 503}}');
    const plan = file('plan.yaml', 'events: { eventTypes: [data_breach] }');
    const { child, read, firstLine, ended } = services(
      '--corpus',
      CORPUS,
      '--shift-to-now',
      '--data',
      join(dir, 'one'),
      '--faults',
      faults,
      '--plan',
      plan,
    );
    const told = JSON.parse(await firstLine);
    expect(told).toEqual({
      news: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/news$/), key: expect.any(String) },
      events: { url: expect.stringMatching(/\/events$/), key: expect.any(String) },
      jobs: { url: expect.stringMatching(/\/jobs$/), prefix: '/svc', key: expect.any(String) },
      world: { url: expect.stringMatching(/\/world$/) },
    });
    expect((await search(told.events, { event_type: 'data_breach' })).status).toBe(503);
    const breaches: any = await (await search(told.events, { event_type: 'data_breach' })).json();
    expect(breaches.events.map(({ id }: any) => id)).toEqual(['e1']);
    expect(Date.now() - Date.parse(breaches.events[0].extraction_date)).toBeLessThan(60_000);
    expect((await search(told.events, { event_type: 'layoff' })).status).toBe(403);
    child.kill('SIGTERM');
    const [code] = await ended;
    expect([code, read.stdout.split('\n').length]).toEqual([0, 2]);
  });

  it('refuses a wrong option with a message and 1', async () => {
    const { read, ended } = services('--port', 'x');
    const [code] = await ended;
    expect([code, read.stdout]).toEqual([1, '']);
    expect(read.stderr).toMatch(/^Invalid port "x" for --port\. Write a whole number.*\n$/);
  });
});
