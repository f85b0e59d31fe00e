import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROGRAMS } from '../../../infra/cli/bundled/bundled-programs.ts';
import { findBundle } from '../../../infra/cli/bundled/find-bundle.ts';
import { makeBundle } from '../../../infra/cli/bundled/make-bundle.ts';

const { root, home: usual } = PROGRAMS.start;
let home: string;

beforeAll(async () => {
  // Beside the real one: from there the packages that are not bundled are found.
  await mkdir(join(usual, '..'), { recursive: true });
  home = await mkdtemp(`${usual}-test-`);
  await makeBundle({ ...PROGRAMS.start, home });
}, 60_000);
afterAll(() => rm(home, { recursive: true }));

const WATCHES = `
operators: { email: [ops@acme.example] }
channels:
  desk: { email: [desk@acme.example] }
watches:
  acme:
    kind: search
    query: { q: Acme, ranked_only: false }
    lookback: 6h
    first_run: tell
    alert: { when: finding, channel: desk }
`;
const ARTICLE = {
  id: 'a1',
  title: 'Acme opens a plant',
  content: 'Acme opens a plant',
  link: 'https://news.example.com/1',
  domain_url: 'news.example.com',
  published_date: '2026-11-21 07:10:00',
};

it('runs from its bundle: the services answer from their thread, the functions run, an alert is sent', {
  timeout: 120_000,
}, async () => {
  await writeFile(join(home, 'watches.yaml'), WATCHES);
  await writeFile(join(home, 'corpus.ndjson'), `${JSON.stringify(ARTICLE)}\n`);
  const args = ['--once', '--json', '--now', '2026-11-21T08:00:00Z', '--data', join(home, 'data')];
  const files = ['--watches', join(home, 'watches.yaml'), '--corpus', join(home, 'corpus.ndjson')];
  const program = pathToFileURL(findBundle({ root, home }) ?? '').href;
  const code = `
    const { runStart } = await import(${JSON.stringify(program)});
    process.exit(await runStart(${JSON.stringify([...args, ...files])}));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ totals: { new: 1, alerts: 1 } });
});
