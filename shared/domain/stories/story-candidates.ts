import type { Strand } from './cluster-headlines.ts';
import { DAY, type Instant } from '../time/instant.ts';
import { likeness, SAME_STORY, type Signature } from './similarity.ts';
import type { UsualWords } from './usual-words.ts';
import type { StoryMarks } from './similarity-profile.ts';
import {
  MOST_PRINTS,
  MOST_SAMPLES,
  type Print,
  printOf,
  saysNothingNew,
  type StoryRecord,
} from './story-record.ts';

// Where stories stand while some findings are placed: what was read of the store, with what is to be written laid over it.

/** How long stories are remembered and kept, in milliseconds; the time at which, and by whom, they are looked at. */
export interface Memory {
  now: Instant;
  memory: number;
  retention: number;
  /** The words that say little, as the watch finds them everywhere. */
  usual: UsualWords;
}

/** A band to be taken: the story that shall stand there, and which stood there when it was read. */
export interface Taking {
  band: string;
  story: string;
  was?: string;
}

/** What the placed findings add to a story that is in the store already. */
export interface Additions {
  prints: Print[];
  samples: Signature[];
}

export interface Shelf extends Memory {
  /** By band: the story that stands there, and until when the store keeps the band. */
  owners: Map<string, { story: string; until: Instant }>;
  /** Every story that a band leads to, with those that it was merged into or that it took in. */
  records: Map<string, StoryRecord>;
  /** Stories that the placed findings found, and what they add to others. */
  founded: Map<string, StoryRecord>;
  joined: Map<string, Additions>;
  taken: Map<string, Taking>;
  /** By fingerprint: the story that a finding was placed into. */
  placed: Map<string, string>;
  /** Pairs of stories that tell the same: the larger id is merged into the smaller one. */
  meetings: [string, string][];
  merged: Map<string, string>;
  strands: Map<string, Strand>;
}

export function openShelf(read: Pick<Shelf, 'owners' | 'records'>, memory: Memory): Shelf {
  return {
    ...read,
    ...memory,
    founded: new Map(),
    joined: new Map(),
    taken: new Map(),
    placed: new Map(),
    meetings: [],
    merged: new Map(),
    strands: new Map(),
  };
}

/** The story that has this one now, by what is known here. Ids get smaller along the way, so that it ends. */
export function rootOf({ records, merged }: Pick<Shelf, 'records' | 'merged'>, id: string): string {
  let root = id;
  for (;;) {
    const next = merged.get(root) ?? records.get(root)?.mergedInto;
    if (next === undefined || next >= root) return root;
    root = next;
  }
}

/** A story with all that it took in, by what is known here; itself first. */
export function familyOf({ records, merged }: Pick<Shelf, 'records' | 'merged'>, id: string): string[] {
  const family = new Set([id]);
  for (const member of family) {
    for (const taken of records.get(member)?.absorbed ?? []) family.add(taken);
    for (const [loser, winner] of merged) if (winner === member) family.add(loser);
  }
  return [...family];
}

/** The remembered story that stands on a band. */
export function standingOn(shelf: Shelf, band: string): string | undefined {
  const owner = shelf.owners.get(band);
  const record = owner && shelf.records.get(rootOf(shelf, owner.story));
  return record && shelf.now - record.seenAt <= shelf.memory ? record.id : undefined;
}

/** Whether a story, or one that it took in, holds an article. */
export function hasMember(shelf: Shelf, { id, fingerprint }: { id: string; fingerprint: string }): boolean {
  return familyOf(shelf, id).some((one) =>
    shelf.records.get(one)?.prints.some((print) => print.fingerprint === fingerprint),
  );
}

/** The remembered stories on the bands of a finding. */
export function standingBy(shelf: Shelf, { bands, near, own }: StoryMarks): string[] {
  return [...new Set([...bands, ...near, own].flatMap((band) => standingOn(shelf, band) ?? []))];
}

