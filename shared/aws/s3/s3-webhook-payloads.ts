import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { undefinedOn } from '../bounded-requests.ts';
import type { WebhookPayloads } from '../../use-cases/ports/services.ts';

/** Webhook payloads as they came, one object each. */
export function s3WebhookPayloads(client: S3Client, bucket: string): WebhookPayloads {
  return {
    async put(key, body) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: body,
          ContentType: 'application/octet-stream',
        }),
      );
    },
    async read(key) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: key });
      return (await undefinedOn(NoSuchKey, client.send(command)))?.Body?.transformToByteArray();
    },
  };
}
