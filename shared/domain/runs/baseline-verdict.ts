import type { Finding, Verdict } from '../findings/finding.ts';
import type { RunState } from './run-state.ts';
import type { Track } from '../watches/watch.ts';

/**
 * Whether a finding is silent from the start: it belongs to the base of the watch or to a backfill, or it holds a
 * phrase that the user never wants to hear of. Undefined: the policy decides.
 */
export function silentVerdict(
  finding: Finding,
  { state, track }: { state: Pick<RunState, 'baseUntil'>; track: Track },
): Verdict | undefined {
  if (track === 'backfill') return { silent: 'base' };
  if (state.baseUntil !== undefined && finding.indexedAt < state.baseUntil) return { silent: 'base' };
  if (finding.excludedBy !== undefined) return { silent: 'excluded' };
  return undefined;
}
