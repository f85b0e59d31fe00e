import { type AlertsMade, baselineAlertOf, joinAlertsMade } from '../../domain/alerts/alert.ts';
import {
  extractionSubjects,
  failedIncident,
  lateIncident,
} from '../../domain/extraction/extraction-incident.ts';
import type { ExtractionChange, ExtractionState } from '../../domain/extraction/extraction.ts';
import { SECOND } from '../../domain/time/instant.ts';
import { openIncident, resolveIncidents } from '../alerts/notify-incidents.ts';
import { putOnChannels } from '../alerts/put-alerts.ts';
import { countUsage } from './count-usage.ts';
import { type StepContext, type StepOutcome, type StepResult, withOutcome } from './extraction-step.ts';

/** The ends whose usage is counted here. Of a refused job it is counted where the refusal is known. */
const COUNTED_ENDS: ReadonlySet<ExtractionState> = new Set<ExtractionState>([
  'done',
  'failed',
  'abandoned',
  'removed',
]);

/** How soon an end is written again that could not be counted because a run held the state of the watch. */
const RETRY = 20 * SECOND;

/**
 * Does what a change of state entails, before the change is written: opens and resolves incidents, counts usage, puts the
 * summary of a baseline. A repeat does nothing twice. Gives back the change, or one that comes back to it later.
 */
export async function handleTransition(
  context: StepContext,
  { change, ...step }: StepResult & { change: ExtractionChange },
): Promise<StepResult & { change: ExtractionChange }> {
  const outcome = withOutcome(step.outcome ?? {}, await openIncidents(context, change));
  if (!COUNTED_ENDS.has(change.state)) return { ...step, change, outcome };
  const { extraction, ports } = context;
  const { records = extraction.records, found = extraction.found, changed = extraction.changed } = change;
  const covers = change.state === 'done';
  if (!(await countUsage(context, { covers, records, found }))) {
    const dueAt = ports.clock.now() + RETRY;
    return { ...step, change: { state: extraction.state, dueAt, found, changed }, outcome };
  }
  if (!covers) return { ...step, change, outcome };
  // Counted once, at the end: parts and pages are taken more than once.
  const finished = withOutcome({ ...outcome, matched: records }, await finish(context, found));
  return { ...step, change, outcome: finished };
}

async function openIncidents(
  { extraction, ports }: StepContext,
  { state, error: why = 'The reason is not known.' }: ExtractionChange,
): Promise<Partial<StepOutcome>> {
  const now = ports.clock.now();
  if (state === 'late' && extraction.state !== 'late')
    return openIncident(ports, lateIncident(extraction, now));
  if (state !== 'failed' && state !== 'abandoned') return {};
  const incident = failedIncident(extraction, { why, now });
  const opened = await openIncident(ports, incident);
  return { ...opened, error: { name: 'JobFailed', message: why, trouble: incident.kind } };
}

/** Resolves the incidents about jobs of this watch, and notifies of a baseline with one summary. */
async function finish({ extraction, watch, ports }: StepContext, found: number): Promise<AlertsMade> {
  const resolved = await resolveIncidents(ports, extractionSubjects(watch.id));
  if (!extraction.silent || extraction.track === 'backfill') return resolved;
  const summary = baselineAlertOf(watch, { found, window: extraction.range, now: ports.clock.now() });
  return joinAlertsMade(resolved, await putOnChannels(ports, summary, watch));
}
