import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLines, runCommand } from '../tools/run-command.ts';
import { type Before, ROOT } from './before.ts';

const STATE = join(ROOT, 'test', 'frozen', 'state');

/** Articles come between each two of these. */
const TIMES = ['2026-11-21T07:00:00Z', '2026-11-21T08:00:00Z', '2026-11-21T09:00:00Z'];

/**
 * Starts the version before on one machine, then this one on the same data folder, then the version before again, each as its
 * users do. Returns what went wrong, and how many alerts each sent.
 */
export async function upgradeOnOneMachine({
  folder,
}: Pick<Before, 'folder'>): Promise<{ findings: string[]; sent: number[] }> {
  const data = await mkdtemp(join(tmpdir(), 'bellwether-update-'));
  const findings: string[] = [];
  const sent: number[] = [];
  let known = new Set<string>();
  const versions = [
    { title: 'the version before', home: folder },
    { title: 'this version', home: ROOT },
    { title: 'the version before, after the rollback', home: folder },
  ];
  try {
    for (const [index, { title, home }] of versions.entries()) {
      findings.push(
        ...(await startOnce({ home, data, now: TIMES[index] ?? '' })).map((text) => `${title}: ${text}`),
      );
      const all = await alertsIn(join(data, 'outbox.ndjson'));
      sent.push(all.length - known.size);
      const twice = all.filter((alert, at) => all.indexOf(alert) < at);
      if (twice.length > 0) findings.push(`${title}: sent again: ${[...new Set(twice)].join(', ')}`);
      known = new Set(all);
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
  if (sent.includes(0)) findings.push(`alerts sent by each: ${sent.join(', ')}`);
  return { findings, sent };
}

/** Runs every watch once, and says what the report has of failures. */
async function startOnce({
  home,
  data,
  now,
}: {
  home: string;
  data: string;
  now: string;
}): Promise<string[]> {
  const corpus = ['articles.ndjson', 'later.ndjson'].map((file) => join(STATE, file));
  const files = ['--data', data, '--watches', join(STATE, 'watches.yaml'), '--corpus', ...corpus];
  const ended = await runCommand(
    'node',
    ['infra/local/start.ts', '--once', '--json', '--now', now, ...files],
    {
      cwd: home,
    },
  );
  if (ended.code !== 0) return [`npm start ended with ${ended.code}: ${lastLines(ended)}`];
  const { watches } = JSON.parse(ended.stdout);
  return watches
    .filter(({ status }: any) => status !== 'done')
    .map(({ id, status, error }: any) => `${id} ended ${status}: ${error?.message}`);
}

/** Each time that an alert was sent to a channel, as `channel alert`. */
async function alertsIn(outbox: string): Promise<string[]> {
  const lines = (await readFile(outbox, 'utf8')).trimEnd().split('\n');
  return lines.flatMap((line) => {
    const { channel, alerts } = JSON.parse(JSON.parse(line).texts['email-json']);
    return alerts.map(({ id }: { id: string }) => `${channel} ${id}`);
  });
}
