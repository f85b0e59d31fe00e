import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeRuns, type LogListener, openFunctionLog } from '../../../infra/local/function-log.ts';

let folder: string;
let file: string;
let heard: unknown[][];
const listener: LogListener = {
  onRun: ({ watchId, status }) => heard.push(['run', watchId, status]),
  onDelivery: ({ messages }) => heard.push(['delivery', ...messages.map(({ id }) => id)]),
  onError: (name, text) => heard.push(['error', name, text]),
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-log-'));
  file = join(folder, 'functions.log');
  heard = [];
});
afterEach(() => rm(folder, { recursive: true }));

const counts = { windows: 1, calls: 1, matched: 0, new: 0, stories: 0, alerts: 0 };
const run = { event: 'run-ended', outcome: { watchId: 'acme', kind: 'search', status: 'done', ...counts } };

it('keeps every line, and calls for the runs, deliveries and errors among them', async () => {
  const log = openFunctionLog(file, listener);
  const lines = [
    JSON.stringify({ level: 'INFO', message: 'run-ended', ...run }),
    JSON.stringify({
      event: 'delivery-ended',
      outcome: { messages: [{ id: 'm1', channel: 'desk', state: 'accepted' }], held: 0 },
    }),
    JSON.stringify({
      level: 'ERROR',
      message: 'A message failed',
      error: { name: 'TypeError', message: 'no such thing' },
    }),
    JSON.stringify({
      level: 'ERROR',
      message: 'invocation-failed',
      error: { errorType: 'X', errorMessage: 'timed out' },
    }),
    JSON.stringify({ _aws: { CloudWatchMetrics: [] }, Runs: 1 }),
    JSON.stringify({ event: 'run-ended', outcome: { watchId: 'an event of another version' } }),
    '{ no JSON',
    'plain words',
  ];
  for (const line of lines) log.write('RunWatch', line);
  await log.close();
  expect(heard).toEqual([
    ['run', 'acme', 'done'],
    ['delivery', 'm1'],
    ['error', 'RunWatch', 'A message failed: no such thing'],
    ['error', 'RunWatch', 'invocation-failed: timed out'],
  ]);
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toEqual(lines);
});

it('appends to the same file, and renames a large one', async () => {
  await writeFile(file, 'before\n');
  const small = openFunctionLog(file, listener);
  small.write('f', 'after');
  await small.close();
  expect(await readFile(file, 'utf8')).toBe('before\nafter\n');
  await truncate(file, 21 * 1024 * 1024);
  const second = openFunctionLog(file, listener);
  second.write('f', 'second');
  await second.close();
  expect(await readFile(file, 'utf8')).toBe('second\n');
  expect((await readFile(`${file}.old`)).subarray(0, 6).toString()).toBe('before');
});

describe('the lines on runs', () => {
  const logged = (changes: object) => ({
    watchId: 'jobs',
    status: 'done',
    quarantined: 0,
    ...counts,
    ...changes,
  });
  const lines = (...runs: [Parameters<ReturnType<typeof describeRuns>>[1], object][]) => {
    const linesOn = describeRuns();
    return runs.flatMap(([event, changes]) => linesOn(logged(changes), event));
  };

  it('count the records that jobs have stored in the line of their judging', () => {
    expect(
      lines(
        ['extraction-stepped', { new: 2 }],
        ['extraction-stepped', { new: 1 }],
        ['extraction-stepped', { watchId: 'others', new: 5 }],
        ['run-ended', {}],
        ['findings-judged', { status: 'stepped-aside' }],
        ['findings-judged', { stories: 2, alerts: 2 }],
        ['findings-judged', {}],
        ['extraction-stepped', { new: 1 }],
        ['findings-judged', { stories: 1 }],
      ),
    ).toEqual(['jobs: 3 new, 2 stories, 2 alerts', 'jobs: 1 new, 1 story, 0 alerts']);
  });

  it('say so where nothing is new, and there is an alert all the same', () => {
    expect(lines(['run-ended', { alerts: 1 }])).toEqual(['jobs: nothing new, 1 alert']);
  });

  it('are there for runs that find something, or fail, and for what is quarantined', () => {
    const error = { name: 'Refused', message: 'The service refused the key.' };
    expect(
      lines(
        ['run-ended', { new: 1, stories: 1, alerts: 1 }],
        ['run-ended', {}],
        ['run-ended', { status: 'failed', error }],
        ['extraction-stepped', { new: 1, quarantined: 2 }],
        ['findings-judged', { stories: 1, alerts: 1 }],
      ),
    ).toEqual([
      'jobs: 1 new, 1 story, 1 alert',
      'jobs: failed: The service refused the key.',
      expect.stringMatching(/^jobs: 2 items quarantined\. Run npx bellwether status/),
      'jobs: 1 new, 1 story, 1 alert',
    ]);
  });
});
