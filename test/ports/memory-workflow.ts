import type { Executions, Workflow } from '../../shared/use-cases/ports/services.ts';

/** A workflow that keeps the executions that were started, by name, and those that a test has ended. */
export interface MemoryWorkflow extends Workflow, Executions {
  started: Map<string, string>;
  ended: Set<string>;
}

export function memoryWorkflow(): MemoryWorkflow {
  const started = new Map<string, string>();
  const ended = new Set<string>();
  return {
    started,
    ended,
    start: async (name, extractionId) => {
      if (!started.has(name)) started.set(name, extractionId);
    },
    running: async () => new Set([...started.keys()].filter((name) => !ended.has(name))),
  };
}
