import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../shared/domain/lib/errors.ts';
import { DAY, MINUTE, SECOND } from '../../shared/domain/time/instant.ts';
import type { RunOrder } from '../../shared/domain/watches/watch.ts';
import type { RunQueue } from '../../shared/use-cases/ports/ports.ts';
import { NOON } from './examples.ts';

/** Queues for the services `news` and `events`, to be held to the suite. */
export interface OpenedQueues {
  queue: RunQueue;
  /** Takes the orders of a service that are visible by now; they do not come again. */
  take(service: Service): Promise<unknown[]>;
  /** Lets time pass. */
  skip(milliseconds: number): void;
  close(): Promise<void>;
}

const anOrder = (changes: Partial<RunOrder> = {}): RunOrder => ({
  watchId: 'acme-news',
  scheduledFor: NOON,
  track: 'live',
  continuation: 0,
  ...changes,
});

/** What every run queue promises. */
export function describeRunQueue(name: string, open: () => Promise<OpenedQueues>): void {
  describe(`the run queue: ${name}`, () => {
    let opened: OpenedQueues;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened.close();
    });

    it.each([
      ['a run', anOrder()],
      ['a continued run', anOrder({ continuation: 3 })],
      ['a backfill', anOrder({ track: 'backfill', window: { from: NOON - DAY, to: NOON } })],
    ])('hands on %s whole, to the queue of its service alone', async (_name, order) => {
      await opened.queue.send('events', order);
      expect(await opened.take('news')).toEqual([]);
      expect(await opened.take('events')).toEqual([order]);
    });

    it('holds an order back for its delay, and not shorter for a fraction of a second', async () => {
      await opened.queue.send('news', anOrder(), 90.5 * SECOND);
      opened.skip(90 * SECOND);
      expect(await opened.take('news')).toEqual([]);
      opened.skip(SECOND);
      expect(await opened.take('news')).toEqual([anOrder()]);
    });

    it('takes a delay of 15 minutes, the longest there is', async () => {
      await opened.queue.send('news', anOrder(), 15 * MINUTE);
      opened.skip(15 * MINUTE);
      expect(await opened.take('news')).toEqual([anOrder()]);
    });

    it('refuses a service that the stack has no queue for', async () => {
      await expect(opened.queue.send('extraction', anOrder())).rejects.toThrow(
        'This stack has no runs queue for the extraction service.',
      );
    });
  });
}
