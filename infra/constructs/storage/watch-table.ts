import { AttributeType, Billing, TableClass, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { ENV, TABLE } from '../../../shared/contracts/names.ts';
import { customerKeyOf } from '../customer-key.ts';
import type { Stage } from '../../stages/read-stage.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { TABLE_ACCESS, tableGrants } from './table-access.ts';

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
      ...(stage.tableClass === 'infrequent-access' && {
        tableClass: TableClass.STANDARD_INFREQUENT_ACCESS,
      }),
      deletionProtection: stage.keepsData,
      removalPolicy: stage.removalPolicy,
      ...(key && { encryption: TableEncryptionV2.customerManagedKey(key) }),
    });
  }

  /**
   * Lets a function do what `TABLE_ACCESS` says, for the partition keys that it needs: no scan, no transaction, no table
   * change. `ForAllValues` is what AWS asks for with leading keys. Each of these actions names a key.
   */
  grantAccess(fn: ServiceFunction): void {
    const { tableArn, tableName } = this.table;
    fn.addEnvironment(ENV.table, tableName);
    for (const { index, actions, keys } of tableGrants(TABLE_ACCESS[fn.shortName]))
      fn.addToRolePolicy(
        new PolicyStatement({
          actions: actions.map((action) => `dynamodb:${action}`),
          resources: [index === undefined ? tableArn : `${tableArn}/index/${TABLE[index].index}`],
          conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
        }),
      );
  }
}

function stringKey(name: string): { name: string; type: AttributeType } {
  return { name, type: AttributeType.STRING };
}
