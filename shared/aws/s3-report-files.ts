import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { OBJECTS } from '../contracts/names.ts';
import type { ReportFiles } from '../use-cases/report-ports.ts';

/** The forms of reports, below their own folder of the bucket. */
export function s3ReportFiles(client: S3Client, bucket: string): ReportFiles {
  return {
    async put(key, { body, type }) {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: OBJECTS.reports + key, Body: body, ContentType: type }),
      );
    },
    async get(key) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: OBJECTS.reports + key }),
        );
        return await Body?.transformToString();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}
