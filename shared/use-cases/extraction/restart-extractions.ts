import { executionName } from '../../domain/extraction/extraction.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Ports } from '../ports/ports.ts';

const MOST = 100;

export type RestartPorts = Pick<Ports, 'extractions' | 'workflow' | 'executions'> & {
  clock: Pick<Ports['clock'], 'now'>;
};

/**
 * Starts another execution for every open extraction whose next step is overdue while no execution of it runs. Gives back
 * their ids. The number of the execution is written first, so that no two have one name.
 *
 * @param given `at` may be later than now where executions are known to be lost.
 */
export async function restartExtractions(
  { extractions, workflow, executions, clock }: RestartPorts,
  given: { at?: Instant; most?: number } = {},
): Promise<string[]> {
  const { at = clock.now(), most = MOST } = given;
  const overdue = await extractions.overdue(at, most);
  if (overdue.length === 0) return [];
  const running = await executions.running();
  const restarted: string[] = [];
  for (const extraction of overdue) {
    if (running.has(executionName(extraction))) continue;
    const { state, dueAt, executions: started } = extraction;
    const change = { state, dueAt: Math.max(dueAt, clock.now()), executions: started + 1 };
    const next = await extractions.move(extraction, change);
    if (!next) continue;
    await workflow.start(executionName(next), next.id);
    restarted.push(next.id);
  }
  return restarted;
}
