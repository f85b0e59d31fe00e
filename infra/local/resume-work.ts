import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { gateKey } from '../../shared/store/channels/sending.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { boundedRequests } from '../../shared/aws/bounded-requests.ts';
import { lanesOf } from '../../shared/domain/channels/channel.ts';
import { inParallel } from '../../shared/domain/lib/in-parallel.ts';
import { DAY } from '../../shared/domain/time/instant.ts';
import { spacesOf } from '../../shared/domain/watches/watch.ts';
import { spaceKey } from '../../shared/store/stories/spaces.ts';
import type { Key } from '../../shared/store/table.ts';
import { APPLY_LEASE } from '../../shared/use-cases/apply/apply-definitions.ts';
import { restartExtractions } from '../../shared/use-cases/extraction/poll-job.ts';
import type { Clock } from '../../shared/use-cases/ports/clock.ts';
import { RECONCILE_LEASE } from '../../shared/use-cases/reconcile/reconcile.ts';
import { localCredentials } from './aws/local-account.ts';
import type { StackAccess } from './open-access.ts';

/** The attributes of a lease: of a state, of a space, of a lock by name, and of the two urgencies of a channel. */
const FREE = {
  leaseOwner: undefined,
  leaseUntil: undefined,
  criticalOwner: undefined,
  criticalUntil: undefined,
};

/**
 * Ends the leases of calls that died with an earlier process. On AWS nobody knows that a call is dead, so its lease
 * lasts as long as it could have lived. Here the folder belongs to one process, and no call is running yet. The
 * fences stay, so a run whose lease ended this way counts as one that did not end in order.
 */
export async function endDeadLeases(
  { outputs, store: { definitions } }: Pick<StackAccess, 'outputs' | 'store'>,
  endpoint: string,
): Promise<void> {
  const client = new DynamoDBClient({ ...localCredentials, ...boundedRequests(), endpoint });
  const table = dynamoTable(client, outputs.TableName);
  const watches = await definitions.watches();
  const channels = (await definitions.channels()).flatMap(lanesOf);
  const keys: Key[] = [
    ...[APPLY_LEASE, RECONCILE_LEASE].map((sk) => ({ pk: 'LEASES', sk })),
    ...watches.flatMap(({ id }) => ['STATE', 'BACKFILL'].map((sk) => ({ pk: `WATCH#${id}`, sk }))),
    ...spacesOf(watches).map(spaceKey),
    ...channels.map(({ name }) => gateKey(name)),
  ];
  await inParallel(keys, (key) =>
    table.change(key, {
      set: FREE,
      when: { anyOf: [{ has: ['leaseOwner'] }, { has: ['criticalOwner'] }] },
    }),
  );
  client.destroy();
}

/** Later than any step of an extraction can be due. */
const AHEAD = 400 * DAY;
const MOST = 10_000;

/**
 * Starts every open extraction again. On this machine executions live in memory, so those of an earlier process are
 * lost. On AWS they survive, and `reconcile` starts only what is overdue.
 */
export function resumeExtractions(
  { store, workflow, executions }: StackAccess,
  clock: Pick<Clock, 'now'>,
): Promise<string[]> {
  const { extractions } = store;
  return restartExtractions(
    { extractions, workflow, executions, clock },
    { at: clock.now() + AHEAD, most: MOST },
  );
}
