import { beforeAll, describe, expect, it } from 'vitest';
import { inWords, type SharedStack, stackOf } from '../synthesised.ts';

let dev: SharedStack;
beforeAll(async () => {
  dev = await stackOf('dev');
});

const schedules = () => Object.values(dev.resources('AWS::Scheduler::Schedule'));

describe('the schedules of sweeps', () => {
  it('call delivery every minute, reconcile every five, and roll up every hour, with few retries and dead letters', () => {
    const sweeps = schedules().map(({ Properties }) => ({
      calls: inWords(Properties.Target.Arn),
      at: Properties.ScheduleExpression,
      as: inWords(Properties.Target.RoleArn),
      input: Properties.Target.Input,
      retries: Properties.Target.RetryPolicy,
      deadLetters: inWords(Properties.Target.DeadLetterConfig.Arn),
      window: Properties.FlexibleTimeWindow.Mode,
      state: Properties.State,
    }));
    const alike = {
      as: 'SweepsRole',
      input: '{}',
      retries: { MaximumRetryAttempts: 1, MaximumEventAgeInSeconds: 60 },
      deadLetters: 'ScheduleDeadLetters',
      window: 'OFF',
      // Enabled, as every schedule that says nothing.
      state: undefined,
    };
    expect(sweeps).toEqual([
      { calls: 'WriteReport', at: 'rate(60 minutes)', ...alike },
      { calls: 'DeliverAlerts', at: 'rate(1 minute)', ...alike },
      { calls: 'Reconcile', at: 'rate(5 minutes)', ...alike },
    ]);
  });

  it('wait for their role to be whole: the first call comes at once', () => {
    for (const { DependsOn } of schedules()) {
      expect(DependsOn.map((id: string) => inWords({ Ref: id }))).toEqual(
        expect.arrayContaining(['SweepsRole', 'SweepsRoleDefaultPolicy']),
      );
    }
  });

  it('lie in another group than those of watches, which code may delete', async () => {
    const groups = dev.resources('AWS::Scheduler::ScheduleGroup');
    expect(new Set(schedules().map(({ Properties }) => Properties.GroupName))).toEqual(
      new Set([groups['SweepsGroup']!.Properties.Name]),
    );
    expect(groups['WatchSchedulesGroup']!.Properties.Name).not.toBe(groups['SweepsGroup']!.Properties.Name);
    for (const stage of ['dev', 'prod']) {
      for (const { DeletionPolicy } of Object.values(
        (await stackOf(stage)).resources('AWS::Scheduler::ScheduleGroup'),
      ))
        expect(DeletionPolicy).toBe('Delete');
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
