import { describe, expect, it } from 'vitest';
import { type Conditions, type Context, fulfils } from './conditions.ts';
import { decide, type Statement } from './decide.ts';
import { matchesAction, matchesArn } from './patterns.ts';

const TABLE = 'arn:aws:dynamodb:eu-west-1:000000000000:table/watches';

const allow = (actions: string[], resources: string[], conditions: Conditions = {}): Statement => ({
  policy: 'Policy',
  effect: 'Allow',
  actions,
  resources,
  conditions,
});
const ask = (action: string, resource: string, context: Context = {}) => ({ action, resource, context });

describe('patterns', () => {
  it.each([
    ['dynamodb:Get*', 'dynamodb:GetItem', true],
    ['dynamodb:getitem', 'dynamodb:GetItem', true],
    ['dynamodb:Get', 'dynamodb:GetItem', false],
    ['dynamodb:?etItem', 'dynamodb:GetItem', true],
    ['*', 'sqs:SendMessage', true],
    ['s3:GetObject.', 's3:GetObjects', false],
  ])('action %s and %s: %s', (pattern, action, expected) => {
    expect(matchesAction(pattern, action)).toBe(expected);
  });

  it.each([
    [TABLE, TABLE, true],
    [TABLE, `${TABLE}/index/work`, false],
    [`${TABLE}/index/*`, `${TABLE}/index/work`, true],
    [`${TABLE}*`, `${TABLE}/index/work`, true],
    ['arn:aws:dynamodb:*:*:table/watches', TABLE, true],
    // A wildcard stays in its part: this has five of them.
    ['arn:aws:dynamodb:*', TABLE, false],
    ['arn:aws:s3:::bucket/reports/*', 'arn:aws:s3:::bucket/reports/a/b.html', true],
    ['arn:aws:s3:::bucket/reports/*', 'arn:aws:s3:::bucket/raw/a', false],
    // The resource itself may hold colons.
    ['arn:aws:lambda:r:a:function:f:*', 'arn:aws:lambda:r:a:function:f:1', true],
    ['arn:aws:lambda:r:a:function:f:*', 'arn:aws:lambda:r:a:function:f', false],
    ['arn:aws:sns:r:a:Topic', 'arn:aws:sns:r:a:topic', false],
    ['*', 'anything', true],
  ])('ARN %s and %s: %s', (pattern, arn, expected) => {
    expect(matchesArn(pattern, arn)).toBe(expected);
  });
});

describe('conditions', () => {
  const LEADING = { 'dynamodb:LeadingKeys': ['WATCH#*', 'PLAN'] };
  const keys = (...values: string[]) => ({ 'dynamodb:LeadingKeys': values });

  it.each<[string, Conditions, Context, boolean]>([
    ['all leading keys match', { 'ForAllValues:StringLike': LEADING }, keys('WATCH#a', 'PLAN'), true],
    ['one leading key does not', { 'ForAllValues:StringLike': LEADING }, keys('WATCH#a', 'ALERT#b'), false],
    ['StringEquals takes no wildcard', { 'ForAllValues:StringEquals': LEADING }, keys('WATCH#a'), false],
    // IAM reference: ForAllValues is also true when the request has no such key. A scan would pass.
    ['ForAllValues without the key', { 'ForAllValues:StringLike': LEADING }, {}, true],
    ['any of them matches', { 'ForAnyValue:StringLike': LEADING }, keys('ALERT#b', 'PLAN'), true],
    ['ForAnyValue without the key', { 'ForAnyValue:StringLike': LEADING }, {}, false],
    ['a plain operator without the key', { StringLike: LEADING }, {}, false],
    ['IfExists without the key', { StringLikeIfExists: LEADING }, {}, true],
    ['a negated operator without the key', { StringNotLike: LEADING }, {}, true],
    ['a negated operator', { StringNotLike: LEADING }, keys('WATCH#a'), false],
    ['Null: the key must be there', { Null: { 'dynamodb:LeadingKeys': ['false'] } }, {}, false],
    [
      'names of keys in another case',
      { Bool: { 'AWS:SecureTransport': ['true'] } },
      { 'aws:SecureTransport': ['true'] },
      true,
    ],
    [
      'ArnLike',
      { ArnLike: { 'aws:SourceArn': ['arn:aws:sns:r:a:t*'] } },
      { 'aws:SourceArn': ['arn:aws:sns:r:a:topic'] },
      true,
    ],
    [
      'all operators must hold',
      { StringLike: LEADING, Bool: { 'aws:SecureTransport': ['false'] } },
      keys('PLAN'),
      false,
    ],
  ])('%s', (_title, conditions, context, expected) => {
    expect(fulfils(conditions, context)).toBe(expected);
  });

  it('with an operator that is not known are refused, not guessed', () => {
    expect(() => fulfils({ IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } }, {})).toThrow('IpAddress');
  });
});

describe('a decision', () => {
  const reads = allow(['dynamodb:GetItem', 'dynamodb:Query'], [TABLE, `${TABLE}/index/work`]);

  it('allows what one statement allows, and names the grant', () => {
    expect(decide([reads], ask('dynamodb:Query', `${TABLE}/index/work`))).toEqual({
      allowed: true,
      by: [{ policy: 'Policy', action: 'dynamodb:Query', resource: `${TABLE}/index/work` }],
    });
  });

  it('refuses what no statement allows', () => {
    expect(decide([reads], ask('dynamodb:PutItem', TABLE)).allowed).toBe(false);
    expect(decide([reads], ask('dynamodb:Query', `${TABLE}/index/time`)).allowed).toBe(false);
    expect(decide([], ask('dynamodb:GetItem', TABLE)).allowed).toBe(false);
  });

  it('does not join the action of one statement with the resource of another', () => {
    const statements = [
      allow(['sqs:SendMessage'], ['arn:aws:sqs:r:a:one']),
      allow(['sqs:ReceiveMessage'], ['arn:aws:sqs:r:a:two']),
    ];
    expect(decide(statements, ask('sqs:SendMessage', 'arn:aws:sqs:r:a:two')).allowed).toBe(false);
  });

  it('lets a denial win, and knows that requests use TLS', () => {
    const insecure = { Bool: { 'aws:SecureTransport': ['false'] } };
    const deny = (conditions: Conditions): Statement => ({
      ...allow(['*'], ['*'], conditions),
      effect: 'Deny',
    });
    expect(decide([reads, deny({})], ask('dynamodb:GetItem', TABLE)).allowed).toBe(false);
    expect(decide([reads, deny(insecure)], ask('dynamodb:GetItem', TABLE)).allowed).toBe(true);
  });

  it('allows an action without a resource only by a statement for all resources', () => {
    const topic = 'arn:aws:sns:r:a:topic';
    expect(decide([allow(['sns:Unsubscribe'], [topic])], ask('sns:Unsubscribe', '*')).allowed).toBe(false);
    expect(decide([allow(['sns:Unsubscribe'], ['*'])], ask('sns:Unsubscribe', '*')).allowed).toBe(true);
  });
});
