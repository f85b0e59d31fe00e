import type { Instant } from '../time/instant.ts';
import type { Track, WatchQuery } from '../watches/watch.ts';
import type { Window } from '../time/window.ts';

/**
 * Where an extraction stands, and where it may go from there. What has no move left has ended.
 *
 * `waiting`: not sent yet, or sent back because every job slot is busy. `submitting`: the intent is on record, and the
 * answer is not. `working`: the service has the job. `collecting-part`: it still works, and what there is so far is
 * taken. `late`: beyond our own deadline. `collecting`: it has completed, page by page. `continuing`: it is to go on
 * with a higher limit. `abandoned`: waited for in vain. `removed`: nobody asks for it any more.
 */
export const EXTRACTION_TRANSITIONS = {
  waiting: ['waiting', 'submitting', 'failed', 'removed'],
  submitting: ['submitting', 'waiting', 'working', 'refused', 'failed', 'abandoned', 'removed'],
  working: ['working', 'collecting-part', 'collecting', 'late', 'failed', 'abandoned', 'removed'],
  'collecting-part': ['collecting-part', 'working', 'failed', 'removed'],
  late: ['late', 'collecting', 'failed', 'abandoned', 'removed'],
  collecting: ['collecting', 'continuing', 'done', 'failed', 'removed'],
  continuing: ['continuing', 'working', 'done', 'failed', 'removed'],
  done: [],
  failed: [],
  refused: [],
  abandoned: [],
  removed: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ExtractionState = keyof typeof EXTRACTION_TRANSITIONS;

const moves: Readonly<Record<ExtractionState, readonly ExtractionState[]>> = EXTRACTION_TRANSITIONS;

/** Whether the table allows a move. */
export function isTransitionAllowed(from: ExtractionState, to: ExtractionState): boolean {
  return moves[from].includes(to);
}

/** Whether a state is final. */
export function hasEnded(state: ExtractionState): boolean {
  return moves[state].length === 0;
}

/** Our handle on one long job of the extraction service. */
export interface Extraction {
  id: string;
  watchId: string;
  watchVersion: string;
  track: Track;
  scheduledFor: Instant;
  /** What is asked: the watch's query as it stood, and the span in which pages were discovered. */
  query: WatchQuery;
  range: Window;
  /** Its records are the base of the watch: stored, and told as one summary. */
  silent: boolean;
  state: ExtractionState;
  /** Counts the writes; each is made on condition that no other came in between. */
  revision: number;
  createdAt: Instant;
  /** When the next step is due. */
  dueAt: Instant;
  /** Executions started for it so far. */
  executions: number;
  /** Requests that its steps have sent. */
  calls: number;
  /** How often it was sent since an answer last came, when first and when last, and how often it was looked for in vain since. */
  sends: number;
  intentAt?: Instant;
  sentAt?: Instant;
  looks: number;
  /** Since when every job slot has been busy. */
  busySince?: Instant;
  upstreamId?: string;
  /** The service's own word for where the job stands. */
  upstreamState?: string;
  /** Since when the service has been at work; anew after it was continued. */
  workingSince?: Instant;
  /** When a part was last taken. */
  partAt?: Instant;
  /** Pages taken in this pass, and the records on them. */
  page: number;
  records: number;
  /** The most records that the job was told to give. */
  limit?: number;
  /** The higher limit with which it is, or was, continued. */
  continueTo?: number;
  /** Findings stored for the first time, and those whose content had changed. */
  found: number;
  changed: number;
  /** Failed steps in a row. */
  failures: number;
  error?: string;
  endedAt?: Instant;
  /** When it may be forgotten. */
  expiresAt: Instant;
}

/** What a step writes: where the extraction goes, when the next step is due, and what else has changed. */
export type ExtractionChange = Partial<Omit<Extraction, 'id' | 'revision' | 'state' | 'dueAt'>> &
  Pick<Extraction, 'state' | 'dueAt'>;

/** The function that takes an extraction further. */
export type ExtractionStep = 'submit' | 'poll' | 'collect';

const STEPS: Readonly<Record<ExtractionState, ExtractionStep | 'end'>> = {
  waiting: 'submit',
  submitting: 'submit',
  working: 'poll',
  late: 'poll',
  'collecting-part': 'collect',
  collecting: 'collect',
  continuing: 'collect',
  done: 'end',
  failed: 'end',
  refused: 'end',
  abandoned: 'end',
  removed: 'end',
};

/** What comes next, and in how many whole seconds: all that the workflow has to know. */
export interface NextStep {
  next: ExtractionStep | 'end';
  waitSeconds: number;
}

export function nextStepOf({ state, dueAt }: Pick<Extraction, 'state' | 'dueAt'>, now: Instant): NextStep {
  const next = STEPS[state];
  return { next, waitSeconds: next === 'end' ? 0 : Math.max(0, Math.ceil((dueAt - now) / 1_000)) };
}

/** The name of the n-th execution of an extraction: its id, then `<id>-2`, `<id>-3`. */
export function executionName({ id, executions }: Pick<Extraction, 'id' | 'executions'>): string {
  return executions <= 1 ? id : `${id}-${executions}`;
}

/** What every extraction begins with: nothing sent, nothing read, one execution. */
export const NEW_EXTRACTION = {
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
} as const satisfies Partial<Extraction>;
