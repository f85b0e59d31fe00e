import { Aws, Fn } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stages/read-stage.ts';
import { encryptedBy } from './customer-key.ts';

/** The services that write into such logs, as AWS names their part of a log's name. */
type Writer = 'states' | 'apis';

/**
 * A log that another service of AWS writes. For each such log that service adds a line to a policy of the account,
 * which has at most 5,120 characters. Logs below `/aws/vendedlogs/` need no line. The name ends with the part of the
 * stack's id that no other stack has. So a stack that is made again finds no log of its name, which prod retains.
 */
export function addVendedLog(
  scope: Construct,
  { writer, stage }: { writer: Writer; stage: Stage },
): LogGroup {
  const unique = Fn.select(2, Fn.split('/', Aws.STACK_ID));
  return new LogGroup(scope, 'VendedLog', {
    logGroupName: `/aws/vendedlogs/${writer}/${Aws.STACK_NAME}-${unique}`,
    retention: stage.logRetention,
    removalPolicy: stage.removalPolicy,
    ...encryptedBy(scope, stage),
  });
}
