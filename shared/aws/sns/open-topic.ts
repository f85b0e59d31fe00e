import type { Topic } from '../../use-cases/ports/messages.ts';
import { publishClient, snsTopic } from './sns-topic.ts';

/** The topic with a client of its own. */
export function openTopic(topicArn: string): Topic {
  return snsTopic(publishClient(), topicArn);
}
