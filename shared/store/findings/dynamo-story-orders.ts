import { storyOrderSchema } from '../../contracts/stored/stored-story-order.ts';
import { isStoryOrderWaiting, type StoryOrder, storyOrderKey } from '../../domain/stories/story-order.ts';
import { isoOf } from '../../domain/time/instant.ts';
import type { StoryOrders } from '../../use-cases/ports/stories.ts';
import { ABSENT, expiry, type Key, type Table } from '../table.ts';

/** More than people order about the stories of a watch in the time for which orders are kept. */
const MOST = 10_000;
/** The part of the index of work with the orders that wait. */
const WAITING = 'STORYORDERS';

/** What people have ordered, below the watch; what waits is in the index of work. */
export function dynamoStoryOrders(table: Table): StoryOrders {
  return {
    async put(order, was) {
      const key = keyOf(order);
      const work = { workPk: WAITING, workSk: `${isoOf(order.undoneAt ?? order.at)}#${key.pk}#${key.sk}` };
      const item = { ...key, ...order, ...expiry(order.expiresAt), ...(isStoryOrderWaiting(order) && work) };
      if (!was) return table.putIf(item, ABSENT);
      return table.putIf(item, { is: { revision: was.revision } });
    },

    of: (watchId) => table.query({ partition: storyOrdersPartition(watchId), limit: MOST }, storyOrderSchema),

    waiting: (limit) => table.query({ index: 'work', partition: WAITING, limit }, storyOrderSchema),
  };
}

/** What people have ordered about the stories of a watch. */
export function storyOrdersPartition(watchId: string): string {
  return `STORYORDERS#${watchId}`;
}

function keyOf(order: StoryOrder): Key {
  return { pk: storyOrdersPartition(order.watchId), sk: storyOrderKey(order) };
}
