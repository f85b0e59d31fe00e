import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { OBJECTS } from '../../contracts/names.ts';
import { boundedRequests, undefinedOn } from '../bounded-requests.ts';
import type { ReportFiles } from '../../use-cases/ports/ports.ts';

/**
 * Reads the files of reports; undefined for a missing one. A file apart from the writer: a function has the rights for
 * one of them.
 */
export function s3ReportReader(client: S3Client, bucket: string): Pick<ReportFiles, 'get'> {
  return {
    async get(key, encoding = 'utf-8') {
      const command = new GetObjectCommand({ Bucket: bucket, Key: OBJECTS.reports + key });
      return (await undefinedOn(NoSuchKey, client.send(command)))?.Body?.transformToString(encoding);
    },
  };
}

/** The same with a client of its own. */
export function openReportReader(bucket: string): Pick<ReportFiles, 'get'> {
  return s3ReportReader(new S3Client(boundedRequests()), bucket);
}
