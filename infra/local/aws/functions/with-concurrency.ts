import type { LocalStack } from '../template/local-stack.ts';
import { type FunctionSpec, USUAL_CONCURRENCY } from './function-spec.ts';

/** The functions of a stack, each with as many calls at a time as its queues make, and the usual number for all other callers. */
export function withConcurrency({
  functions,
  eventSources,
}: Pick<LocalStack, 'functions' | 'eventSources'>): FunctionSpec[] {
  return functions.map((spec) => {
    const sources = eventSources.filter(({ functionName }) => functionName === spec.name);
    const polled = sources.reduce((sum, { concurrency }) => sum + concurrency, 0);
    return { ...spec, concurrency: polled + USUAL_CONCURRENCY };
  });
}
