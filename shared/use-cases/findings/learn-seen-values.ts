import type { StoredFinding } from '../../domain/findings/finding.ts';
import { DAY, MINUTE } from '../../domain/time/instant.ts';
import { firstOf } from '../../domain/counting/watch-subject.ts';
import { learnFirstValues } from '../alerts/judge-by-policy.ts';
import type { Judging } from '../context/judging.ts';
import { note, type Run } from '../context/run.ts';

/** So far back what is stored counts as seen when a watch begins to look for what it has never found. */
const LEARNED = 30 * DAY;

/**
 * A watch that has found things before, and only now is to tell what comes first, knows what it found: else every outlet
 * would be new. Once for each kind of value; a new watch has nothing to learn.
 */
export async function learnSeenValues(run: Run): Promise<void> {
  const { watch, state } = run;
  const of = firstOf(watch);
  if (of === undefined || state.learnedOf === of) return;
  if (state.lastRunAt !== undefined) await learn(run);
  note(run, { learnedOf: of });
}

/**
 * The same for whoever judges without the lease of the watch: records come from jobs that were sent, or deliveries that
 * were made, before the watch began to look for firsts. While a run holds the lease nothing can be noted, and the next one
 * learns the same again: every value is noted in the name of the finding that brought it.
 */
export async function learnBeforeJudging(judging: Judging): Promise<void> {
  const { watch, ports, state } = judging;
  const of = firstOf(watch);
  if (of === undefined || state.learnedOf === of) return;
  const live = await ports.states.read(watch.id, 'live');
  if (live?.learnedOf === of) return;
  await learn(judging);
  const now = ports.clock.now();
  const lease = { owner: `learns ${of}`, until: now + MINUTE };
  const held = await ports.states.acquire({ watchId: watch.id, track: 'live' }, lease, now);
  if (held) await ports.states.save(held, { set: { learnedOf: of }, release: true });
}

async function learn(judging: Judging): Promise<void> {
  const { watch, ports } = judging;
  const now = ports.clock.now();
  for (let from = now - LEARNED; from < now; from += DAY) {
    const found = await ports.findings.foundIn(watch.id, { from, to: Math.min(from + DAY, now) });
    await learnFirstValues(judging, found.filter(isKnown));
  }
}

/** What waits to be judged is still to be told. */
function isKnown({ verdict }: StoredFinding): boolean {
  return verdict !== undefined;
}
