import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { tableSpec } from './table-spec.ts';

let made = 0;

/** A new table on an engine of DynamoDB that runs at `endpoint`. `npm run verify` starts the vendor's own there. */
export async function openVendorTable(endpoint: string, prefix: string) {
  const client = new DynamoDBClient({ endpoint });
  const name = `${prefix}-${process.pid}-${(made += 1)}`;
  const { attributes, keys, indexes } = tableSpec(name);
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...attributes],
      KeySchema: [...keys],
      GlobalSecondaryIndexes: indexes.map(({ IndexName, KeySchema }) => ({
        IndexName,
        KeySchema: [...KeySchema],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
    }),
  );
  return {
    client,
    name,
    close: async () => {
      await client.send(new DeleteTableCommand({ TableName: name }));
      client.destroy();
    },
  };
}
