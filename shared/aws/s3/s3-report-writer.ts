import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { OBJECTS } from '../../contracts/names.ts';
import { boundedRequests } from '../bounded-requests.ts';
import type { ReportFiles } from '../../use-cases/ports/ports.ts';

/** Writes the files of reports below their folder of the bucket. */
export function s3ReportWriter(client: S3Client, bucket: string): Pick<ReportFiles, 'put'> {
  return {
    async put(key, { body, type }) {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: OBJECTS.reports + key, Body: body, ContentType: type }),
      );
    },
  };
}

/** The same with a client of its own. */
export function openReportWriter(bucket: string): Pick<ReportFiles, 'put'> {
  return s3ReportWriter(new S3Client(boundedRequests()), bucket);
}
