import type { RunQueueUrls } from '../../shared/aws/sqs/sqs-run-queue.ts';
import { loadedOnce } from '../../shared/domain/lib/loaded-once.ts';
import type { DecideQueue, RunQueue } from '../../shared/use-cases/ports/queues.ts';

/** The runs queues, whose client of SQS is loaded with the first order. */
export function lateRunQueue(urls: RunQueueUrls): RunQueue {
  const open = loadedOnce(async () =>
    (await import('../../shared/aws/sqs/open-queues.ts')).openRunQueue(urls),
  );
  return { send: async (...given) => (await open()).send(...given) };
}

/** The queue of the function that decides, whose client of SQS is loaded with the first order. */
export function lateDecideQueue(url: string): DecideQueue {
  const open = loadedOnce(async () =>
    (await import('../../shared/aws/sqs/open-queues.ts')).openDecideQueue(url),
  );
  return { send: async (...given) => (await open()).send(...given) };
}
