import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import {
  DeleteScheduleCommand,
  ResourceNotFoundException,
  type SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { dynamoTable } from '../../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../../shared/store/open-store.ts';
import { s3StoredObjects } from '../../../shared/aws/s3-stored-objects.ts';
import type { PageLinks } from '../../../shared/domain/pages/signed-link.ts';
import { composeWithLinks } from '../../../shared/render/message/compose-message.ts';
import type { AddressPorts } from '../../../shared/use-cases/forget/forget-address.ts';
import type { ForgetPorts } from '../../../shared/use-cases/forget/read-traces.ts';
import type { Clock } from '../../../shared/use-cases/ports/clock.ts';
import type { Subscriptions } from '../../../shared/use-cases/ports/ports.ts';

/** All that forgetting takes. */
export type Forgetting = ForgetPorts & AddressPorts;

/** Where a stack stores what is forgotten. */
interface ForgettingPlaces {
  /** Of the client of the table. */
  dynamo: DynamoDBClientConfig;
  table: string;
  /** Of the client of the bucket. */
  s3: S3ClientConfig;
  bucket: string;
  scheduler: SchedulerClient;
  /** The group of the watches' schedules. */
  group: string;
  subscriptions: Subscriptions;
  pageLinks: () => Promise<PageLinks>;
  clock: Clock;
}

/**
 * Many items are deleted one after another. A table that others use too may refuse some requests for a while: each is
 * tried up to 10 times, with growing waits. Where a service runs on this machine, its own settings count.
 */
const PATIENT = { maxAttempts: 10 } as const;

/** Opens what forgetting takes. It deletes with the rights of the caller: no function has the right to. */
export async function openForgetting(places: ForgettingPlaces): Promise<Forgetting> {
  const { table, s3, bucket, scheduler, group, subscriptions, pageLinks, clock } = places;
  const dynamo = new DynamoDBClient({ ...PATIENT, ...places.dynamo });
  return {
    ...openStore(dynamoTable(dynamo, table)),
    clock,
    subscriptions,
    objects: s3StoredObjects(
      bucket,
      new S3Client({ ...PATIENT, ...s3, forcePathStyle: s3.endpoint !== undefined }),
    ),
    compose: composeWithLinks(await pageLinks()),
    schedules: { remove: (watchId) => removeSchedule(scheduler, { GroupName: group, Name: watchId }) },
  };
}

async function removeSchedule(
  client: SchedulerClient,
  schedule: { GroupName: string; Name: string },
): Promise<void> {
  try {
    await client.send(new DeleteScheduleCommand(schedule));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}
