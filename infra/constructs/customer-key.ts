import { Stack } from 'aws-cdk-lib';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { IConstruct } from 'constructs';
import type { Stage } from '../stages/read-stage.ts';

const keys = new WeakMap<Stack, IKey>();

/** The key of the customer that a stage names. Undefined: keys of AWS encrypt the data. */
export function customerKeyOf(
  scope: IConstruct,
  { customerKey }: Pick<Stage, 'customerKey'>,
): IKey | undefined {
  if (customerKey === undefined) return undefined;
  const stack = Stack.of(scope);
  const key = keys.get(stack) ?? Key.fromKeyArn(stack, 'CustomerKey', customerKey);
  keys.set(stack, key);
  return key;
}

/** The property of log groups and secrets that encrypts with the key of the customer; nothing without such a key. */
export function encryptedBy(scope: IConstruct, stage: Pick<Stage, 'customerKey'>): { encryptionKey?: IKey } {
  const encryptionKey = customerKeyOf(scope, stage);
  return encryptionKey ? { encryptionKey } : {};
}

/** What a role needs of the key to send a message to an encrypted queue or topic, and to read what is encrypted. */
export const KEY_ACTIONS = ['kms:Decrypt', 'kms:GenerateDataKey'] as const;

/**
 * What DynamoDB does with the key in the name of who calls it, each action by its name. The list is that of the key
 * policy in DynamoDB's guide, without CreateGrant: grants are made when a person sets the key of the table.
 */
export const TABLE_KEY_ACTIONS = [
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
] as const;
