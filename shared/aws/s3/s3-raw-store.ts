import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { boundedRequests } from '../bounded-requests.ts';
import type { RawStore } from '../../use-cases/ports/ports.ts';

/** Raw JSON of findings, one object each. */
export function s3RawStore(client: S3Client, bucket: string): RawStore {
  return {
    async put(key, body) {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: 'application/json' }),
      );
    },
  };
}

/** The same with a client of its own. */
export function openRawStore(bucket: string): RawStore {
  return s3RawStore(new S3Client(boundedRequests()), bucket);
}
