import type { RunOutcome } from '../../domain/runs/outcome.ts';
import { SECOND } from '../../domain/time/instant.ts';
import { serviceOf } from '../../domain/watches/watch.ts';
import { resolveIncidents } from '../alerts/notify-incidents.ts';
import { endFailedRun } from './end-failed-run.ts';
import { addAlertsMade, outcomeOf, type Progress, release, type Run, withState } from './progress.ts';

/** So long after a run whose time was up, its continuation begins. */
const CONTINUES_AFTER = 10 * SECOND;

/** Gives the lease back, with all that is not written yet, and reports what the run did. */
export async function endRun(run: Run, { stop, ...progress }: Progress): Promise<RunOutcome> {
  if (stop?.because === 'taken-over')
    return outcomeOf(run, { ...progress, stop }, { status: 'stepped-aside' });
  if (stop?.because === 'failed') return endFailedRun(run, progress, stop);
  if (stop?.because === 'out-of-time') return continueLater(run, progress, stop);
  return finish(run, progress);
}

async function continueLater(
  run: Run,
  progress: Progress,
  { unjudged }: { unjudged?: true },
): Promise<RunOutcome> {
  const { order, ports, watch } = run;
  const next = { ...order, continuation: order.continuation + 1 };
  await ports.queue.send(serviceOf(watch.kind), next, CONTINUES_AFTER);
  const released = await release(run, progress, unjudged && { unjudged });
  return outcomeOf(run, released, { status: 'continued' });
}

/** A run that went through resolves the incidents of its watch. */
async function finish(run: Run, progress: Progress): Promise<RunOutcome> {
  const resolved = await resolveAll(run, progress);
  const ended = withState(resolved, { failures: 0, lastError: undefined, restsUntil: undefined });
  return outcomeOf(run, await release(run, ended), { status: 'done' });
}

async function resolveAll({ ports }: Run, progress: Progress): Promise<Progress> {
  const { troubles: subjects } = progress.state;
  if (subjects.length === 0) return progress;
  return addAlertsMade(withState(progress, { troubles: [] }), await resolveIncidents(ports, subjects));
}
