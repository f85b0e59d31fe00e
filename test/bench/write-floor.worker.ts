import {
  type AttributeValue,
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import pMap from 'p-map';

// Writes the items of one table into another, in batches of 25, and does nothing else: the floor of what a run can
// take.

const client = new DynamoDBClient({ endpoint: process.env['TABLE_URL'] ?? '' });
const items: Record<string, AttributeValue>[] = [];
for await (const { Items = [] } of paginateScan({ client }, { TableName: 'table' })) items.push(...Items);
const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, n) =>
  items.slice(n * 25, n * 25 + 25),
);
const start = performance.now();
await pMap(
  batches,
  (batch) => {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }));
    return client.send(new BatchWriteItemCommand({ RequestItems: { floor: requests } }));
  },
  { concurrency: 8 },
);
process.send?.({ seconds: (performance.now() - start) / 1_000, items: items.length });
process.disconnect();
