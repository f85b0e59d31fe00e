import {
  DeleteObjectsCommand,
  type ObjectIdentifier,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { StoredObjects } from '../use-cases/ports/ports.ts';

/**
 * Objects below a folder of the bucket, listed and deleted a thousand at a time (Amazon S3 API Reference,
 * "DeleteObjects").
 */
export function s3StoredObjects(bucket: string, client: S3Client): StoredObjects {
  const each = async (folder: string, work: (objects: ObjectIdentifier[]) => Promise<void>) => {
    let count = 0;
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client },
      { Bucket: bucket, Prefix: folder },
    )) {
      const objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
      if (objects.length > 0) await work(objects);
      count += objects.length;
    }
    return count;
  };
  return {
    count: (folder) => each(folder, async () => {}),
    // S3 may say of an object that it could not delete it: the answer is good all the same.
    remove: (folder) =>
      each(folder, async (objects) => {
        const order = { Bucket: bucket, Delete: { Objects: objects, Quiet: true } };
        const { Errors: [first] = [] } = await client.send(new DeleteObjectsCommand(order));
        if (first) throw new Error(`S3 did not delete ${first.Key}: ${first.Code} ${first.Message}`);
      }),
  };
}
