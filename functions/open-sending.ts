import { openTopic } from '../shared/aws/sns/open-topic.ts';
import { openTransportQueue } from '../shared/aws/sqs/open-queues.ts';
import { readTransportQueueEnvironment } from '../shared/contracts/environment.ts';
import { loadedOnce } from '../shared/domain/lib/loaded-once.ts';
import type { Sending } from './open-delivery.ts';

/** What sends messages and orders. Each client is made with its first use. */
export function openSending(topicArn: string): Sending {
  const topic = loadedOnce(() => openTopic(topicArn));
  const queue = loadedOnce(() => openTransportQueue(readTransportQueueEnvironment(process.env).url));
  return {
    topic: { publish: (...given) => topic().publish(...given) },
    transportQueue: { send: async (...given) => queue().send(...given) },
  };
}
