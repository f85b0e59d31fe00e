import { DAY, type Instant } from './instant.ts';
import { joinedSignature, likeness, SAME_STORY, type Signature } from './likeness.ts';
import type { StoryMarks } from './story-marks.ts';
import {
  MOST_PRINTS,
  MOST_SAMPLES,
  type Print,
  printOf,
  saysNothingNew,
  type StoryRecord,
} from './story-record.ts';

// Where stories stand while some findings are placed: what was read of the store, with what is to be written laid over it.

/** How long stories are remembered and kept, in milliseconds, and the time at which they are looked at. */
export interface Memory {
  now: Instant;
  memory: number;
  retention: number;
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
  signatures: Map<string, Signature>;
}

export function openShelf(
  read: Pick<Shelf, 'owners' | 'records'>,
  { now, memory, retention }: Memory,
): Shelf {
  return {
    ...read,
    now,
    memory,
    retention,
    founded: new Map(),
    joined: new Map(),
    taken: new Map(),
    placed: new Map(),
    meetings: [],
    merged: new Map(),
    signatures: new Map(),
  };
}

/**
 * Places a finding: into the story that has it already, else that of its group, else the one it is most like, else one
 * of its own. Placing it again finds the same story, whatever was written of the first time.
 */
export function place(shelf: Shelf, marks: StoryMarks): void {
  const { finding } = marks;
  const known = standingBy(shelf, marks);
  const home = known.find((id) => hasMember(shelf, { id, fingerprint: finding.fingerprint }));
  const id = home ?? groupOf(shelf, marks) ?? likeFirst(shelf, marks)[0] ?? foundBy(shelf, marks);
  shelf.placed.set(finding.fingerprint, id);
  meetOthers(shelf, marks);
  join(shelf, rootOf(shelf, id), marks);
}

/**
 * Notes which other stories that of a placed finding must meet: the one of its group with the one it is like, and for
 * its founder all that are like it. Two founders of the same story each see the other's bands, or only one of them does.
 */
export function meetOthers(shelf: Shelf, marks: StoryMarks): void {
  const id = shelf.placed.get(marks.finding.fingerprint);
  if (id === undefined) return;
  const group = groupOf(shelf, marks);
  const alike = group === undefined && id !== marks.founds ? [] : likeFirst(shelf, marks);
  if (group !== undefined) for (const other of [id, ...alike.slice(0, 1)]) meet(shelf, group, other);
  if (id === marks.founds) for (const other of alike) meet(shelf, id, other);
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
function standingOn(shelf: Shelf, band: string): string | undefined {
  const owner = shelf.owners.get(band);
  const record = owner && shelf.records.get(rootOf(shelf, owner.story));
  return record && shelf.now - record.seenAt <= shelf.memory ? record.id : undefined;
}

function hasMember(shelf: Shelf, { id, fingerprint }: { id: string; fingerprint: string }): boolean {
  return familyOf(shelf, id).some((one) =>
    shelf.records.get(one)?.prints.some((print) => print.fingerprint === fingerprint),
  );
}

/** The remembered stories on the bands of a finding. */
function standingBy(shelf: Shelf, { bands }: StoryMarks): string[] {
  return [...new Set(bands.flatMap((band) => standingOn(shelf, band) ?? []))];
}

function groupOf(shelf: Shelf, { group }: StoryMarks): string | undefined {
  return group === undefined ? undefined : standingOn(shelf, group);
}

/** Those of them that the finding is like, the likest first, and of equal ones the smallest id. */
function likeFirst(shelf: Shelf, marks: StoryMarks): string[] {
  const { signature } = marks;
  return standingBy(shelf, marks)
    .map((id) => ({ id, like: likeness(signature, signatureIn(shelf, id)) }))
    .filter(({ like }) => like >= SAME_STORY)
    .toSorted((a, b) => b.like - a.like || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** The joined signature of a story and those that it took in. */
function signatureIn(shelf: Shelf, id: string): Signature {
  const known = shelf.signatures.get(id);
  if (known) return known;
  const all = familyOf(shelf, id)
    .flatMap((one) => shelf.records.get(one) ?? [])
    .flatMap(({ signature, samples }) => [signature, ...samples]);
  const joined = all.reduce(joinedSignature);
  shelf.signatures.set(id, joined);
  return joined;
}

function foundBy(shelf: Shelf, { founds, finding, signature }: StoryMarks): string {
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

function meet(shelf: Shelf, one: string, other: string): void {
  const [winner, loser] = [rootOf(shelf, one), rootOf(shelf, other)].toSorted();
  if (winner === undefined || loser === undefined || winner === loser) return;
  shelf.meetings.push([winner, loser]);
  shelf.merged.set(loser, winner);
  shelf.signatures.delete(winner);
}

/** Adds a finding to a story, and puts the story on those of its bands on which no remembered one stands. */
function join(shelf: Shelf, id: string, { finding, signature, bands }: StoryMarks): void {
  const record = shelf.records.get(id);
  if (!record) return;
  const print = printOf(finding);
  const isMember = record.prints.some(({ fingerprint }) => fingerprint === print.fingerprint);
  const isFull = record.prints.length >= MOST_PRINTS;
  const prints = isFull || saysNothingNew(record.prints, print) ? [] : [print];
  const samples = isMember || record.samples.length >= MOST_SAMPLES ? [] : [signature];
  if (prints.length + samples.length > 0 || shelf.now - record.seenAt >= DAY)
    add(shelf, record, { prints, samples });
  for (const band of bands) take(shelf, { band, story: id });
}

function add(shelf: Shelf, record: StoryRecord, { prints, samples }: Additions): void {
  const next = {
    ...record,
    prints: [...record.prints, ...prints],
    samples: [...record.samples, ...samples],
    seenAt: shelf.now,
  };
  shelf.records.set(record.id, next);
  if (samples.length > 0) shelf.signatures.delete(record.id);
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

export function bandUntil({ now, memory }: Memory): Instant {
  return now + 2 * memory;
}

/** A story outlives its bands: whoever finds one finds the story. */
export function keptUntil({ now, memory, retention }: Memory): Instant {
  return now + Math.max(retention, 3 * memory);
}
