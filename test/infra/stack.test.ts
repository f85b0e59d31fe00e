import { beforeAll, describe, expect, it } from 'vitest';
import { inWords, permissions, type SharedStack, stackOf } from './synthesised.ts';

let dev: SharedStack;
beforeAll(async () => {
  dev = await stackOf('dev');
});

// What each part may do stands in the snapshots, and is compared with its code in functions.long.test.ts.

describe('what each part may do', () => {
  it('no action is a wildcard', () => {
    const lines = Object.values(permissions(dev)).flat();
    expect(lines.filter((line) => /^\S*\*/.test(line))).toEqual([]);
  });

  it('a role is passed to the scheduler and to nobody else, and taken by schedules of its own group only', () => {
    const statements = Object.values(dev.resources('AWS::IAM::Policy')).flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );
    const passing = statements.filter(({ Action }) => Action === 'iam:PassRole');
    expect(passing.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
    ]);
    const roles = dev.resources('AWS::IAM::Role');
    for (const [role, group] of [
      ['WatchSchedulesRole', 'WatchSchedulesGroup'],
      ['SweepsRole', 'SweepsGroup'],
    ] as const) {
      const [{ Condition, Principal }] = roles[role]!.Properties.AssumeRolePolicyDocument.Statement;
      expect(Principal).toEqual({ Service: 'scheduler.amazonaws.com' });
      expect(inWords(Condition.StringEquals['aws:SourceArn'])).toBe(group);
      expect(Condition.StringEquals['aws:SourceAccount']).toEqual({ Ref: 'AWS::AccountId' });
    }
  });
});

describe('the stack', () => {
  /** What holds data or logs. */
  const KEPT = ['DynamoDB::GlobalTable', 'S3::Bucket', 'SecretsManager::Secret', 'Logs::LogGroup'];

  it.each([
    ['dev', []],
    ['prod', KEPT.map((type) => `AWS::${type}`)],
  ])(
    'of %s leaves behind what holds data or logs where it is prod, and nothing else',
    async (stage, kept) => {
      const resources = Object.values<any>((await stackOf(stage)).template.toJSON().Resources);
      for (const policy of ['DeletionPolicy', 'UpdateReplacePolicy'])
        for (const { Type, [policy]: ends = 'Delete' } of resources)
          expect([Type, ends]).toEqual([Type, kept.includes(Type) ? 'Retain' : 'Delete']);
    },
  );

  it.each([
    ['dev', false],
    ['prod', true],
  ])('of %s refuses to be destroyed: %s', async (stage, refuses) => {
    const { stack } = await stackOf(stage);
    expect(stack.terminationProtection).toBe(refuses);
    expect(stack.stackName).toBe(`bellwether-${stage}`);
    expect(stack.tags.tagValues()).toEqual({ app: 'bellwether', stage });
  });
});
