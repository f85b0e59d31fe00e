import { baselineAlertOf } from '../../domain/alerts/alert.ts';
import type { ExtractionChange, ExtractionState } from '../../domain/extraction/extraction.ts';
import {
  extractionSubjects,
  failedIncident,
  lateIncident,
} from '../../domain/extraction/extraction-incident.ts';
import { SECOND } from '../../domain/time/instant.ts';
import { putAlert } from '../alerts/put-alert.ts';
import { resolveIncident, openIncident } from '../alerts/notify-incidents.ts';
import type { Advance } from './extraction-step.ts';
import { countUsage } from './count-usage.ts';

/** What was refused has booked its end where it is known why; what is removed here belongs to a watch that is disabled. */
const ENDS: ReadonlySet<ExtractionState> = new Set<ExtractionState>([
  'done',
  'failed',
  'abandoned',
  'removed',
]);

/** How soon an end is written again that a run of the watch kept from being written. */
const AGAIN = 20 * SECOND;

/**
 * Does what a move brings with it, before it is written: who enters again does the same again, and nothing twice. Gives
 * back the move, or one that comes back to it.
 */
export async function settle(advance: Advance, change: ExtractionChange): Promise<ExtractionChange> {
  const { extraction, ports, outcome } = advance;
  const now = ports.clock.now();
  if (change.state === 'late' && extraction.state !== 'late') {
    await openIncident(advance, lateIncident(extraction, now));
  }
  if (change.state === 'failed' || change.state === 'abandoned') {
    const why = change.error ?? 'The reason is not known.';
    outcome.error = { name: 'JobFailed', message: why, trouble: 'failed-job' };
    await openIncident(advance, failedIncident(extraction, { why, now }));
  }
  if (!ENDS.has(change.state)) return change;
  const { records = extraction.records, found = extraction.found } = change;
  const isDone = change.state === 'done';
  if (!(await countUsage(advance, { covers: isDone, records, found }))) {
    const { changed = extraction.changed } = change;
    return { state: extraction.state, dueAt: now + AGAIN, found, changed };
  }
  if (!isDone) return change;
  // Said once, at the end: parts and pages are taken more than once.
  outcome.matched = records;
  await endWell(advance, change);
  return change;
}

/** What was wrong with jobs of this watch is over; and a base is told as one summary. */
async function endWell(advance: Advance, change: ExtractionChange): Promise<void> {
  const { extraction, watch, ports } = advance;
  for (const subject of extractionSubjects(watch.id)) await resolveIncident(advance, subject);
  if (!extraction.silent || extraction.track === 'backfill') return;
  const { found = extraction.found } = change;
  const summary = baselineAlertOf(watch, { found, window: extraction.range, now: ports.clock.now() });
  await putAlert(advance, summary);
}
