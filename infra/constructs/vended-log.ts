import { Aws, Fn } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stages/read-stage.ts';
import { encryptedBy } from './customer-key.ts';

/** The services that write into such logs, as AWS names their part of a log's name. */
type Writer = 'states' | 'apis';

/**
 * A log that another service of AWS writes. For each such log that service adds a line to a policy of the account, which has at
 * most 5,120 characters. Logs below `/aws/vendedlogs/` need no line. The name ends with the part of the stack's id that no other
 * stack has. So a stack that is made again finds no log of its name, which prod retains.
 *
 * A log cannot be renamed. `Log` is the log of version 0.1.0: it stays in the stack with its logical id until its
 * retention has emptied it, and an upgrade deletes nothing.
 */
export function addVendedLog(
  scope: Construct,
  { writer, stage }: { writer: Writer; stage: Stage },
): LogGroup {
  const kept = {
    retention: stage.logRetention,
    removalPolicy: stage.removalPolicy,
    ...encryptedBy(scope, stage),
  };
  const unique = Fn.select(2, Fn.split('/', Aws.STACK_ID));
  const logGroupName = `/aws/vendedlogs/${writer}/${Aws.STACK_NAME}-${unique}`;
  const logs = {
    before: new LogGroup(scope, 'Log', kept),
    now: new LogGroup(scope, 'VendedLog', { ...kept, logGroupName }),
  };
  return logs.now;
}
