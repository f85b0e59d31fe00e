import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { OBJECTS } from '../contracts/names.ts';
import type { RawStore, ReportFiles } from '../use-cases/ports/ports.ts';
import type { WebhookPayloads } from '../use-cases/ports/services.ts';
import { boundedRequests, undefinedOn } from './bounded-requests.ts';

// What functions write into the bucket and read from it. Each adapter needs the rights for its own folder alone.

const ownClient = () => new S3Client(boundedRequests());

/** A bucket, and who calls it. */
interface Bucket {
  client: S3Client;
  bucket: string;
}

async function put(
  { client, bucket }: Bucket,
  key: string,
  { body, type }: { body: string | Uint8Array; type: string },
): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type }));
}

async function get({ client, bucket }: Bucket, key: string) {
  const answer = client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return (await undefinedOn(NoSuchKey, answer))?.Body;
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
    read: async (key) => (await get(of, key))?.transformToByteArray(),
  };
}

/** Writes the files of reports. */
export function s3ReportWriter(bucket: string, client = ownClient()): Pick<ReportFiles, 'put'> {
  return { put: (key, file) => put({ client, bucket }, OBJECTS.reports + key, file) };
}

/** Reads the files of reports; undefined for a missing one. */
export function s3ReportReader(bucket: string, client = ownClient()): Pick<ReportFiles, 'get'> {
  return {
    get: async (key, encoding = 'utf-8') =>
      (await get({ client, bucket }, OBJECTS.reports + key))?.transformToString(encoding),
  };
}
