/** A table of the stack, in the words of CreateTable. */
export interface TableSpec {
  name: string;
  attributes: readonly { AttributeName: string; AttributeType: 'S' | 'N' | 'B' }[];
  keys: readonly { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[];
  indexes: readonly {
    IndexName: string;
    KeySchema: readonly { AttributeName: string; KeyType: 'HASH' | 'RANGE' }[];
    Projection: { ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'; NonKeyAttributes?: readonly string[] };
  }[];
}

/** The attributes that are keys of a table's indexes. */
export function indexKeysOf(table: TableSpec): string[] {
  return table.indexes.flatMap(({ KeySchema }) => KeySchema.map(({ AttributeName }) => AttributeName));
}
