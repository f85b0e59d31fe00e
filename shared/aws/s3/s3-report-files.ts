import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { OBJECTS } from '../../contracts/names.ts';
import type { ReportFiles } from '../../use-cases/ports/reports.ts';

/** Puts the forms of reports below their own folder of the bucket. */
export function s3ReportWriter(client: S3Client, bucket: string): Pick<ReportFiles, 'put'> {
  return {
    async put(key, { body, type }) {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: OBJECTS.reports + key, Body: body, ContentType: type }),
      );
    },
  };
}

/** Reads them there. */
export function s3ReportReader(client: S3Client, bucket: string): Pick<ReportFiles, 'get'> {
  return {
    async get(key) {
      try {
        const command = new GetObjectCommand({ Bucket: bucket, Key: OBJECTS.reports + key });
        return await (await client.send(command)).Body?.transformToString();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}
