import { defined } from '../../domain/lib/fields.ts';
import { idOf } from '../../domain/lib/hash.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import { isAhead, type Instant, MINUTE, SECOND, wholeSecond } from '../../domain/time/instant.ts';
import { runsHere, type Watch } from '../../domain/watches/watch.ts';
import { type ArchiveFile, type ListedFile, SLOT, STREAMS } from '../../domain/world/archive-file.ts';
import {
  type ArchiveState,
  beginRound,
  type FileAnswer,
  LONGEST_LOOKBACK,
  newState,
  pastFiles,
  type Round,
  takeFile,
  wantedFiles,
} from '../../domain/world/archive-state.ts';
import { anyFinds } from '../../domain/world/match-rows.ts';
import type { Archive } from '../ports/services.ts';
import type { Ports } from '../ports/ports.ts';

type PollPorts = Pick<Ports, 'clock' | 'leases' | 'definitions' | 'world'> & { archive: Archive };

/** What a round did. The handler logs it. */
export interface WorldOutcome {
  status: 'done' | 'busy' | 'no-watches';
  /** Files that were read, those of the past among them, and rows that some watch finds. */
  files: number;
  rows: number;
  /** Files that are asked for again, and files that were given up now. */
  open: number;
  gaps: number;
  /** Files that wait for the next round: the time was up. */
  waiting: number;
}

const NOTHING = { files: 0, rows: 0, open: 0, gaps: 0, waiting: 0 };
const LEASE = 'poll-world';
/** So many files are asked for at once: the two of a quarter of an hour. */
const AT_ONCE = 2;
/** Nothing is asked for later than this before the end of the time. */
const RESERVE = MINUTE;

/**
 * One round of the reader of the archive: reads each new pair of files, and those that were not whole, for all watches
 * together, and stores the rows that some watch finds. For watches that are new it reads the files of the past. Rows
 * are stored before the state: who dies in between reads the same files again, and a run never reads past the state.
 */
export async function pollWorld(
  ports: PollPorts,
  { owner, deadline }: { owner: string; deadline: Instant },
): Promise<WorldOutcome> {
  const { clock, leases, definitions, world, archive } = ports;
  const watches = (await definitions.watches()).filter((watch) => watch.kind === 'world' && runsHere(watch));
  if (watches.length === 0) return { status: 'no-watches', ...NOTHING };
  const lease = { owner, until: deadline };
  if (!(await leases.take(LEASE, lease, clock.now()))) return { status: 'busy', ...NOTHING };
  try {
    const stored = await world.state();
    const wasAhead = isAhead(stored?.until, clock.now());
    const now = Math.max(wholeSecond(clock.now()), wasAhead ? 0 : (stored?.until ?? 0));
    const lists = await Promise.all(STREAMS.map((stream) => archive.latest(stream)));
    const listed = lists.filter((one) => one !== undefined);
    const begun = beginRound(stored ?? newState(now), { listed, now });
    const reading: Reading = { ports, now, isWanted: anyFinds(watches), until: deadline - RESERVE };
    const { round, waiting, files } = await readNew(begun, listed, reading);
    if (round.rows.length + round.missed.length > 0)
      await world.putFinds(now, {
        items: round.rows.map((row) => ({ ...row, seenAt: now })),
        missed: round.missed,
      });
    const past = await readPast(round.state, watches, reading);
    const state = defined<ArchiveState>({
      ...round.state,
      until: now + SECOND,
      watches: past.known,
      past: 'past' in past ? past.past : undefined,
    });
    await world.putState(state);
    return {
      status: 'done',
      files: files + past.files,
      rows: round.rows.length + past.rows,
      open: state.open.length,
      gaps: round.gaps.length,
      waiting: waiting + past.waiting,
    };
  } finally {
    await leases.giveBack(LEASE, lease);
  }
}

/** What all files of a round are read with. */
interface Reading {
  ports: PollPorts;
  now: Instant;
  isWanted: ReturnType<typeof anyFinds>;
  /** No file is asked for later. */
  until: Instant;
}

/** The new files, and those that were not whole, some at a time and taken in their order. */
async function readNew(begun: Round, listed: readonly ListedFile[], reading: Reading) {
  const { now, isWanted } = reading;
  const wanted = wantedFiles(begun.state, { listed, now });
  let round = begun;
  let files = 0;
  for await (const read of readAll(wanted, { ...reading, isWanted })) {
    for (const { file, answer } of read) round = takeFile(round, { file, answer, listed, now });
    files += read.length;
  }
  return { round, files, waiting: wanted.length - files };
}

interface ReadFile {
  file: ArchiveFile;
  answer: FileAnswer;
}

/** Reads files in their order, `AT_ONCE` at a time, until the time is up. */
async function* readAll(
  files: readonly ArchiveFile[],
  { ports: { archive, clock }, isWanted, until }: Reading,
): AsyncGenerator<ReadFile[], void, undefined> {
  for (const part of partsOf(files, AT_ONCE)) {
    if (clock.now() > until) return;
    yield await inParallel(part, async (file) => ({ file, answer: await archive.read(file, isWanted) }));
  }
}

/**
 * Reads the past for watches that are new or have another query, all together, and stores what they find under the
 * times of the files. They are known once all of it is read; the next round goes on where this one stopped.
 */
async function readPast(state: ArchiveState, watches: readonly Watch[], reading: Reading) {
  const { ports, now } = reading;
  const known = state.watches.filter((one) => watches.some((watch) => isSameQuery(one, watch)));
  const fresh = watches.filter((watch) => !known.some((one) => isSameQuery(one, watch)));
  const nothing = { known, files: 0, rows: 0, waiting: 0 };
  if (fresh.length === 0 || state.next.english === undefined) return nothing;
  const by = idOf(...fresh.map(({ id, version }) => `${id} ${version}`));
  const longest = Math.max(...fresh.map(({ lookback }) => Math.min(lookback, LONGEST_LOOKBACK)));
  const from = wholeSecond(now - longest);
  const begun = state.past?.by === by ? state.past : { by, from, upTo: from };
  const wanted = pastFiles(state.next, begun.upTo);
  let [files, rows] = [0, 0];
  for await (const read of readAll(wanted, { ...reading, isWanted: anyFinds(fresh) })) {
    for (const one of read) rows += await storePast(one, { ports, now, by });
    files += read.length;
  }
  const next = wanted[files];
  if (next) {
    const past = { ...begun, upTo: next.slot };
    return { known, past, files, rows, waiting: wanted.length - files };
  }
  const done = fresh.map(({ id, version }) => ({ id, version, from: begun.from }));
  return { ...nothing, known: [...known, ...done], files, rows };
}

function isSameQuery(one: Pick<Watch, 'id' | 'version'>, other: Pick<Watch, 'id' | 'version'>): boolean {
  return one.id === other.id && one.version === other.version;
}

async function storePast(
  { file, answer }: ReadFile,
  { ports: { world }, now, by }: { ports: PollPorts; now: Instant; by: string },
): Promise<number> {
  const at = Math.min(file.slot, now);
  const rows = 'rows' in answer ? answer.rows : [];
  const missed = answer.status === 'read' ? [] : [{ from: at - SLOT, to: at }];
  if (rows.length + missed.length > 0) {
    const items = rows.map((row) => ({ ...row, seenAt: at }));
    await world.putFinds(at, { items, missed }, `${by}#${file.stream}#`);
  }
  return rows.length;
}
