import { describe, expect, it } from 'vitest';
import type { AwsCall } from '../policies/aws-call.ts';
import type { Statement } from '../policies/decide.ts';
import { refusalOf } from './refusals.ts';

const read: AwsCall = {
  service: 's3',
  method: 'GET',
  url: '/bucket/reports/a?x-id=GetObject',
  headers: {},
  body: '',
};
const allow = (action: string, resource: string): Statement => ({
  policy: 'Policy',
  effect: 'Allow',
  actions: [action],
  resources: [resource],
  conditions: {},
});
const get = allow('s3:GetObject', 'arn:aws:s3:::bucket/reports/*');
const list = allow('s3:ListBucket', 'arn:aws:s3:::bucket');

describe('a missing object', () => {
  it('is refused to a role that may not list the bucket', () => {
    expect(refusalOf(read, { status: 404, statements: [get] })?.status).toBe(403);
    expect(
      refusalOf(read, { status: 404, statements: [get, allow('s3:ListBucket', 'arn:aws:s3:::other')] })
        ?.status,
    ).toBe(403);
  });

  it('is missing to a role that may', () => {
    expect(refusalOf(read, { status: 404, statements: [get, list] })).toBeUndefined();
  });
});

it('all other answers stay as they are', () => {
  expect(refusalOf(read, { status: 200, statements: [get] })).toBeUndefined();
  expect(refusalOf({ ...read, service: 'sqs' }, { status: 404, statements: [get] })).toBeUndefined();
  // The harness itself has no role.
  expect(refusalOf(read, { status: 404, statements: [] })).toBeUndefined();
});
