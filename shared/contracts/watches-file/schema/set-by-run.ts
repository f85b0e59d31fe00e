import type { Problem } from '../problems/problem.ts';

/** Why a query does not say which time it asks for. */
export const COVERED_TIME =
  'each run asks for the time that is not covered yet. lookback and overlap set how far back it looks';

/**
 * The problem of a key that each run sets itself; undefined for any other key. `reasons` says for each such key why the
 * file cannot set it.
 */
export function setByRun(
  key: string,
  reasons: Readonly<Record<string, string>>,
): Pick<Problem, 'what' | 'hint'> | undefined {
  const reason = Object.hasOwn(reasons, key) ? reasons[key] : undefined;
  if (reason === undefined) return undefined;
  return { what: `Each run sets "${key}" itself`, hint: `remove it: ${reason}` };
}
