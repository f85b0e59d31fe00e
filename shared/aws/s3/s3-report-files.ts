import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { OBJECTS } from '../../contracts/names.ts';
import { undefinedOn } from '../undefined-on.ts';
import type { ReportFiles } from '../../use-cases/ports/reports.ts';

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

/** Reads the files of reports; undefined for a missing one. */
export function s3ReportReader(client: S3Client, bucket: string): Pick<ReportFiles, 'get'> {
  return {
    async get(key, encoding = 'utf-8') {
      const command = new GetObjectCommand({ Bucket: bucket, Key: OBJECTS.reports + key });
      return (await undefinedOn(NoSuchKey, client.send(command)))?.Body?.transformToString(encoding);
    },
  };
}
