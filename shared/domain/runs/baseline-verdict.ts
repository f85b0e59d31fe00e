import type { Finding, Verdict } from '../findings/finding.ts';
import type { RunState } from './run-state.ts';
import type { Track } from '../watches/watch.ts';

/** The verdict of a finding of the baseline or a backfill, or with an excluded phrase. Undefined: the policy decides. */
export function silentVerdict(
  finding: Finding,
  { state, track }: { state: Pick<RunState, 'baseUntil'>; track: Track },
): Verdict | undefined {
  if (track === 'backfill') return { silent: 'base' };
  if (state.baseUntil !== undefined && finding.indexedAt < state.baseUntil) return { silent: 'base' };
  if (finding.excludedBy !== undefined) return { silent: 'excluded' };
  return undefined;
}
