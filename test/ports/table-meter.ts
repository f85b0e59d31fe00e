import { DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { TABLE } from '../../shared/contracts/names.ts';
import { DAY, SECOND } from '../../shared/domain/time/instant.ts';
import { entryOf, readUnits, sizeOf, type UnitsOfPlace, unitsByPlace, type WireItem } from './capacity.ts';
import { engineProxy, type Passage } from './engine-proxy.ts';
import { NOON } from './examples.ts';

/** What went to a table: requests, the units that AWS bills for them, and by how much the stored bytes grew. */
export interface TableUse {
  requests: number;
  reads: number;
  writes: number;
  /**
   * In the table, and in its indexes, with the 100 bytes that AWS adds to each item and entry. An item that expires
   * earlier than findings do counts by the share of their time.
   */
  bytes: number;
  indexBytes: number;
}

export interface TableMeter {
  /** What clients use in the place of the engine's address. */
  url: string;
  /** What went through since the last call. */
  take(): TableUse;
  close(): Promise<void>;
}

/** AWS adds this to the size of each stored item and index entry. */
const OVERHEAD = 100;
/** How long findings are kept, and the time of the tests, in seconds. */
const RETENTION = (400 * DAY) / SECOND;
const NOW = NOON / SECOND;

/**
 * Counts at the table's engine. It must see every write of a table, because a write costs by the state before it.
 *
 * @param onWrite is given the units of each write by partition, before the client has its answer.
 */
export async function openTableMeter(
  engine: string,
  onWrite: (units: readonly UnitsOfPlace[]) => void = () => undefined,
): Promise<TableMeter> {
  const proxy = await engineProxy(engine);
  const direct = new DynamoDBClient({ ...localCredentials, endpoint: engine });
  const stored = new Map<string, WireItem>();
  const idOf = (table: string, key: WireItem) =>
    JSON.stringify([table, key[TABLE.partition], key[TABLE.sort]]);
  const none = (): TableUse => ({ requests: 0, reads: 0, writes: 0, bytes: 0, indexBytes: 0 });
  let use = none();

  function spend(before: WireItem | undefined, after: WireItem | undefined): void {
    const units = unitsByPlace(before, after);
    onWrite(units);
    use.writes += units.reduce((sum, one) => sum + one.units, 0);
  }

  function write(table: string, { key, after }: { key: WireItem; after: WireItem | undefined }): void {
    const id = idOf(table, key);
    const before = stored.get(id);
    spend(before, after);
    use.bytes += bytesOf(after) - bytesOf(before);
    use.indexBytes += indexBytesOf(after) - indexBytesOf(before);
    if (after) stored.set(id, after);
    else stored.delete(id);
  }

  function read(table: string, { key, isConsistent }: { key: WireItem; isConsistent: boolean }): void {
    const item = stored.get(idOf(table, key));
    use.reads += readUnits(item ? sizeOf(item) : 0, isConsistent);
  }

  async function count(action: string, input: any, answer: any): Promise<void> {
    const { TableName: table, Key: key, ConsistentRead: isConsistent = false } = input;
    const item = input.Item ?? key;
    if ('__type' in answer) {
      // A write whose condition fails costs what the stored item costs.
      const before = item && stored.get(idOf(table, item));
      if (item && action !== 'GetItem') spend(before, before);
      return;
    }
    switch (action) {
      case 'GetItem':
        return read(table, { key, isConsistent });
      case 'PutItem':
        return write(table, { key: item, after: item });
      case 'DeleteItem':
        return write(table, { key, after: undefined });
      case 'UpdateItem': {
        const { Item } = await direct.send(
          new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }),
        );
        return write(table, { key, after: Item });
      }
      case 'Query': {
        const { ConsumedCapacity: taken } = await direct.send(
          new QueryCommand({ ...input, ReturnConsumedCapacity: 'TOTAL' }),
        );
        use.reads += Math.max(isConsistent ? 1 : 0.5, taken?.CapacityUnits ?? 0);
        return;
      }
      case 'BatchGetItem':
        return countEach(input.RequestItems, ([name, { Keys, ConsistentRead = false }]) =>
          Keys.forEach((one: WireItem) => read(name, { key: one, isConsistent: ConsistentRead })),
        );
      case 'BatchWriteItem':
        return countEach(input.RequestItems, ([name, requests]) =>
          requests.forEach(({ PutRequest: put, DeleteRequest: removed }: any) =>
            write(name, { key: put?.Item ?? removed.Key, after: put?.Item }),
          ),
        );
      default:
        throw new Error(`The meter does not know what ${action} costs`);
    }
  }

  proxy.rewrite = async ({ action, body }: Passage, answer) => {
    use.requests += 1;
    proxy.passages.length = 0;
    await count(action, JSON.parse(body), answer === '' ? {} : JSON.parse(answer));
    return answer;
  };
  return {
    url: proxy.url,
    take() {
      const taken = use;
      use = none();
      return taken;
    },
    close: async () => {
      direct.destroy();
      await proxy.close();
    },
  };
}

function countEach(entries: Record<string, any>, each: (entry: [string, any]) => void): void {
  Object.entries(entries).forEach(each);
}

function bytesOf(item: WireItem | undefined, held = item): number {
  return item && held ? (sizeOf(held) + OVERHEAD) * shareOf(item) : 0;
}

function shareOf({ [TABLE.expiry]: expiry }: WireItem): number {
  return expiry ? Math.max(0, Math.min(1, (Number(expiry['N']) - NOW) / RETENTION)) : 1;
}

function indexBytesOf(item: WireItem | undefined): number {
  const [work, time] = [entryOf(TABLE.work, item), entryOf(TABLE.time, item)];
  return (work ? bytesOf(item, work) : 0) + (time ? bytesOf(item, time) : 0);
}
