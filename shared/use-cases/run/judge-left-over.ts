import type { StoredFinding } from '../../domain/findings/finding.ts';
import { partsOf } from '../../domain/lib/in-parallel.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import { type FindingScope, PART } from '../context/finding-scope.ts';
import { isOutOfTime } from '../findings/store-findings.ts';
import type { KnownStories } from '../stories/story-group.ts';
import { judgeFindings } from './pipeline.ts';
import { joinProcessed, nothingProcessed, type Processed } from './progress.ts';

/** How many findings that wait are read at a time. */
const WAITING = 500;

/**
 * Judges what waits: the part in which an earlier run has ended, then what others have inserted, and what an earlier run could
 * not judge. The list of these may lag for a while.
 *
 * @param given.part the fingerprints of that part, as the state has them.
 */
export async function judgeLeftOver(
  scope: FindingScope,
  { known, part: left }: { known: KnownStories; part: RunState['part'] },
): Promise<Processed> {
  let done = await judgePart(scope, { known, part: left });
  if (done.stop) return done;
  for (let after: StoredFinding | undefined; ; ) {
    const found = await scope.ports.findings.unjudged(scope.watch.id, { limit: WAITING, after });
    after = found.at(-1);
    if (!after) return done;
    for (const part of partsOf(found, PART)) {
      if (isOutOfTime(scope)) return { ...done, stop: 'out-of-time' };
      if (!(await scope.hold())) return { ...done, stop: 'taken-over' };
      done = joinProcessed(done, await judgeFindings(scope, { found: part, known: done.known }));
    }
  }
}

/** Judges the rest of a part in which an earlier run has ended. It is all in the store, or none of it is known. */
async function judgePart(
  scope: FindingScope,
  { known, part = [] }: { known: KnownStories; part: RunState['part'] },
): Promise<Processed> {
  const done = nothingProcessed(known);
  const stored = await scope.ports.findings.read(scope.watch.id, part);
  if (stored.length === 0) return done;
  if (isOutOfTime(scope)) return { ...done, stop: 'out-of-time' };
  if (!(await scope.hold())) return { ...done, stop: 'taken-over' };
  await scope.ports.findings.list(stored);
  return judgeFindings(scope, { found: stored.filter(({ verdict }) => !verdict), known });
}
