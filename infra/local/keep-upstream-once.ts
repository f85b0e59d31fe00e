import { OUTPUTS } from '../../shared/contracts/names.ts';
import { MINUTE } from '../../shared/domain/time/instant.ts';
import { upstreamAnswer } from '../cli/stack/function-answer.ts';
import type { Machine } from './aws/start-machine.ts';

/** The distance of two sweeps in the stack, and how many are enough for everything that can be made or pulled at once. */
const BETWEEN = 5 * MINUTE;
const MOST_SWEEPS = 40;
/** A delivery that was lost is pulled after ten minutes: so many sweeps without a step, and nothing more will come. */
const QUIET_SWEEPS = 3;

/**
 * Sweeps until what the extraction service holds for the watches stands, with all that this brings: a run that starts once
 * would end long before. `pass` lets the time between two sweeps go by, and all work that is due end.
 */
export async function keepUpstreamOnce(
  { machine, skipWaits }: { machine: Machine; skipWaits: boolean },
  pass: (milliseconds: number) => Promise<void>,
): Promise<void> {
  let quiet = 0;
  for (let sweep = 0; sweep < MOST_SWEEPS && quiet < QUIET_SWEEPS; sweep += 1) {
    const end = await machine.functions.invoke(machine.stack.outputs[OUTPUTS.reconcile] ?? '', '{}');
    const { steps, waiting } =
      'error' in end ? { steps: [], waiting: [] } : upstreamAnswer.parse(JSON.parse(end.payload)).upstream;
    quiet = steps.length + waiting.length === 0 ? quiet + 1 : 0;
    // Services on the network take their own time: the next start goes on.
    if (!skipWaits) return;
    await pass(BETWEEN);
  }
}
