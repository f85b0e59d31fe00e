import { defined } from '../lib/fields.ts';
import { DAY, type Instant, MINUTE, type Window } from '../time/instant.ts';
import {
  type ArchiveFile,
  filesBetween,
  type ListedFile,
  SLOT,
  spanOf,
  type Stream,
  STREAMS,
} from './archive-file.ts';
import type { WorldRow } from './read-row.ts';

/**
 * Why a file is not known whole. `missing`: there is none of its name. `failed`: the server did not give it. `cut`: it
 * ends early. `other`: its size or MD5 is not the listed one. `repeated`: its rows say that
 * they are of another file.
 */
export const FILE_FAULTS = ['missing', 'failed', 'cut', 'other', 'repeated'] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

/** A file that is asked for again. */
export interface OpenFile extends ArchiveFile {
  fault: FileFault;
  tries: number;
  dueAt: Instant;
  /** Of its bytes, as they were last: the same bytes give nothing new. */
  md5?: string;
}

/** Files of a stream that were given up: what they held is not known. */
export interface ArchiveGap extends Window {
  stream: Stream;
  fault: FileFault | 'not-asked';
}

/** A watch of which all is stored that the archive showed since then. */
export interface KnownWatch {
  id: string;
  version: string;
  from: Instant;
}

/** How far the archive is read. */
export interface ArchiveState {
  /** All that was read before this instant is stored. */
  until: Instant;
  /** The name of the next file of each stream; those before it were read, but for `open` and `gaps`. */
  next: Partial<Record<Stream, Instant>>;
  open: readonly OpenFile[];
  /** The latest ones. */
  gaps: readonly ArchiveGap[];
  watches: readonly KnownWatch[];
  /** When a list last named a file that was new. */
  newsAt: Instant;
  /** Up to when it is recorded that nothing may have been read. */
  missedUntil?: Instant;
  /** While the past is read for new watches: for which ones, since when, and which files of it are done. */
  past?: { by: string; from: Instant; upTo: Instant };
}

/** What a file gave. `md5` and `size` are of its packed bytes, `of` is the time in its rows: that of its own name. */
export type FileAnswer =
  | { status: 'read' | 'cut'; md5: string; size: number; of?: Instant; rows: readonly WorldRow[] }
  | { status: 'missing' | 'failed' };

/** A file that is not whole is asked for again for so long, by the names of files that came after it. */
export const ASKED_FOR = 7 * DAY;
/** It is asked for after 15, 30, 60 … minutes, at most after this. */
const LONGEST_WAIT = DAY / 2;
const MOST_GAPS = 100;
/** An archive that lists nothing new for so long may be missing something; so it is recorded, this often. */
const QUIET = 60 * MINUTE;

export function newState(now: Instant): ArchiveState {
  return { until: now, next: {}, open: [], gaps: [], watches: [], newsAt: now };
}

/** A round: what it changes in the state, and what it found to be missing. */
export interface Round {
  state: ArchiveState;
  /** Ends are when it was recognised. */
  missed: readonly Window[];
  gaps: readonly ArchiveGap[];
  rows: readonly WorldRow[];
}

/** Takes what the lists say: what is too old to be asked for is given up. */
export function beginRound(
  before: ArchiveState,
  given: { listed: readonly ListedFile[]; now: Instant },
): Round {
  const { listed, now } = given;
  let round: Round = { state: { ...before, next: { ...before.next } }, missed: [], gaps: [], rows: [] };
  for (const { stream, slot } of listed) {
    const next = round.state.next[stream] ?? slot;
    const oldest = slot - ASKED_FOR;
    const given = round.state.open.filter((one) => one.stream === stream && one.slot <= oldest);
    round = given.reduce((all, one) => withGap(all, { ...spanOf(one), stream, fault: one.fault }), round);
    if (next < oldest)
      round = withGap(round, { from: next - SLOT, to: oldest - SLOT, stream, fault: 'not-asked' });
    const open = round.state.open.filter((one) => !given.includes(one));
    const newsAt = slot >= next ? now : round.state.newsAt;
    const names = { ...round.state.next, [stream]: Math.max(next, oldest) };
    round = { ...round, state: { ...round.state, open, newsAt, next: names } };
  }
  return quietSince(round, now);
}

