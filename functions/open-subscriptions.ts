import { SNSClient } from '@aws-sdk/client-sns';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { snsSubscriptions } from '../shared/aws/sns-subscriptions.ts';
import type { Subscriptions } from '../shared/use-cases/ports/subscriptions.ts';
import { logMask } from './handler.ts';

/**
 * The subscriptions of the topic. Their endpoints are masked in the log from the first sight on.
 *
 * @param deadLetters ARN of the queue for messages that SNS could not deliver.
 */
export function openSubscriptions({
  topic,
  deadLetters,
}: {
  topic: string;
  deadLetters: string;
}): Subscriptions {
  const subscriptions = snsSubscriptions(new SNSClient(boundedRequests()), topic, { deadLetters });
  return {
    ...subscriptions,
    async list(of) {
      logMask.hide(of?.map(({ endpoint }) => endpoint) ?? []);
      const found = await subscriptions.list(of);
      logMask.hide(found.map(({ endpoint }) => endpoint));
      return found;
    },
    subscribe(wanted) {
      logMask.hide([wanted.endpoint]);
      return subscriptions.subscribe(wanted);
    },
  };
}
