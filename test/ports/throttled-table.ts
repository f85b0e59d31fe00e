import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { TABLE } from '../../shared/contracts/names.ts';
import { SECOND } from '../../shared/domain/time/instant.ts';
import type { UnitsOfPlace, WireItem } from './capacity.ts';
import { engineProxy, type Incident, type Passage } from './engine-proxy.ts';
import { openTableMeter } from './table-meter.ts';

// AWS stores the items of a partition key together, and the entries of an index as well. Each takes 1,000 write units
// a second (DynamoDB Developer Guide, "Best practices for designing and using partition keys effectively"). What
// exceeds that is refused. This stand-in is stricter: it knows no burst, and no partition that AWS divides because it
// is busy.

const JSON_HEADERS = { 'content-type': 'application/x-amz-json-1.0' };

export interface ThrottledTable {
  /** What clients use in the place of the engine's address. */
  url: string;
  /** How many writes of items were refused so far. An item that was refused twice counts twice. */
  refused(): number;
  /** The most units that a partition took, by the name of its place and its key. */
  busiest(): { place: string; partition: string; units: number };
  close(): Promise<void>;
}

/**
 * Stands before the engine of a table, and refuses writes to partitions that took `unitsASecond` within the last
 * second.
 */
export async function openThrottledTable(
  engine: string,
  { unitsASecond, now = () => performance.now() }: { unitsASecond: number; now?: () => number },
): Promise<ThrottledTable> {
  const levels = new Map<string, { left: number; at: number; taken: number }>();
  const keyOf = ({ place, partition }: Pick<UnitsOfPlace, 'place' | 'partition'>) =>
    JSON.stringify([place, partition]);

  /** What a partition has left: it fills evenly, up to what it takes in a second. */
  function levelOf(key: string) {
    const time = now();
    const { left, at, taken } = levels.get(key) ?? { left: unitsASecond, at: time, taken: 0 };
    const level = {
      left: Math.min(unitsASecond, left + ((time - at) * unitsASecond) / SECOND),
      at: time,
      taken,
    };
    levels.set(key, level);
    return level;
  }

  const meter = await openTableMeter(engine, (units) => {
    for (const one of units) {
      const level = levelOf(keyOf(one));
      level.left -= one.units;
      level.taken += one.units;
    }
  });
  const proxy = await engineProxy(meter.url);
  const direct = new DynamoDBClient({ ...localCredentials, endpoint: meter.url });
  let refused = 0;

  /**
   * AWS refuses a write when the table or an index has nothing left for it: what waits for an index holds up the
   * table.
   */
  const isFull = (item: WireItem) => placesOf(item).some((place) => levelOf(keyOf(place)).left <= 0);

  function refuse(count: number): Incident {
    refused += count;
    return {
      status: 400,
      headers: JSON_HEADERS,
      body: JSON.stringify({
        __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException',
        message: 'Throughput exceeds the current capacity of a key range of your table or index.',
      }),
    };
  }

  /** A batch passes with what is not refused. One of which nothing passes is refused as a whole. */
  async function batch(input: any): Promise<Incident | undefined> {
    const [[table, requests] = []] = Object.entries<any[]>(input.RequestItems);
    if (table === undefined || requests === undefined) throw new Error('A batch without a table.');
    const full = requests.filter(({ PutRequest: put, DeleteRequest: gone }) => isFull(put?.Item ?? gone.Key));
    if (full.length === 0) return undefined;
    if (full.length === requests.length) return refuse(full.length);
    refused += full.length;
    const passing = requests.filter((one) => !full.includes(one));
    const passed = { ...input, RequestItems: { [table]: passing } };
    const { UnprocessedItems: left } = await direct.send(new BatchWriteItemCommand(passed));
    const body = JSON.stringify({ UnprocessedItems: { [table]: [...(left?.[table] ?? []), ...full] } });
    return { status: 200, headers: JSON_HEADERS, body };
  }

  proxy.trouble = async ({ action, body }: Passage) => {
    // The proxy keeps all that has passed, which nobody asks for here.
    proxy.passages.length = 0;
    if (!/^(Put|Update|Delete)Item$|^BatchWriteItem$/.test(action)) return undefined;
    const input = JSON.parse(body);
    if (action === 'BatchWriteItem') return batch(input);
    return isFull(input.Item ?? input.Key) ? refuse(1) : undefined;
  };
  return {
    url: proxy.url,
    refused: () => refused,
    busiest: () => {
      const [first] = [...levels].toSorted(([, one], [, other]) => other.taken - one.taken);
      if (!first) throw new Error('Nothing was written.');
      const [place, partition] = JSON.parse(first[0]);
      return { place, partition, units: first[1].taken };
    },
    close: async () => {
      direct.destroy();
      await proxy.close();
      await meter.close();
    },
  };
}

/** The partitions that a put item belongs to; of an update or a deletion the key says only that of the table. */
function placesOf(item: WireItem): { place: string; partition: string }[] {
  const indexes = [TABLE.work, TABLE.time].flatMap(({ index, partition, sort }) => {
    const [key, other] = [item[partition]?.['S'], item[sort]];
    return key !== undefined && other ? [{ place: index, partition: key }] : [];
  });
  return [{ place: 'table', partition: item[TABLE.partition]?.['S'] ?? '' }, ...indexes];
}
