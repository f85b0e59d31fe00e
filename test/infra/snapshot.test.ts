import { describe, expect, it } from 'vitest';
import { projectTemplate } from './fixtures/project-template.ts';
import { stackOf } from './synthesised.ts';

it.each(['dev', 'prod'])('rights, alarms and schedules of %s change only on purpose', async (stage) => {
  const { template } = await stackOf(stage);
  await expect(projectTemplate(template.toJSON().Resources)).toMatchFileSnapshot(
    `__snapshots__/${stage}.txt`,
  );
});

describe('the projection', () => {
  const statement = { Effect: 'Allow', Action: 'sns:Publish', Resource: '*' };
  const policy = (changes: object) => ({
    Guard: {
      Type: 'AWS::SNS::TopicPolicy',
      Properties: {
        Topics: [],
        PolicyDocument: { Version: '2012-10-17', Statement: [{ ...statement, ...changes }] },
      },
    },
  });

  it('writes who may do what, where, and on which condition', () => {
    const Condition = { Bool: { 'aws:SecureTransport': 'true' } };
    const changes = { Principal: { Service: 'cloudwatch.amazonaws.com' }, Condition };
    expect(projectTemplate(policy(changes))).toContain(
      'Guard\n  allow cloudwatch.amazonaws.com: sns:Publish on *, if Bool aws:SecureTransport = true\n',
    );
  });

  it.each([
    ['a policy that says what it does not allow', policy({ NotAction: 'sns:Publish' })],
    [
      'a role with a boundary',
      { Role: { Type: 'AWS::IAM::Role', Properties: { PermissionsBoundary: 'x' } } },
    ],
    [
      'an alarm that is off',
      { Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { ActionsEnabled: false } } },
    ],
    [
      'a schedule that is off',
      { Sweep: { Type: 'AWS::Scheduler::Schedule', Properties: { State: 'DISABLED' } } },
    ],
  ])('refuses what it would lose: %s', (_what, resources) => {
    expect(() => projectTemplate(resources)).toThrow('The projection would lose');
  });
});
