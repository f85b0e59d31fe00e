import { inParallel } from '../../domain/lib/in-parallel.ts';
import { countingOf } from '../../domain/policies/registry.ts';
import { HOUR, MINUTE } from '../../domain/time/instant.ts';
import { spaceOf } from '../../domain/watches/watch.ts';
import { orderDeciding, type OrderPorts, waitForClosedHours } from '../collect/insert-findings.ts';
import type { Ports } from '../ports/ports.ts';

export type WaitingPorts = OrderPorts & Pick<Ports, 'definitions' | 'leases' | 'states' | 'hourlyCounts'>;

/** More things than wait in usual operation. The rest waits for the next sweep. */
const MOST = 500;

/**
 * Orders each space in which something has waited for over a minute: its order may be among the dead letters, or whoever was about to
 * queue it has died. One read of an index a sweep.
 */
export async function orderWaiting(ports: OrderPorts): Promise<void> {
  const spaces = await ports.spaces.waitingSince(ports.clock.now() - MINUTE, MOST);
  await inParallel(spaces, (space) => orderDeciding(ports, space, { by: 'reconcile', lost: MINUTE }));
}

/** Once an hour, orders the hours that no run has closed: a job ends without a run, and a run may have died. */
export async function orderClosedHours(ports: WaitingPorts, owner: string): Promise<void> {
  const now = ports.clock.now();
  if (!(await ports.leases.take('closed-hours', { owner, until: now + HOUR }, now))) return;
  const counting = (await ports.definitions.watches()).filter(
    (watch) => countingOf(watch) && !watch.disabled,
  );
  await inParallel(counting, async (watch) => {
    const state = await ports.states.read(watch.id, 'live');
    if (!state || state.version !== watch.version) return;
    if (await waitForClosedHours(ports, { watch, state }))
      await orderDeciding(ports, spaceOf(watch), { by: 'closed-hours' });
  });
}
