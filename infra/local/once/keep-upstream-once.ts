import { MINUTE } from '../../../shared/domain/time/instant.ts';
import { upstreamAnswer } from '../../cli/stack/function-answer.ts';
import type { Machine } from '../aws/start-machine.ts';
import type { StackAccess } from '../open-access.ts';

/** The time between two sweeps of the stack, and how many are enough for all that can be made or pulled at once. */
const BETWEEN = 5 * MINUTE;
const MOST_SWEEPS = 40;
/** A lost webhook payload is pulled after ten minutes. After so many sweeps without a step, nothing more will come. */
const QUIET_SWEEPS = 3;

/**
 * Reconciles until the extraction service has all objects that the watches need, and until their records are here. A start
 * with `--once` would otherwise end long before. `pass` lets the time between two sweeps pass, and waits for the work that is due.
 */
export async function keepUpstreamOnce(
  { machine, access, skipWaits }: { machine: Machine; access: StackAccess; skipWaits: boolean },
  pass: (milliseconds: number) => Promise<void>,
): Promise<void> {
  let quiet = 0;
  for (let sweep = 0; sweep < MOST_SWEEPS && quiet < QUIET_SWEEPS; sweep += 1) {
    const end = await machine.functions.invoke(access.outputs.ReconcileFunction, '{}');
    const { steps, waiting } =
      'error' in end ? { steps: [], waiting: [] } : upstreamAnswer.parse(JSON.parse(end.payload)).upstream;
    quiet = steps.length + waiting.length === 0 ? quiet + 1 : 0;
    // With services on the network, time cannot be skipped. The next start continues.
    if (!skipWaits) return;
    await pass(BETWEEN);
  }
}
