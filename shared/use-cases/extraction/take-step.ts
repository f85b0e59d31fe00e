import { GoneError, RefusedError, ThrottledError, UpstreamError } from '../../domain/lib/errors.ts';
import {
  type Extraction,
  type ExtractionChange,
  type ExtractionState,
  type ExtractionStep,
  hasEnded,
  mayMove,
  whatNext,
} from '../../domain/extraction/extraction.ts';
import {
  emptyExtractionOutcome,
  type ExtractionOutcome,
} from '../../domain/extraction/extraction-outcome.ts';
import { ended, stepFailed } from '../../domain/extraction/extraction-transitions.ts';
import { SECOND } from '../../domain/time/instant.ts';
import type { RunStatus } from '../../domain/runs/outcome.ts';
import { incidentOf } from '../../domain/incidents/incident.ts';
import { openIncident } from '../alerts/notify-incidents.ts';
import type { Advance, AdvanceContext, AdvancePorts, Turn } from './extraction-step.ts';
import { settle } from './end-extraction.ts';

/** What is kept of the function's time for bookkeeping: no call is begun that could reach into it. */
const RESERVE = 20 * SECOND;
/** A timer may ring a little early. */
const EARLY = SECOND;
/** How long an execution that was overtaken leaves the extraction to the other one. */
const STEP_ASIDE = 60;

/** One of the functions of the workflow: for which step it is, and what it does. */
export interface Stage<P extends AdvancePorts> {
  step: ExtractionStep;
  take: (advance: Advance<P>) => Promise<Turn>;
}

/**
 * Takes one extraction one step further and says what comes next. A step that is not due, or not the one that its state
 * asks for, does nothing but say so; so every step can be repeated, by whatever execution. Only faults of our own
 * machinery are thrown.
 */
export async function takeStep<P extends AdvancePorts>(
  stage: Stage<P>,
  jobId: string,
  { ports, context }: { ports: P; context: AdvanceContext },
): Promise<ExtractionOutcome> {
  const extraction = await ports.extractions.get(jobId);
  if (!extraction) return emptyExtractionOutcome(jobId, '');
  const outcome = emptyExtractionOutcome(jobId, extraction.watchId);
  const due = whatNext(extraction, ports.clock.now() + EARLY);
  if (due.next !== stage.step || due.waitSeconds > 0) return notify(outcome, extraction, ports);
  const limits = { deadline: context.deadline - RESERVE };
  const watch = await ports.definitions.watch(extraction.watchId);
  const turn =
    watch?.version === extraction.watchVersion
      ? await turnOf(watch.disabled ? TO_ITS_END : stage, { extraction, watch, ports, outcome, limits })
      : { from: extraction, to: ended('removed', { now: ports.clock.now() }) };
  const calls = extraction.calls + outcome.calls;
  const written = turn && (await ports.extractions.move(turn.from, { ...turn.to, calls }));
  if (written) return notify(outcome, written, ports);
  const fresh = (await ports.extractions.get(jobId)) ?? extraction;
  const notified = notify(outcome, fresh, ports);
  return { ...notified, waitSeconds: hasEnded(fresh.state) ? 0 : Math.max(notified.waitSeconds, STEP_ASIDE) };
}

/**
 * What is under way when its watch is disabled ends there: a disabled watch asks nothing and stores nothing. Its span does not
 * count as asked, so that the first job of the watch once it is enabled again asks for it anew.
 */
const TO_ITS_END: Pick<Stage<AdvancePorts>, 'take'> = {
  take: async ({ ports }) => ended('removed', { error: 'Its watch is disabled.', now: ports.clock.now() }),
};

/** Does the step and what its move brings with it. Undefined: another execution has written in between. */
async function turnOf<P extends AdvancePorts>(
  { take }: Pick<Stage<P>, 'take'>,
  advance: Advance<P>,
): Promise<{ from: Extraction; to: ExtractionChange } | undefined> {
  const turn = await orAgain(advance, take(advance));
  if (turn === 'overtaken') return undefined;
  const to = await settle(advance, turn);
  const { extraction: from } = advance;
  if (!mayMove(from.state, to.state))
    throw new Error(`No extraction goes from ${from.state} to ${to.state}.`);
  return { from, to };
}

/** What the service kept a step from is tried again later; a job that it does not have any more has failed. */
async function orAgain(advance: Advance, turn: Promise<Turn>): Promise<Turn> {
  try {
    return await turn;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { extraction, watch, ports, outcome } = advance;
    const now = ports.clock.now();
    outcome.error = { name: error.name, message: error.message };
    if (error.correlationId !== undefined) outcome.correlationIds.push(error.correlationId);
    if (error instanceof GoneError) return ended('failed', { error: error.message, now });
    if (error instanceof RefusedError) {
      const incident = incidentOf(error, { watch, failures: extraction.failures, now });
      if (incident) await openIncident(advance, incident);
    }
    const retryAfter = error instanceof ThrottledError ? error.retryAfter : undefined;
    return stepFailed(extraction, { error: error.message, retryAfter, now });
  }
}

function notify(
  outcome: ExtractionOutcome,
  extraction: Extraction,
  { clock }: AdvancePorts,
): ExtractionOutcome {
  const { state } = extraction;
  return { ...outcome, ...whatNext(extraction, clock.now()), state, status: STATUS[state] };
}

/** How the step counts among the runs of the watch. */
const STATUS: Readonly<Record<ExtractionState, RunStatus>> = {
  waiting: 'continued',
  submitting: 'continued',
  working: 'continued',
  late: 'continued',
  'collecting-part': 'continued',
  collecting: 'continued',
  continuing: 'continued',
  done: 'done',
  removed: 'skipped',
  failed: 'failed',
  refused: 'failed',
  abandoned: 'failed',
};
