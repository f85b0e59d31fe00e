import { GoneError, RefusedError, ThrottledError, UpstreamError } from '../../domain/lib/errors.ts';
import type { ExtractionChange } from '../../domain/extraction/extraction.ts';
import { CLOCK_SKEW } from '../../domain/extraction/extraction-times.ts';
import { failedIncident } from '../../domain/extraction/extraction-incident.ts';
import {
  accepted,
  ended,
  lookedInVain,
  sending,
  slotsBusy,
} from '../../domain/extraction/extraction-transitions.ts';
import { incidentOf } from '../../domain/incidents/incident.ts';
import { openIncident } from '../alerts/notify-incidents.ts';
import { type Advance, counted, type Turn } from './extraction-step.ts';
import { countUsage } from './count-usage.ts';

/**
 * Sends the job, once: the intent is written before, and who enters again looks for the job in the list before anything
 * is sent anew.
 */
export async function submitJob(advance: Advance): Promise<Turn> {
  if (advance.extraction.state === 'submitting') return lookForLost(advance);
  const { extraction, ports, limits } = advance;
  const written = await ports.extractions.move(extraction, sending(extraction, ports.clock.now()));
  if (!written) return 'overtaken';
  advance.extraction = written;
  try {
    const { upstreamId } = await counted(advance, ports.jobs.submit(written, limits));
    return (await claim(advance, upstreamId)) ?? { state: 'waiting', dueAt: ports.clock.now() };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return unsent(advance, error);
  }
}

/** What kept the job from being sent, or its answer from arriving. */
async function unsent(advance: Advance, error: UpstreamError): Promise<ExtractionChange> {
  const { extraction, ports } = advance;
  const now = ports.clock.now();
  if (error instanceof ThrottledError) {
    const { severity } = advance.watch;
    return slotsBusy(extraction, { severity, retryAfter: error.retryAfter, now });
  }
  if (error instanceof RefusedError || error instanceof GoneError) return refused(advance, error);
  return { state: 'submitting', dueAt: extraction.dueAt, error: error.message };
}

/**
 * The service does not want this job, and will not: told to the operators. A question it cannot answer counts as asked;
 * what a missing key or an empty account kept from being asked does not.
 */
async function refused(advance: Advance, error: RefusedError | GoneError): Promise<ExtractionChange> {
  const { extraction, watch, ports } = advance;
  const now = ports.clock.now();
  const incident =
    incidentOf(error, { watch, failures: 0, now }) ?? failedIncident(extraction, { why: error.message, now });
  advance.outcome.error = { name: error.name, message: error.message, trouble: incident.kind };
  await openIncident(advance, incident);
  const passes = error instanceof RefusedError && (error.refusal === 'key' || error.refusal === 'quota');
  await countUsage(advance, { covers: !passes, records: 0, found: 0 });
  return ended('refused', { error: error.message, now });
}

/** The answer to a submit was lost: the job may be in the list of those made since the intent. */
async function lookForLost(advance: Advance): Promise<ExtractionChange> {
  const { extraction, ports, limits } = advance;
  const { query, range, intentAt = extraction.createdAt } = extraction;
  const since = intentAt - CLOCK_SKEW;
  const { upstreamIds } = await counted(advance, ports.jobs.find({ query, range, since }, limits));
  for (const upstreamId of upstreamIds) {
    const change = await claim(advance, upstreamId);
    if (change) return change;
  }
  return lookedInVain(extraction, ports.clock.now());
}

/** Another extraction that asks the same, and lost its answer too, may have been faster. */
async function claim(
  { extraction, ports }: Advance,
  upstreamId: string,
): Promise<ExtractionChange | undefined> {
  const { id, expiresAt } = extraction;
  const isOurs = await ports.extractions.claim(upstreamId, { extractionId: id, expiresAt });
  return isOurs ? accepted(upstreamId, ports.clock.now()) : undefined;
}
