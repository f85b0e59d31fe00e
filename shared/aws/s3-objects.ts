import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { OBJECTS } from '../contracts/names.ts';
import type { RawStore, ReportFiles } from '../use-cases/ports/ports.ts';
import type { WebhookPayloads } from '../use-cases/ports/services.ts';
import { boundedRequests } from './bounded-requests.ts';
import { type Bucket, getObject } from './s3-report-reader.ts';

// What functions write into the bucket and read from it. Each adapter needs the rights for its own folder alone.

const ownClient = () => new S3Client(boundedRequests());

async function put(
  { client, bucket }: Bucket,
  key: string,
  { body, type }: { body: string | Uint8Array; type: string },
): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type }));
}

/** Raw JSON of findings, one object each. */
export function s3RawStore(bucket: string, client = ownClient()): RawStore {
  return { put: (key, body) => put({ client, bucket }, key, { body, type: 'application/json' }) };
}

/** Webhook payloads as they came, one object each. */
export function s3WebhookPayloads(bucket: string, client = ownClient()): WebhookPayloads {
  const of = { client, bucket };
  return {
    put: (key, body) => put(of, key, { body, type: 'application/octet-stream' }),
    read: async (key) => (await getObject(of, key))?.transformToByteArray(),
  };
}

/** Writes the files of reports. */
export function s3ReportWriter(bucket: string, client = ownClient()): Pick<ReportFiles, 'put'> {
  return { put: (key, file) => put({ client, bucket }, OBJECTS.reports + key, file) };
}
