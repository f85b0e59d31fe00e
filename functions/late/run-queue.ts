import type { RunQueueUrls } from '../../shared/aws/sqs/sqs-run-queue.ts';
import { loadedOnce } from '../../shared/domain/lib/loaded-once.ts';
import type { RunQueue } from '../../shared/use-cases/ports/queues.ts';

/** The runs queues, whose client of SQS is loaded with the first order. */
export function lateRunQueue(urls: RunQueueUrls): RunQueue {
  const open = loadedOnce(async () =>
    (await import('../../shared/aws/sqs/open-run-queue.ts')).openRunQueue(urls),
  );
  return {
    send: async (...given) => (await open()).send(...given),
    judge: async (...given) => (await open()).judge(...given),
  };
}
