import { QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import type { Stage } from '../../stages/read-stage.ts';
import { customerKeyOf } from '../customer-key.ts';

/** Encrypts a queue with the key of the customer, or else with a key of SQS, which costs nothing. */
export function queueEncryption(
  scope: IConstruct,
  stage: Pick<Stage, 'customerKey'>,
): Pick<QueueProps, 'encryption' | 'encryptionMasterKey'> {
  const key = customerKeyOf(scope, stage);
  if (!key) return { encryption: QueueEncryption.SQS_MANAGED };
  return { encryption: QueueEncryption.KMS, encryptionMasterKey: key };
}
