import type { StoredFinding } from '../domain/finding.ts';
import { DAY } from '../domain/instant.ts';
import { firstOf } from '../domain/watch-subject.ts';
import { noteBase } from './judge-by-policy.ts';
import { note, type Run } from './run.ts';

/** So far back what is stored counts as seen when a watch begins to look for what it has never found. */
const LEARNED = 30 * DAY;

/**
 * A watch that has found things before, and only now is to tell what comes first, knows what it found: else every outlet
 * would be new. Once for each kind of value; a new watch has nothing to learn.
 */
export async function learnSeenValues(run: Run): Promise<void> {
  const { watch, state, ports, now } = run;
  const of = firstOf(watch);
  if (of === undefined || state.learnedOf === of) return;
  if (state.lastRunAt !== undefined) {
    for (let from = now - LEARNED; from < now; from += DAY) {
      const found = await ports.findings.foundIn(watch.id, { from, to: Math.min(from + DAY, now) });
      await noteBase(run, found.filter(isKnown));
    }
  }
  note(run, { learnedOf: of });
}

/** What waits to be judged is still to be told. */
function isKnown({ verdict }: StoredFinding): boolean {
  return verdict !== undefined;
}
