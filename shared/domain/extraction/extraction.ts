import type { Incident } from '../incidents/incident.ts';
import { typedKeys } from '../lib/fields.ts';
import { emptyRunOutcome, type RunOutcome } from '../runs/outcome.ts';
import type { Instant, Window } from '../time/instant.ts';
import type { Track, Watch, WatchQuery } from '../watches/watch.ts';

/** The function of the next step. */
export type ExtractionStep = 'submit' | 'poll' | 'collect';

/**
 * The states of an extraction, each with its next step; `end`: the state is final.
 *
 * `waiting`: not submitted yet, or refused because every job slot is busy. `submitting`: the intent is stored, the
 * answer is not. `working`: the service has the job. `collecting-part`: it is still running, and the records so far
 * are collected. `late`: beyond our own deadline. `collecting`: it has completed, and is collected page by page.
 * `continuing`: it is to be continued with a higher limit. `abandoned`: it never started or never ended. `removed`:
 * its watch is gone.
 */
const STEPS = {
  waiting: 'submit',
  submitting: 'submit',
  working: 'poll',
  'collecting-part': 'collect',
  late: 'poll',
  collecting: 'collect',
  continuing: 'collect',
  done: 'end',
  failed: 'end',
  refused: 'end',
  abandoned: 'end',
  removed: 'end',
} as const satisfies Record<string, ExtractionStep | 'end'>;

export type ExtractionState = keyof typeof STEPS;
export const EXTRACTION_STATES: readonly ExtractionState[] = typedKeys(STEPS);

/** Whether a state is final. */
export function hasEnded(state: ExtractionState): boolean {
  return STEPS[state] === 'end';
}

/** Our handle on one long job of the extraction service. */
export interface Extraction {
  id: string;
  watchId: string;
  watchVersion: string;
  track: Track;
  scheduledFor: Instant;
  /** The watch's query at the time, and the span in which pages were discovered. */
  query: WatchQuery;
  range: Window;
  /** Whether its records are the baseline of the watch: stored, with one summary. */
  silent: boolean;
  state: ExtractionState;
  /** The number of writes; each write is conditional on it. */
  revision: number;
  createdAt: Instant;
  /** When the next step is due. */
  dueAt: Instant;
  /** The number of executions that were started. */
  executions: number;
  /** The number of requests that its steps have sent. */
  calls: number;
  /**
   * How often it was submitted since the last answer, when first and when last, and how often the list lacked it
   * since.
   */
  sends: number;
  intentAt?: Instant;
  sentAt?: Instant;
  looks: number;
  /** Since when every job slot has been busy. */
  busySince?: Instant;
  upstreamId?: string;
  /** The service's own word for the state of the job. */
  upstreamState?: string;
  /** Since when the service has been running the job; reset when the job is continued. */
  workingSince?: Instant;
  /** When a part was last collected. */
  partAt?: Instant;
  /** Pages collected in this pass, and their records. */
  page: number;
  records: number;
  /** The job's limit of records. */
  limit?: number;
  /** The higher limit to which it is, or was, continued. */
  continueTo?: number;
  /** Findings stored for the first time, and known ones with new content. */
  found: number;
  changed: number;
  /** How many steps have failed in a row. */
  failures: number;
  error?: string;
  endedAt?: Instant;
  expiresAt: Instant;
}

/** What a step writes: the new state, when the next step is due, and what else has changed. */
export type ExtractionChange = Partial<Omit<Extraction, 'id' | 'revision' | 'state' | 'dueAt'>> &
  Pick<Extraction, 'state' | 'dueAt'>;

/** The next step, and in how many whole seconds it is due. The workflow reads it. */
export interface NextStep {
  next: ExtractionStep | 'end';
  waitSeconds: number;
}

/** The next step of an extraction. */
export function nextStepOf({ state, dueAt }: Pick<Extraction, 'state' | 'dueAt'>, now: Instant): NextStep {
  const next = STEPS[state];
  return { next, waitSeconds: next === 'end' ? 0 : Math.max(0, Math.ceil((dueAt - now) / 1_000)) };
}

/** The name of the n-th execution of an extraction: its id, then `<id>-2`, `<id>-3`. */
export function executionName({ id, executions }: Pick<Extraction, 'id' | 'executions'>): string {
  return executions <= 1 ? id : `${id}-${executions}`;
}

/** A new extraction of a watch, to be submitted at once: nothing sent, nothing read, one execution. */
export function newExtraction(
  watch: Pick<Watch, 'id' | 'version' | 'retention'>,
  facts: Pick<Extraction, 'id' | 'track' | 'scheduledFor' | 'query' | 'range' | 'silent'>,
  now: Instant,
): Extraction {
  return {
    ...facts,
    watchId: watch.id,
    watchVersion: watch.version,
    state: 'waiting',
    revision: 1,
    executions: 1,
    sends: 0,
    looks: 0,
    page: 0,
    records: 0,
    found: 0,
    changed: 0,
    failures: 0,
    calls: 0,
    createdAt: now,
    dueAt: now,
    expiresAt: now + watch.retention,
  };
}

/** What one step of an extraction did, the state of the extraction, and the next step. */
export interface ExtractionOutcome extends RunOutcome, NextStep {
  jobId: string;
  /** Absent when the extraction does not exist. */
  state?: ExtractionState;
}

/** The outcome of a step that has done nothing, and needs no next step. */
export function emptyExtractionOutcome(jobId: string, watchId: string): ExtractionOutcome {
  return { ...emptyRunOutcome(watchId), kind: 'extraction', jobId, next: 'end', waitSeconds: 0 };
}

type Named = Pick<Extraction, 'watchId' | 'upstreamId'>;

/** The subjects of a watch's extractions. The next extraction that succeeds resolves them. */
export function extractionSubjects(watchId: string): string[] {
  return [
    ...['late-job', 'failed-job', 'query', 'plan'].map((kind) => `watch:${watchId}:${kind}`),
    'service:extraction:key',
    'service:extraction:quota',
  ];
}

/** A job is late: beyond our own deadline. It is still polled. */
export function lateIncident(extraction: Named, now: Instant): Incident {
  const { watchId } = extraction;
  return {
    subject: `watch:${watchId}:late-job`,
    kind: 'late-job',
    since: now,
    watchId,
    text:
      `The job${idIn(extraction)} of the watch ${watchId} has been running for more than an hour. Nothing is lost: it is ` +
      'polled every hour for a day, and there will be alerts when its records come. If this happens often, make the ' +
      'query narrower or lower the limit.',
  };
}

/** A job has failed: it will give no more records. */
export function failedIncident(extraction: Named, { why, now }: { why: string; now: Instant }): Incident {
  const { watchId } = extraction;
  return {
    subject: `watch:${watchId}:failed-job`,
    kind: 'failed-job',
    since: now,
    watchId,
    text:
      `The job${idIn(extraction)} of the watch ${watchId} has failed: ${why} The records that it gave before are kept. ` +
      'The next run of the watch covers the same time again.',
  };
}

function idIn({ upstreamId }: Named): string {
  return upstreamId === undefined ? '' : ` ${upstreamId}`;
}
