import { readTransportQueueEnvironment } from '../../shared/contracts/environment.ts';
import { loadedOnce } from '../../shared/domain/lib/loaded-once.ts';
import type { Sending } from '../open-delivery.ts';

/** As `openSending`, but the clients of SNS and SQS are loaded with their first use too. */
export function lateSending(topicArn: string): Sending {
  const topic = loadedOnce(async () =>
    (await import('../../shared/aws/sns/open-topic.ts')).openTopic(topicArn),
  );
  const queue = loadedOnce(async () => {
    const { openTransportQueue } = await import('../../shared/aws/sqs/open-queues.ts');
    return openTransportQueue(readTransportQueueEnvironment(process.env).url);
  });
  return {
    topic: { publish: async (...given) => (await topic()).publish(...given) },
    transportQueue: { send: async (...given) => (await queue()).send(...given) },
  };
}
