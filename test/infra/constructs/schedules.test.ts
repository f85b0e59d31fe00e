import { beforeAll, describe, expect, it } from 'vitest';
import { inWords, type SharedStack, stackOf } from '../synthesised.ts';

let dev: SharedStack;
beforeAll(async () => {
  dev = await stackOf('dev');
});

const schedules = () => Object.values(dev.resources('AWS::Scheduler::Schedule'));

describe('the schedules of sweeps', () => {
  it('wait for their role to be whole: the first call comes at once', () => {
    for (const { DependsOn } of schedules()) {
      expect(DependsOn.map((id: string) => inWords({ Ref: id }))).toEqual(
        expect.arrayContaining(['SweepsRole', 'SweepsRoleDefaultPolicy']),
      );
    }
  });

  it('leave a failed sweep to the next one: Lambda itself tries none again, but a report', () => {
    const configs = Object.values(dev.resources('AWS::Lambda::EventInvokeConfig'));
    expect(
      configs.map(({ Properties }) => [
        inWords(Properties.FunctionName),
        Properties.MaximumRetryAttempts,
        Properties.MaximumEventAgeInSeconds,
        Properties.Qualifier,
      ]),
    ).toEqual([
      ['DeliverAlerts', 0, 60, '$LATEST'],
      ['Reconcile', 0, 60, '$LATEST'],
      ['WriteReport', 2, 3_600, '$LATEST'],
    ]);
  });
});
