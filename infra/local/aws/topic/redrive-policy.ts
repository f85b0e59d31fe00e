import * as z from 'zod';
import { tryParse } from '../../../../shared/contracts/parse-as.ts';
import { parseJson } from '../../../../shared/contracts/parse-json.ts';
import { invalidParameter } from './sns-wire.ts';

const policySchema = z.record(z.string(), z.unknown());
const TARGET = 'deadLetterTargetArn';

/**
 * Reads a redrive policy of a subscription. The queue must be in the account and the region of the subscription, and a
 * standard topic takes a standard queue (Amazon SNS Developer Guide, "Amazon SNS dead-letter queues").
 *
 * @param topicArn the topic of the subscription.
 * @returns the ARN of the queue.
 * @throws EngineRefused for what SNS refuses. That SNS does not look whether the queue exists is assumed.
 */
export function parseRedrivePolicy(text: string, topicArn: string): string {
  const reason = (why: string) => invalidParameter(`RedrivePolicy: ${why}`);
  const parsed = tryParse(policySchema, parseJson(text));
  if (!parsed.success) throw reason('failed to parse JSON.');
  const unknown = Object.keys(parsed.data).find((name) => name !== TARGET);
  if (unknown !== undefined) throw reason(`invalid JSON. Attribute ${unknown} is unknown.`);
  const arn = parsed.data[TARGET];
  if (typeof arn !== 'string') throw reason(`${TARGET} is missing`);
  const [prefix, partition, service, region, account, name = ''] = arn.split(':');
  const [, ownPartition, , ownRegion, ownAccount, topic = ''] = topicArn.split(':');
  if (
    prefix !== 'arn' ||
    service !== 'sqs' ||
    partition !== ownPartition ||
    !/^[\w-]{1,80}(\.fifo)?$/.test(name)
  )
    throw reason(`${TARGET} is an invalid arn`);
  if (region !== ownRegion || account !== ownAccount)
    throw reason(`${TARGET} must be in the account and the region of the subscription`);
  if (name.endsWith('.fifo') !== topic.endsWith('.fifo'))
    throw reason(`${TARGET} must be a queue of the same type as the topic: both standard, or both FIFO`);
  return arn;
}
