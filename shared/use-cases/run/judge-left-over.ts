import type { StoredFinding } from '../../domain/findings/finding.ts';
import { partsOf } from '../../domain/lib/in-parallel.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import { type FindingScope, PART } from '../context/finding-scope.ts';
import { isOutOfTime, withoutPlan } from '../findings/store-findings.ts';
import { decidedIn, decidePart } from '../stories/group-findings.ts';
import type { KnownStories } from '../stories/story-group.ts';
import { judgeFindings } from './pipeline.ts';
import { joinProcessed, nothingProcessed, type Processed } from './progress.ts';

/** How many findings that wait are read at a time. */
const WAITING = 500;

/** The open stories, and what the state says of the part in which an earlier run has ended. */
type LeftOver = { known: KnownStories } & Pick<RunState, 'part' | 'decided'>;

/**
 * Judges what waits: the part in which an earlier run has ended, then what others have inserted, and what an earlier run could
 * not judge. The list of these may lag for a while. What was decided is not decided again.
 */
export async function judgeLeftOver(scope: FindingScope, left: LeftOver): Promise<Processed> {
  let done = await judgePart(scope, left);
  if (done.stop) return done;
  for (let after: StoredFinding | undefined; ; ) {
    const found = await scope.ports.findings.unjudged(scope.watch.id, { limit: WAITING, after });
    after = found.at(-1);
    if (!after) return done;
    for (const part of partsOf(found, PART)) {
      if (isOutOfTime(scope)) return { ...done, stop: 'out-of-time' };
      const from = { known: done.known, decided: left.decided };
      const decision = await decidePart(scope, part, from);
      if (!(await scope.hold({ decided: decidedIn(decision) }))) return { ...done, stop: 'taken-over' };
      done = joinProcessed(done, await judgeFindings(scope, { found: part, decision, ...from }));
    }
  }
}

/**
 * Judges the part in which an earlier run has ended, as far as it is in the store. What was planned about it does not count: nobody
 * knows whether its alerts were put.
 */
export async function judgePart(
  scope: FindingScope,
  { known, part = [], decided }: LeftOver,
): Promise<Processed> {
  const done = nothingProcessed(known);
  const stored = await scope.ports.findings.read(scope.watch.id, part);
  if (stored.length === 0) return done;
  if (isOutOfTime(scope)) return { ...done, stop: 'out-of-time' };
  const found = stored.map(withoutPlan).filter(({ verdict }) => !verdict);
  const decision = await decidePart(scope, found, { known, decided });
  if (!(await scope.hold({ decided: decidedIn(decision) }))) return { ...done, stop: 'taken-over' };
  await scope.ports.findings.list(stored);
  return judgeFindings(scope, { found, known, decided, decision });
}
