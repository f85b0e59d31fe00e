import { describe, expect, it } from 'vitest';
import { routesOf } from '../../../../../infra/local/aws/start-machine.ts';
import { readTemplate } from '../../../../../infra/local/aws/template/read-template.ts';
import { TemplateError } from '../../../../../infra/local/aws/template/intrinsics.ts';

const QUEUE_BASE = 'http://127.0.0.1:4566/000000000000';

function read(template: Record<string, unknown>, parameters: Record<string, string> = {}) {
  return readTemplate({
    template,
    assets: '/assets',
    stackName: 'bellwether',
    parameters,
    queueBase: QUEUE_BASE,
    httpBase: 'http://127.0.0.1:8080',
  });
}

function problemsOf(template: Record<string, unknown>): readonly string[] {
  try {
    read(template);
  } catch (cause) {
    if (cause instanceof TemplateError) return cause.problems;
    throw cause;
  }
  return [];
}

const CODE = { S3Bucket: { 'Fn::Sub': 'cdk-assets-${AWS::AccountId}-${AWS::Region}' }, S3Key: 'abc123.zip' };
const fn = (more: Record<string, unknown> = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Code: CODE, Handler: 'index.handler', Runtime: 'nodejs24.x', ...more },
});

describe('what a template asks for', () => {
  const stage = (RouteSettings: object) => ({
    Resources: {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'HTTP' } },
      Stage: {
        Type: 'AWS::ApiGatewayV2::Stage',
        Properties: {
          ApiId: { Ref: 'Api' },
          StageName: '$default',
          AutoDeploy: true,
          DefaultRouteSettings: { ThrottlingRateLimit: 150, ThrottlingBurstLimit: 300 },
          RouteSettings,
        },
      },
      Run: fn(),
      ...Object.fromEntries(
        ['GET /', 'POST /r/{link}'].flatMap((RouteKey, n) => [
          [
            `Calls${n}`,
            {
              Type: 'AWS::ApiGatewayV2::Integration',
              Properties: {
                ApiId: { Ref: 'Api' },
                IntegrationType: 'AWS_PROXY',
                IntegrationUri: { 'Fn::GetAtt': ['Run', 'Arn'] },
                PayloadFormatVersion: '2.0',
              },
            },
          ],
          [
            `Route${n}`,
            {
              Type: 'AWS::ApiGatewayV2::Route',
              Properties: {
                ApiId: { Ref: 'Api' },
                RouteKey,
                Target: { 'Fn::Join': ['', ['integrations/', { Ref: `Calls${n}` }]] },
              },
            },
          ],
        ]),
      ),
    },
  });

  it('limits each route of the gateway as its stage says, or else as the stage says of all', () => {
    const own = { 'POST /r/{link}': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 } };
    expect(routesOf(read(stage(own))).map(({ key, throttle }) => [key, throttle])).toEqual([
      ['GET /', { rate: 150, burst: 300 }],
      ['POST /r/{link}', { rate: 5, burst: 10 }],
    ]);
  });

  it('refuses limits of a route that is not there, as the gateway does', () => {
    const missing = { 'GET /gone': { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 } };
    expect(problemsOf(stage(missing))).toEqual(['the limits of the gateway: there is no route GET /gone']);
  });

  it('reads what the role of a function may do with tables, and refuses what it could not enforce', () => {
    const policy = (statement: object) => ({
      Type: 'AWS::IAM::Policy',
      Properties: {
        PolicyName: 'P',
        Roles: [{ Ref: 'Role' }],
        PolicyDocument: { Statement: [{ Effect: 'Allow', ...statement }] },
      },
    });
    const resources = (statement: object) => ({
      Table: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: {
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
          BillingMode: 'PAY_PER_REQUEST',
          Replicas: [{ Region: 'eu-west-1' }],
        },
      },
      Role: { Type: 'AWS::IAM::Role', Properties: {} },
      Run: fn({ Role: { 'Fn::GetAtt': ['Role', 'Arn'] } }),
      Other: policy({ Action: 's3:*', Resource: '*' }),
      Policy: policy(statement),
    });
    const like = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['WATCH#*', 'LEASES'] } };
    const index = { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Table', 'Arn'] }, '/index/work']] };
    const statement = { Action: ['dynamodb:Query'], Resource: [index], Condition: like };
    const stack = read({ Resources: resources(statement) });
    expect(stack.functions[0]?.role).toBe('arn:aws:iam::000000000000:role/bellwether-Role');
    expect(stack.policies.flatMap(({ roles, statements }) => statements.map((one) => [roles, one]))).toEqual([
      [
        ['bellwether-Role'],
        {
          actions: ['dynamodb:Query'],
          resources: ['arn:aws:dynamodb:eu-west-1:000000000000:table/bellwether-Table/index/work'],
          leadingKeys: ['WATCH#*', 'LEASES'],
        },
      ],
    ]);
    for (const wrong of [
      { ...statement, Effect: 'Deny' },
      { ...statement, Action: 'dynamodb:*' },
      { ...statement, Resource: '*' },
      { ...statement, Condition: { StringEquals: { 'dynamodb:Select': 'COUNT' } } },
    ])
      expect(() => read({ Resources: resources(wrong) })).toThrow('a statement on tables may only allow');
  });
});

describe('what this machine cannot run', () => {
  it('names every unknown type, property and function at once', () => {
    const problems = problemsOf({
      Resources: {
        Stream: { Type: 'AWS::Kinesis::Stream' },
        Queue: { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: true } },
        Run: fn({ ReservedConcurrentExecutions: 1 }),
        Other: fn({ Environment: { Variables: { A: { 'Fn::ImportValue': 'x' } } } }),
        Nobody: fn({ Role: { 'Fn::GetAtt': ['Absent', 'Arn'] } }),
        Odd: fn({ Environment: { Variables: { A: { 'Fn::GetAtt': ['Queue', 'Colour'] } } } }),
        Source: {
          Type: 'AWS::Lambda::EventSourceMapping',
          Properties: { FunctionName: 'f', EventSourceArn: 'a', FilterCriteria: {} },
        },
      },
      Outputs: { Url: { Value: { Ref: 'Unset' } } },
    });
    expect(problems).toEqual([
      'Stream (AWS::Kinesis::Stream): this type of resource is not known here',
      'Queue (AWS::SQS::Queue): FifoQueue is not known here',
      'Run (AWS::Lambda::Function): ReservedConcurrentExecutions is not known here',
      'Other (AWS::Lambda::Function): Fn::ImportValue is not known',
      'Nobody (AWS::Lambda::Function): nothing here is named Absent',
      'Odd (AWS::Lambda::Function): Queue has no attribute Colour here',
      'Source (AWS::Lambda::EventSourceMapping): FilterCriteria is not known here',
      'output Url: nothing here is named Unset',
    ]);
  });

  it('refuses a parameter without a value, and a section that would change what resources are made', () => {
    expect(
      problemsOf({
        Parameters: { NewsUrl: { Type: 'String' } },
        Resources: { Run: fn({ Description: { Ref: 'NewsUrl' } }) },
      }),
    ).toEqual(['Run (AWS::Lambda::Function): the parameter NewsUrl has no value here']);
    expect(() => read({ Transform: 'AWS::Serverless', Resources: {} })).toThrow(/Transform/);
    const Maybe = { Type: 'AWS::SQS::Queue', Condition: 'Sometimes' };
    expect(() => read({ Resources: { Maybe } })).toThrow(/Condition/);
  });
});
