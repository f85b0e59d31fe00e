import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { OBJECTS } from '../contracts/names.ts';
import type { ReportFiles } from '../use-cases/ports/ports.ts';
import { boundedRequests, undefinedOn } from './bounded-requests.ts';

// In a file of its own: the function of the pages may read from the bucket, and its code has no command to write there.

/** A bucket, and who calls it. */
export interface Bucket {
  client: S3Client;
  bucket: string;
}

/** The body of an object; undefined where there is none. */
export async function getObject({ client, bucket }: Bucket, key: string) {
  const answer = client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return (await undefinedOn(NoSuchKey, answer))?.Body;
}

/** Reads the files of reports; undefined for a missing one. */
export function s3ReportReader(
  bucket: string,
  client = new S3Client(boundedRequests()),
): Pick<ReportFiles, 'get'> {
  return {
    get: async (key, encoding = 'utf-8') =>
      (await getObject({ client, bucket }, OBJECTS.reports + key))?.transformToString(encoding),
  };
}
