import type { TableSpec } from '../../infra/local/aws/table/table-spec.ts';
import { TABLE } from '../../shared/contracts/names.ts';

/** The table as the stack defines it. */
export function tableSpec(name: string): TableSpec {
  const keys = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
  const indexes = [TABLE.work, TABLE.time];
  const attributes = [
    TABLE.partition,
    TABLE.sort,
    ...indexes.flatMap(({ partition, sort }) => [partition, sort]),
  ];
  return {
    name,
    attributes: attributes.map((attribute) => ({ AttributeName: attribute, AttributeType: 'S' })),
    keys: keys(TABLE.partition, TABLE.sort),
    indexes: indexes.map(({ index, partition, sort }) => ({
      IndexName: index,
      KeySchema: keys(partition, sort),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })),
  };
}
