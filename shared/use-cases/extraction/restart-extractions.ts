import { executionName } from '../../domain/extraction/extraction.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Executions, Extractions, Workflow } from '../ports/extraction-ports.ts';
import type { Clock } from '../ports/ports.ts';

const MOST = 100;

export interface RestartPorts {
  extractions: Extractions;
  workflow: Workflow;
  executions: Executions;
  clock: Pick<Clock, 'now'>;
}

/**
 * Starts an execution anew for every open extraction whose next step is overdue and that none works on: it was forgotten,
 * or broke off. Gives back their ids. The number of the execution is written before it starts, so that no two are named
 * alike; who dies in between leaves it overdue again. Who knows that executions were forgotten need not wait until their
 * extractions are overdue: `at` is then a later time than now.
 */
export async function restartExtractions(
  { extractions, workflow, executions, clock }: RestartPorts,
  { at = clock.now(), most = MOST }: { at?: Instant; most?: number } = {},
): Promise<string[]> {
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
