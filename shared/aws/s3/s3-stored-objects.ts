import {
  DeleteObjectsCommand,
  type ObjectIdentifier,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { StoredObjects } from '../../use-cases/ports/ports.ts';

/**
 * Objects below a folder of the bucket, listed and deleted a thousand at a time (Amazon S3 API Reference,
 * "DeleteObjects").
 */
export function s3StoredObjects(client: S3Client, bucket: string): StoredObjects {
  return {
    async count(folder) {
      let count = 0;
      for await (const page of pages(client, { bucket, folder })) count += page.length;
      return count;
    },

    async remove(folder) {
      let count = 0;
      for await (const page of pages(client, { bucket, folder })) {
        await removeAll(client, { bucket, objects: page });
        count += page.length;
      }
      return count;
    },
  };
}

async function* pages(
  client: S3Client,
  { bucket, folder }: { bucket: string; folder: string },
): AsyncGenerator<ObjectIdentifier[]> {
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client },
    { Bucket: bucket, Prefix: folder },
  )) {
    const objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
    if (objects.length > 0) yield objects;
  }
}

/** @throws when S3 says of one of them that it could not delete it: the answer is good all the same. */
async function removeAll(
  client: S3Client,
  { bucket, objects }: { bucket: string; objects: ObjectIdentifier[] },
): Promise<void> {
  const { Errors = [] } = await client.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } }),
  );
  const [first] = Errors;
  if (first) throw new Error(`S3 did not delete ${first.Key}: ${first.Code} ${first.Message}`);
}