/** What is known of a story and those that it took in, as a strand. */
export function strandOf(shelf: Shelf, id: string): Strand {
  const known = shelf.strands.get(id);
  if (known) return known;
  const family = familyOf(shelf, id).flatMap((one) => shelf.records.get(one) ?? []);
  const times = family.flatMap(({ prints }) => prints.map(({ at }) => at));
  const strand: Strand = {
    signatures: family.flatMap(({ signature, samples }) => [signature, ...samples]),
    firstAt: times.reduce((a, b) => Math.min(a, b)),
    lastAt: times.reduce((a, b) => Math.max(a, b)),
    story: id,
  };
  shelf.strands.set(id, strand);
  return strand;
}

/** Founds the story of a finding that is like no other. */
export function foundBy(shelf: Shelf, { founds, finding, signature }: StoryMarks): string {
  const { now } = shelf;
  const record: StoryRecord = {
    id: founds,
    title: finding.title,
    madeAt: now,
    seenAt: now,
    expiresAt: keptUntil(shelf),
    prints: [printOf(finding)],
    signature,
    samples: [],
    absorbed: [],
  };
  shelf.founded.set(founds, record);
  shelf.records.set(founds, record);
  return founds;
}

/** Notes that two stories tell the same. */
export function meet(shelf: Shelf, one: string, other: string): void {
  const [winner, loser] = [rootOf(shelf, one), rootOf(shelf, other)].toSorted();
  if (winner === undefined || loser === undefined || winner === loser) return;
  shelf.meetings.push([winner, loser]);
  shelf.merged.set(loser, winner);
  shelf.strands.delete(winner);
}

/**
 * Adds a finding to a story. While the words of the story have not settled it is put on those bands of the finding on
 * which no remembered one stands; where none of them leads to it, on the finding's own.
 */
export function join(shelf: Shelf, id: string, marks: StoryMarks): void {
  const record = shelf.records.get(id);
  if (!record) return;
  const { finding, signature, bands, group } = marks;
  const print = printOf(finding);
  const isMember = record.prints.some(({ fingerprint }) => fingerprint === print.fingerprint);
  const isFull = record.prints.length >= MOST_PRINTS;
  const prints = isFull || saysNothingNew(record.prints, print) ? [] : [print];
  const isSettled = record.samples.length >= MOST_SAMPLES;
  const samples = isMember || isSettled || isCopyIn(record, signature) ? [] : [signature];
  if (prints.length + samples.length > 0 || shelf.now - record.seenAt >= DAY)
    add(shelf, record, { prints, samples });
  for (const band of bands) if (!isSettled || band === group) take(shelf, { band, story: id });
  if (!standingBy(shelf, marks).includes(id)) take(shelf, { band: marks.own, story: id });
}

/** Whether a story has a sample that is as good: copies say nothing more of its words. */
function isCopyIn({ signature, samples }: StoryRecord, copy: Signature): boolean {
  return [signature, ...samples].some((sample) => likeness(sample, copy) >= SAME_STORY);
}

function add(shelf: Shelf, record: StoryRecord, { prints, samples }: Additions): void {
  const next = {
    ...record,
    prints: [...record.prints, ...prints],
    samples: [...record.samples, ...samples],
    seenAt: shelf.now,
  };
  shelf.records.set(record.id, next);
  shelf.strands.delete(record.id);
  if (shelf.founded.has(record.id)) shelf.founded.set(record.id, next);
  else {
    const before = shelf.joined.get(record.id) ?? { prints: [], samples: [] };
    shelf.joined.set(record.id, {
      prints: [...before.prints, ...prints],
      samples: [...before.samples, ...samples],
    });
  }
}

/** Bands are kept for twice the memory, and renewed once they would not outlast it. */
function take(shelf: Shelf, { band, story }: { band: string; story: string }): void {
  const owner = shelf.owners.get(band);
  const standing = standingOn(shelf, band);
  const isRenewal = standing === story && owner !== undefined && owner.until < shelf.now + shelf.memory;
  if (standing !== undefined && !isRenewal) return;
  shelf.taken.set(band, { band, story, ...(owner && { was: owner.story }) });
  shelf.owners.set(band, { story, until: bandUntil(shelf) });
}

export function bandUntil({ now, memory }: Pick<Memory, 'now' | 'memory'>): Instant {
  return now + 2 * memory;
}

/** A story outlives its bands: whoever finds one finds the story. */
export function keptUntil({ now, memory, retention }: Memory): Instant {
  return now + Math.max(retention, 3 * memory);
}
