import { HOUR } from '../../domain/time/instant.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { Ports } from '../ports/ports.ts';
import { orderJudging } from '../run/insert-for-judging.ts';

export type WaitingPorts = Pick<
  Ports,
  'clock' | 'definitions' | 'findings' | 'leases' | 'queue' | 'states' | 'storyOrders'
>;

/** More than people order about stories between two sweeps. The rest waits for the next one. */
const MOST = 500;

/**
 * Orders each watch to be judged about whose stories people have ordered something: a page only records it. One read of an
 * index a sweep. A watch that is disabled is left until it is enabled.
 */
export async function orderStoryOrders(ports: WaitingPorts): Promise<void> {
  const waiting = new Set((await ports.storyOrders.waiting(MOST)).map(({ watchId }) => watchId));
  if (waiting.size === 0) return;
  const watches = (await ports.definitions.watches()).filter(({ disabled }) => !disabled);
  const ordered = watches.filter(({ id }) => waiting.has(id));
  await inParallel(ordered, async (watch) => {
    await orderJudging(ports, watch, 'story-order');
  });
}

/**
 * Once an hour, orders what waits in each watch to be judged: an order may be among the dead letters, or whoever was about to
 * queue it has died and does not come again. A run may have died within a part, too. Two reads for each watch.
 */
export async function orderWaiting(ports: WaitingPorts, owner: string): Promise<void> {
  const now = ports.clock.now();
  if (!(await ports.leases.take('waiting-findings', { owner, until: now + HOUR }, now))) return;
  const watches = (await ports.definitions.watches()).filter(({ disabled }) => !disabled);
  await inParallel(watches, async (watch) => {
    const state = await ports.states.read(watch.id, 'live');
    const [waiting = state?.part] = await ports.findings.unjudged(watch.id, { limit: 1 });
    if (waiting) await orderJudging(ports, watch, 'reconcile');
  });
}
