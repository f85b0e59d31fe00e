import { describe, expect, it } from 'vitest';
import { arnOf } from '../../../../infra/local/aws/local-account.ts';
import { admitsTopic } from '../../../../infra/local/aws/queue-policy.ts';

const queueArn = arnOf('sqs', 'dead');
const topicArn = arnOf('sns', 'alerts');
const TOPIC = { ArnEquals: { 'aws:SourceArn': topicArn } };
const allow = (more: object = {}) => ({
  Effect: 'Allow',
  Principal: { Service: 'sns.amazonaws.com' },
  Action: 'sqs:SendMessage',
  Resource: queueArn,
  Condition: TOPIC,
  ...more,
});
const deny = (Condition: object) => allow({ Effect: 'Deny', Principal: '*', Action: 'sqs:*', Condition });

describe('SNS may send to a queue for a topic', () => {
  it.each<[string, object[], boolean]>([
    ['as AWS documents it', [allow()], true],
    ['by any action of SQS, in any case of letters', [allow({ Action: ['SQS:*'] })], true],
    [
      'by a pattern of topics',
      [allow({ Condition: { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:*:ale?ts' } } })],
      true,
    ],
    ['without a condition', [allow({ Condition: undefined })], true],
    [
      'for its account',
      [allow({ Condition: { StringEquals: { 'aws:SourceAccount': '000000000000' } } })],
      true,
    ],
    [
      'where only plain connections are denied',
      [allow(), deny({ Bool: { 'aws:SecureTransport': 'false' } })],
      true,
    ],
    [
      'unless another topic is named',
      [allow({ Condition: { ArnEquals: { 'aws:SourceArn': arnOf('sns', 'x') } } })],
      false,
    ],
    ['unless another queue is named', [allow({ Resource: arnOf('sqs', 'other') })], false],
    ['unless another action is named', [allow({ Action: 'sqs:ReceiveMessage' })], false],
    ['unless another service is named', [allow({ Principal: { Service: 'events.amazonaws.com' } })], false],
    ['unless a role is named', [allow({ Principal: { AWS: 'arn:aws:iam::000000000000:root' } })], false],
    [
      'unless another account is named',
      [allow({ Condition: { StringEquals: { 'aws:SourceAccount': '1' } } })],
      false,
    ],
    ['unless it is denied', [allow(), deny(TOPIC)], false],
    [
      'unless a condition is not known here',
      [allow({ Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.1' } } })],
      false,
    ],
    [
      'unless a condition that denies is not known here',
      [allow(), deny({ Null: { 'aws:SourceIp': 'true' } })],
      false,
    ],
    ['unless nothing allows it', [], false],
  ])('%s', (_, Statement, expected) => {
    const policy = JSON.stringify({ Version: '2012-10-17', Statement });
    expect(admitsTopic(policy, { queueArn, topicArn })).toBe(expected);
  });

  it.each([undefined, '', 'no JSON', '{}'])('not by the policy %o', (policy) => {
    expect(admitsTopic(policy, { queueArn, topicArn })).toBe(false);
  });
});
