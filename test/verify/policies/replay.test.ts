import { describe, expect, it } from 'vitest';
import { templateResolver } from '../../../infra/local/aws/template/read-template.ts';
import type { AwsCall } from './aws-call.ts';
import { iamRequests } from './iam-requests.ts';
import { replay } from './replay.ts';
import { roleStatements } from './role-statements.ts';

const place = { account: '000000000000', region: 'eu-west-1' };
const order = { ...place, tables: { 'stack-Table': { partition: 'pk', indexes: { work: 'workPk' } } } };
const ARN = 'arn:aws:dynamodb:eu-west-1:000000000000:table/stack-Table';

function json(service: string, operation: string, body: object): AwsCall {
  const headers = { 'x-amz-target': `Version_1.${operation}` };
  return { service, method: 'POST', url: '/', headers, body: JSON.stringify(body) };
}
const dynamo = (operation: string, body: object) =>
  json('dynamodb', operation, { TableName: 'stack-Table', ...body });
const rest = (service: string, method: string, url: string, body = ''): AwsCall => ({
  service,
  method,
  url,
  headers: {},
  body,
});
const short = (call: AwsCall) =>
  iamRequests(call, order).map(({ action, resource, context }) => [
    action,
    resource,
    ...Object.values(context).flat(),
  ]);

describe('a call needs', () => {
  const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'STATE' } });

  it.each<[string, AwsCall, string[][]]>([
    ['GetItem', dynamo('GetItem', { Key: key('WATCH#a') }), [['dynamodb:GetItem', ARN, 'WATCH#a']]],
    ['PutItem', dynamo('PutItem', { Item: key('JOB#a') }), [['dynamodb:PutItem', ARN, 'JOB#a']]],
    [
      'a query of the table',
      dynamo('Query', {
        KeyConditionExpression: '#0 = :0 AND begins_with(#1, :1)',
        ExpressionAttributeNames: { '#0': 'pk', '#1': 'sk' },
        ExpressionAttributeValues: { ':0': { S: 'WATCH#a' }, ':1': { S: 'F' } },
      }),
      [['dynamodb:Query', ARN, 'WATCH#a']],
    ],
    [
      'a query of an index',
      dynamo('Query', {
        IndexName: 'work',
        KeyConditionExpression: 'workSk < :1 AND workPk = :0',
        ExpressionAttributeValues: { ':0': { S: 'DUE' }, ':1': { S: '9' } },
      }),
      [['dynamodb:Query', `${ARN}/index/work`, 'DUE']],
    ],
    [
      'a batch',
      dynamo('BatchGetItem', { RequestItems: { 'stack-Table': { Keys: [key('A'), key('B'), key('A')] } } }),
      [['dynamodb:BatchGetItem', ARN, 'A', 'B']],
    ],
    [
      'a transaction: the permissions of its parts',
      dynamo('TransactWriteItems', {
        TransactItems: [
          { Put: { TableName: 'stack-Table', Item: key('A') } },
          { ConditionCheck: { TableName: 'stack-Table', Key: key('B') } },
        ],
      }),
      [
        ['dynamodb:PutItem', ARN, 'A'],
        ['dynamodb:ConditionCheckItem', ARN, 'B'],
      ],
    ],
    [
      'a batch of messages: the permission of one',
      json('sqs', 'SendMessageBatch', { QueueUrl: 'http://host/000000000000/stack-Runs' }),
      [['sqs:SendMessage', 'arn:aws:sqs:eu-west-1:000000000000:stack-Runs']],
    ],
    [
      'a text message to a number: all resources',
      rest('sns', 'POST', '/', 'Action=Publish&PhoneNumber=%2B33600000000'),
      [['sns:Publish', '*']],
    ],
    [
      'an object',
      rest('s3', 'GET', '/bucket/reports/a%20b.html?x-id=GetObject'),
      [['s3:GetObject', 'arn:aws:s3:::bucket/reports/a b.html']],
    ],
    [
      'a schedule: also to pass its role',
      rest(
        'scheduler',
        'POST',
        '/schedules/acme-news',
        JSON.stringify({ GroupName: 'group', Target: { RoleArn: 'arn:aws:iam::000000000000:role/r' } }),
      ),
      [
        ['scheduler:CreateSchedule', 'arn:aws:scheduler:eu-west-1:000000000000:schedule/group/acme-news'],
        ['iam:PassRole', 'arn:aws:iam::000000000000:role/r', 'scheduler.amazonaws.com'],
      ],
    ],
  ])('%s', (_title, call, expected) => {
    expect(short(call)).toEqual(expected);
  });

  it('nothing that could be guessed: a call that is not known is refused', () => {
    expect(() => short(dynamo('ExecuteStatement', {}))).toThrow('dynamodb ExecuteStatement');
    expect(() => short(rest('kms', 'POST', '/'))).toThrow('kms POST /');
    expect(() => short(rest('s3', 'POST', '/bucket/key?uploads'))).toThrow('s3 POST');
  });
});

