import type { AwsCall } from '../policies/aws-call.ts';
import { decide, type Statement } from '../policies/decide.ts';
import type { Refusal } from './record-calls.ts';

/**
 * What AWS answers and moto does not: a missing object is 404 only for a role that may list the bucket, and 403 for
 * any other (Amazon S3 API Reference, GetObject, Permissions).
 *
 * @param statements of the role that called.
 */
export function refusalOf(
  { service, method, url }: AwsCall,
  { status, statements }: { status: number; statements: readonly Statement[] },
): Refusal | undefined {
  if (service !== 's3' || method !== 'GET' || status !== 404 || statements.length === 0) return undefined;
  const [, bucket = ''] = url.split(/[/?]/);
  const list = { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}`, context: {} };
  if (decide(statements, list).allowed) return undefined;
  return {
    status: 403,
    body: '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
  };
}
