import type { Discovery } from '../../domain/findings/discovery.ts';
import { partsOf } from '../../domain/lib/in-parallel.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { MINUTE } from '../../domain/time/instant.ts';
import { serviceOf, type Watch } from '../../domain/watches/watch.ts';
import { type InsertScope, PART } from '../context/finding-scope.ts';
import { insertFindings, isOutOfTime, readUnknown } from '../findings/store-findings.ts';
import type { Ports } from '../ports/ports.ts';
import type { FoundPage } from '../ports/source.ts';
import type { KnownStories } from '../stories/story-group.ts';
import { addQuarantined, nothingProcessed, type Processed } from './progress.ts';

/** The items of an answer, those outside the window left out, and what finds those that are new: perhaps each its own job. */
export interface Items extends Pick<FoundPage, 'items' | 'unusable'> {
  discoveryOf?: (finding: Finding) => Discovery | undefined;
}

/**
 * New findings of a watch, for whoever does not hold its lease: drop known → store, with a mark that they wait. Anyone may
 * insert; only the holder of the lease groups, decides and alerts. See `orderJudging`.
 */
export async function insertForJudging(
  scope: InsertScope,
  { items, discoveryOf, unusable = [] }: Items,
  known: KnownStories,
): Promise<Processed> {
  let done = await addQuarantined(scope, nothingProcessed(known), unusable);
  for (const part of partsOf(items, PART)) {
    if (isOutOfTime(scope)) return { ...done, stop: 'out-of-time' };
    const unknown = await readUnknown(scope, part, discoveryOf);
    const inserted = await insertFindings(scope, unknown.found, unknown);
    done = await addQuarantined(scope, done, [...unknown.unusable, ...inserted.unusable]);
    done = { ...done, stored: done.stored + inserted.stored.length };
  }
  return done;
}

/** What a holder of the lease writes before it reads what waits: who inserts from then on queues another order. */
export const NOT_ORDERED = { judgeOrderedAt: undefined, judgeOrderedBy: undefined };

/** An order that has waited for so long is taken for lost. */
const LOST = 15 * MINUTE;

/**
 * Queues the order to judge what was inserted into a watch, unless one is waiting. Whoever has inserted findings calls it
 * afterwards, also when all of them were known: a try before may have died between the two.
 *
 * @param by names the piece of work that has inserted them. A repeat of it queues the order again: it may have died before.
 */
export async function orderJudging(
  { states, queue, clock }: Pick<Ports, 'states' | 'queue' | 'clock'>,
  { id, kind }: Pick<Watch, 'id' | 'kind'>,
  by: string,
): Promise<void> {
  if (!(await noteOrder({ states, clock }, { id, by }))) return;
  const order = { kind: 'judge', watchId: id, looks: 0, waits: 0 } as const;
  await queue.judge(serviceOf(kind), order);
}

/** Notes that an order to judge will wait. False: one of another piece of work waits. */
export function noteOrder(
  { states, clock }: Pick<Ports, 'states' | 'clock'>,
  { id, by }: Pick<Watch, 'id'> & { by: string },
): Promise<boolean> {
  const now = clock.now();
  return states.orderJudging(id, { by, now, lostBefore: now - LOST });
}
