import { AttributeType, Billing, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { ENV, TABLE } from '../../../shared/contracts/names.ts';
import { customerKeyOf } from '../customer-key.ts';
import type { Stage } from '../../stages/read-stage.ts';
import type { ServiceFunction } from '../functions/service-function.ts';

/** The only table: paid per request, with two sparse indexes, restorable to any second of the last 35 days. */
export class WatchTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    const key = customerKeyOf(this, stage);
    this.table = new TableV2(this, 'Table', {
      partitionKey: stringKey(TABLE.partition),
      sortKey: stringKey(TABLE.sort),
      globalSecondaryIndexes: [TABLE.work, TABLE.time].map(({ index, partition, sort }) => ({
        indexName: index,
        partitionKey: stringKey(partition),
        sortKey: stringKey(sort),
      })),
      billing: Billing.onDemand(),
      timeToLiveAttribute: TABLE.expiry,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.keepsData,
      removalPolicy: stage.removalPolicy,
      ...(key && { encryption: TableEncryptionV2.customerManagedKey(key) }),
    });
  }

  /** Lets a function read and write single items, and query table and indexes. No scan, no transaction, no table change. */
  grantReadWrite(fn: ServiceFunction): void {
    const { tableArn, tableName } = this.table;
    fn.addEnvironment(ENV.table, tableName);
    fn.allow(
      ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map(
        (action) => `dynamodb:${action}`,
      ),
      [tableArn],
    );
    fn.allow(
      ['dynamodb:Query'],
      [tableArn, ...[TABLE.work, TABLE.time].map(({ index }) => `${tableArn}/index/${index}`)],
    );
  }
}

function stringKey(name: string): { name: string; type: AttributeType } {
  return { name, type: AttributeType.STRING };
}
