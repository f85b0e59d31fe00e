import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  describeDecided,
  describeRun,
  type LogListener,
  openFunctionLog,
} from '../../../infra/local/function-log.ts';

let folder: string;
let file: string;
let heard: unknown[][];
const listener: LogListener = {
  onRun: ({ watchId, status }) => heard.push(['run', watchId, status]),
  onDecided: ({ watches }) => heard.push(['decided', ...watches.map(({ watchId }) => watchId)]),
  onDelivery: ({ messages }) => heard.push(['delivery', ...messages.map(({ id }) => id)]),
  onError: (name, text) => heard.push(['error', name, text]),
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-log-'));
  file = join(folder, 'functions.log');
  heard = [];
});
afterEach(() => rm(folder, { recursive: true }));

const counts = { windows: 1, calls: 1, matched: 0, new: 0, alerts: 0 };
const run = { event: 'run-ended', outcome: { watchId: 'acme', kind: 'search', status: 'done', ...counts } };

it('keeps every line, and calls for the runs, decisions, deliveries and errors among them', async () => {
  const log = openFunctionLog(file, listener);
  const lines = [
    JSON.stringify({ level: 'INFO', message: 'run-ended', ...run }),
    JSON.stringify({
      event: 'findings-decided',
      outcome: {
        space: 'watch.acme',
        watches: [{ watchId: 'acme', findings: 1, stories: ['s'], alerts: 0 }],
        quarantined: 0,
      },
    }),
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
    ['decided', 'acme'],
    ['delivery', 'm1'],
    ['error', 'RunWatch', 'A message failed: no such thing'],
    ['error', 'RunWatch', 'invocation-failed: timed out'],
  ]);
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toEqual(lines);
});

describe('the lines', () => {
  const HINT = expect.stringMatching(/quarantined\. Run npx bellwether status/);
  const ofRun = (changes: object) =>
    describeRun({ watchId: 'jobs', status: 'done', quarantined: 0, ...counts, ...changes });

  it('on runs name their own alerts, failures, and what is quarantined', () => {
    const error = { name: 'Refused', message: 'The service refused the key.' };
    expect([
      ofRun({}),
      ofRun({ new: 3 }),
      ofRun({ alerts: 1 }),
      ofRun({ new: 3, alerts: 2 }),
      ofRun({ status: 'failed', error }),
      ofRun({ new: 1, quarantined: 2 }),
    ]).toEqual([
      [],
      [],
      ['jobs: nothing new, 1 alert'],
      ['jobs: 2 alerts'],
      ['jobs: failed: The service refused the key.'],
      [HINT],
    ]);
  });

  it('on decisions add up the parts of each watch, and count a story once', () => {
    const part = (watchId: string, findings: number, stories: string[], alerts: number) => ({
      watchId,
      findings,
      stories,
      alerts,
    });
    const watches = [
      part('acme', 2, ['s', 't'], 1),
      part('globex', 0, [], 1),
      part('acme', 1, ['s'], 0),
      part('gone', 0, [], 0),
    ];
    expect(describeDecided({ watches, quarantined: 1 })).toEqual([
      'acme: 3 new, 2 stories, 1 alert',
      'globex: nothing new, 1 alert',
      HINT,
    ]);
  });
});