function withGap(round: Round, gap: ArchiveGap): Round {
  const gaps = [...round.state.gaps, gap].slice(-MOST_GAPS);
  return { ...round, gaps: [...round.gaps, gap], state: { ...round.state, gaps } };
}

function quietSince(round: Round, now: Instant): Round {
  const from = Math.max(round.state.newsAt, round.state.missedUntil ?? 0);
  if (now - from < QUIET || now - round.state.newsAt > ASKED_FOR) return round;
  return {
    ...round,
    missed: [...round.missed, { from, to: now }],
    state: { ...round.state, missedUntil: now },
  };
}

/** What a round asks for: open files that are due, then the new ones of both streams, in the order of their names. */
export function wantedFiles(
  { next, open }: ArchiveState,
  given: { listed: readonly ListedFile[]; now: Instant },
) {
  const { listed, now } = given;
  // After a clock that was ahead they would wait too long.
  const due = open.filter(({ dueAt }) => dueAt <= now || dueAt > now + LONGEST_WAIT);
  const fresh = listed.flatMap(({ stream, slot }) =>
    filesBetween(stream, { from: next[stream] ?? slot, to: slot + SLOT }),
  );
  return [...due, ...fresh.toSorted((a, b) => a.slot - b.slot)].map(
    ({ stream, slot }): ArchiveFile => ({ stream, slot }),
  );
}

/**
 * Takes what a file gave. Rows of a file that is not whole count as well. When it is first seen that a file is not
 * whole, its time is recorded as possibly missed.
 */
export function takeFile(
  round: Round,
  {
    file,
    answer,
    listed,
    now,
  }: { file: ArchiveFile; answer: FileAnswer; listed: readonly ListedFile[]; now: Instant },
): Round {
  const { state } = round;
  const old = state.open.find((one) => isSameFile(one, file));
  const fault = faultOf(answer, { file, listed });
  const md5 = 'md5' in answer ? answer.md5 : old?.md5;
  const isSame = md5 !== undefined && md5 === old?.md5;
  const others = state.open.filter((one) => one !== old);
  const tries = (old?.tries ?? 0) + 1;
  const again = fault && defined<OpenFile>({ ...file, fault, tries, dueAt: now + waitAfter(tries), md5 });
  const { next } = state;
  return {
    ...round,
    rows: 'rows' in answer && !isSame ? [...round.rows, ...answer.rows] : round.rows,
    missed:
      again && !old ? [...round.missed, { from: Math.min(file.slot, now) - SLOT, to: now }] : round.missed,
    state: {
      ...state,
      next: { ...next, [file.stream]: Math.max(next[file.stream] ?? 0, file.slot + SLOT) },
      open: again ? [...others, again] : others,
    },
  };
}

function isSameFile(one: ArchiveFile, other: ArchiveFile): boolean {
  return one.stream === other.stream && one.slot === other.slot;
}

function faultOf(
  answer: FileAnswer,
  { file, listed }: { file: ArchiveFile; listed: readonly ListedFile[] },
): FileFault | undefined {
  if (answer.status !== 'read') return answer.status;
  const line = listed.find((one) => isSameFile(one, file));
  if (line && (line.size !== answer.size || line.md5 !== answer.md5)) return 'other';
  return (answer.of ?? file.slot) === file.slot ? undefined : 'repeated';
}

/** A server that fails is asked again in the next round; a file that is not there, later and later. */
function waitAfter(tries: number): number {
  return Math.min(SLOT * 2 ** Math.min(tries - 1, 10), LONGEST_WAIT);
}

/** The farthest that a new watch is looked back for. */
export const LONGEST_LOOKBACK = 7 * DAY;

/** The files that were read before a watch was known, as far back as it looks, oldest first. */
export function pastFiles(next: ArchiveState['next'], from: Instant): ArchiveFile[] {
  const files = STREAMS.flatMap((stream) => filesBetween(stream, { from, to: next[stream] ?? from }));
  return files.toSorted((a, b) => a.slot - b.slot);
}
