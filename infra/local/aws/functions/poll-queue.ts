import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { QueueEngine, QueueRecord } from '../queue-engine.ts';
import { callsInChain, type FunctionEngine } from './function-engine.ts';
import { type CallEnd, type EventSource, InvokeRefused } from './function-spec.ts';

export interface QueuePoller {
  /** How many batches are in work. */
  busy(): number;
  /** Receives no more messages. Resolves when the batches in work have ended. */
  stop(): Promise<void>;
}

const partialSchema = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

/**
 * Feeds a function from a queue as Lambda does. It calls with a limited number of batches at a time, and deletes the
 * messages that were processed. Failed messages become visible again after their visibility time-out. A call that is
 * throttled is repeated with the same receive until that time-out; then Lambda gives the messages up, and they come
 * with the next receive (Lambda Developer Guide, "Backoff strategy for failed invocations"). So only a function that
 * is busy for the whole time-out brings a message closer to the dead letters, by one receive.
 */
export function pollQueue(
  source: EventSource,
  { queues, functions }: { queues: QueueEngine; functions: FunctionEngine },
): QueuePoller {
  const stopping = new AbortController();
  let busy = 0;

  async function work(records: readonly QueueRecord[]): Promise<void> {
    const end = await callOrWait(records);
    const failed = failedIn(end, { records, partial: source.partialFailures });
    for (const { messageId, receiptHandle } of records) {
      if (!failed.has(messageId)) queues.remove(source.queueArn, receiptHandle);
    }
  }

  async function callOrWait(records: readonly QueueRecord[]): Promise<CallEnd> {
    const event = JSON.stringify({ Records: records });
    const trace = longestChain(records, source.functionName);
    for (let delay = FIRST_DELAY; ; delay = Math.min(2 * delay, LONGEST_DELAY)) {
      try {
        return await functions.invoke(source.functionName, event, { trace });
      } catch (cause) {
        if (!isThrottled(cause)) throw cause;
        await pause(delay, undefined, { signal: stopping.signal });
        if (!records.every(({ receiptHandle }) => queues.holds(source.queueArn, receiptHandle))) throw cause;
      }
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const records = await queues.receive(source.queueArn, source.batchSize);
      if (records.length === 0) continue;
      if (stopping.signal.aborted) return;
      busy += 1;
      // Refused: the engine is stopping, the batch is above 6 MB, the function is called in a loop, or it was busy
      // until the time-out of the messages. They come again after it.
      await work(records).catch(() => undefined);
      busy -= 1;
    }
  }

  const loops = Array.from({ length: source.concurrency }, () => loop());
  return {
    busy: () => busy,
    stop: async () => {
      stopping.abort();
      queues.interrupt(source.queueArn);
      await Promise.all(loops);
    },
  };
}

/** The waits between two tries of a throttled call, in milliseconds. */
const FIRST_DELAY = 100;
const LONGEST_DELAY = 5_000;

/** The trace header of the message whose chain has called the function most often. */
function longestChain(records: readonly QueueRecord[], functionName: string): string | undefined {
  const traces = records.map(({ attributes }) => attributes['AWSTraceHeader']);
  return traces.toSorted((a, b) => callsInChain(b, functionName) - callsInChain(a, functionName))[0];
}

function isThrottled(cause: unknown): boolean {
  return cause instanceof InvokeRefused && cause.code === 'TooManyRequestsException';
}

/** Which messages of a batch must come again: all when the call failed, or when its answer cannot be read. */
function failedIn(
  end: CallEnd,
  { records, partial }: { records: readonly QueueRecord[]; partial: boolean },
): Set<string> {
  const all = new Set(records.map(({ messageId }) => messageId));
  if ('error' in end) return all;
  if (!partial) return new Set();
  const answer = partialSchema.nullable().safeParse(JSON.parse(end.payload));
  if (!answer.success) return all;
  const failed = (answer.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((id) => all.has(id)) ? new Set(failed) : all;
}