/** A template with one role, whose policy names the table and the queue of the same template. */
function templateOf(statements: object[]): object {
  return {
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: {},
      },
      Runs: { Type: 'AWS::SQS::Queue', Properties: {} },
      Role: { Type: 'AWS::IAM::Role' },
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: { PolicyDocument: { Statement: statements }, Roles: [{ Ref: 'Role' }] },
      },
    },
  };
}

const WRITE = {
  Effect: 'Allow',
  Action: ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
  Resource: { 'Fn::GetAtt': ['Table', 'Arn'] },
  Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['WATCH#*'] } },
};
const QUERY = {
  Effect: 'Allow',
  Action: 'dynamodb:Query',
  Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Table', 'Arn'] }, '/index/*']] },
};
const SEND = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: { 'Fn::GetAtt': ['Runs', 'Arn'] } };

function replayOn(statements: object[]) {
  const template = templateOf(statements);
  const resolve = templateResolver({
    template,
    assets: '',
    stackName: 'stack',
    parameters: {},
    queueBase: 'http://host/000000000000',
    httpBase: 'http://host',
  });
  const calls = [
    dynamo('PutItem', { Item: { pk: { S: 'WATCH#a' } } }),
    dynamo('Query', {
      IndexName: 'work',
      KeyConditionExpression: 'workPk = :0',
      ExpressionAttributeValues: { ':0': { S: 'DUE' } },
    }),
    json('sqs', 'SendMessage', { QueueUrl: 'http://host/000000000000/stack-Runs' }),
  ];
  return replay(
    calls.map((call) => ({ role: 'Role', call })),
    roleStatements(template, resolve),
    order,
  );
}

describe('a replay against the policies of a template', () => {
  it('finds nothing denied, and lists the permission that no call used', () => {
    expect(replayOn([WRITE, QUERY, SEND])).toEqual({
      denied: [],
      unused: [`Role: dynamodb:DeleteItem on ${ARN}`],
      checked: 3,
    });
  });

  it.each([
    [
      'the table',
      [QUERY, SEND],
      'Role may not dynamodb:PutItem on ARN with dynamodb:LeadingKeys WATCH (dynamodb PutItem)',
    ],
    [
      'the index',
      [WRITE, SEND],
      'Role may not dynamodb:Query on ARN/index/work with dynamodb:LeadingKeys DUE (dynamodb Query)',
    ],
    [
      'the queue',
      [WRITE, QUERY],
      'Role may not sqs:SendMessage on arn:aws:sqs:eu-west-1:000000000000:stack-Runs (sqs SendMessage)',
    ],
  ])('finds that the permission on %s was removed', (_title, statements, denial) => {
    expect(replayOn(statements).denied).toEqual([denial.replace('ARN', ARN)]);
  });

  it('finds a condition that leaves out a partition that is written', () => {
    const narrow = {
      ...WRITE,
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['JOB#*'] } },
    };
    expect(replayOn([narrow, QUERY, SEND]).denied).toHaveLength(1);
  });

  it('refuses a form of statement that it does not know', () => {
    expect(() => replayOn([{ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }])).toThrow('NotAction');
  });
});
