import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findStage, StageError } from '../../../infra/stages/find-stage.ts';
import { atHome, readStage } from '../../../infra/stages/read-stage.ts';

const STAGES = join(import.meta.dirname, '..', '..', '..', 'infra', 'stages');

/** A folder with one stage `trial`: the file of dev with some lines changed. */
function folderWith(change: (dev: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-stages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'trial.yaml'), change(readFileSync(join(STAGES, 'dev.yaml'), 'utf8')));
  return folder;
}

describe('the stages of the project', () => {
  it('differ in what they keep, in how long they keep logs, and in their alarms', () => {
    const [dev, prod] = [readStage('dev'), readStage('prod')];
    expect(dev).toMatchObject({
      keepsData: false,
      removalPolicy: 'destroy',
      logRetention: 7,
      alarms: 'lean',
    });
    expect(prod).toEqual({
      ...dev,
      name: 'prod',
      keepsData: true,
      removalPolicy: 'retain',
      logRetention: 90,
      alarms: 'full',
      concurrency: { ...dev.concurrency, decide: 5 },
    });
  });

  it('keep objects and reports for 400 days, and call each service twice at once', () => {
    const { objectRetention, reportRetention, concurrency } = readStage('prod');
    expect([objectRetention.toDays(), reportRetention.toDays()]).toEqual([400, 400]);
    expect(concurrency).toEqual({ news: 2, events: 2, extraction: 2, decide: 5 });
  });

  it('are named when another one is asked for', () => {
    expect(() => readStage('live')).toThrow(new StageError('there is no stage "live"; use dev or prod'));
    expect(() => readStage('../stages/dev')).toThrow(StageError);
  });
});

describe('the file of a stage', () => {
  it('gives a function that it does not name the usual memory', () => {
    const folder = folderWith((dev) => dev.replace('  pages: 512\n', ''));
    expect(readStage('trial', folder).memory).toMatchObject({ pages: 512, 'deliver-alerts': 256 });
  });

  it('makes a stage of its own', () => {
    const folder = folderWith((dev) => dev.replace('news: 2', 'news: 4'));
    expect(readStage('trial', folder)).toMatchObject({ name: 'trial', concurrency: { news: 4, events: 2 } });
  });

  it.each([
    ['a value that SQS does not allow', 'news: 2', 'news: 1', 'concurrency.news'],
    [
      'a retention that CloudWatch does not have',
      'log_retention_days: 7',
      'log_retention_days: 8',
      'log_retention_days',
    ],
    ['a function that the stack does not have', 'memory:\n', 'memory:\n  page: 512\n', 'memory'],
    ['a key that no stage has', 'keeps_data: false', 'keeps_data: false\nkeep: true', 'keep'],
  ])('is refused for %s', (_why, from, to, where) => {
    const folder = folderWith((dev) => dev.replace(from, to));
    expect(() => readStage('trial', folder)).toThrow(StageError);
    expect(() => readStage('trial', folder)).toThrow(where);
  });
});

it('keeps what means something on one machine, and nothing of an account', () => {
  const company = findStage('company', new URL('../../../docs/aws/stages', import.meta.url).pathname);
  const { limits: _ofAnAccount, alarms: _alarms, ...dev } = findStage('dev');
  expect(Object.keys(atHome(company)).toSorted()).toEqual(Object.keys(dev).toSorted());
});
