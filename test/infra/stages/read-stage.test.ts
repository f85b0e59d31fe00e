import { describe, expect, it } from 'vitest';
import { findStage, StageError } from '../../../infra/stages/find-stage.ts';
import { atHome, readStage } from '../../../infra/stages/read-stage.ts';

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

it('keeps what means something on one machine, and nothing of an account', () => {
  const company = findStage('company', new URL('../../../docs/aws/stages', import.meta.url).pathname);
  const { limits: _ofAnAccount, alarms: _alarms, ...dev } = findStage('dev');
  expect(Object.keys(atHome(company)).toSorted()).toEqual(Object.keys(dev).toSorted());
});
