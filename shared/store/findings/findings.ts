import * as z from 'zod';
import { type DecidedFinding, type Part, partKeyOf } from '../../domain/alerts/decision.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import type { Revision } from '../../domain/findings/revision.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import { contains, dayOf, type Instant, isoOf, type Window } from '../../domain/time/instant.ts';
import { ABSENT, expiry, type Item, type Key, PRESENT, type Table } from '../table.ts';
import {
  findingItemSchema,
  pagesOfParts,
  partItem,
  partsAtOnce,
  type PartsQuery,
  readPart,
  readParts,
  watchPartition,
  withPackedText,
} from './finding-item.ts';

/** How the sort key of a finding begins, before its fingerprint. */
export const FINDING = 'FINDING#';
/** How many findings one read by key takes. */
export const READ = 100;

const keySchema = z.object({ sk: z.string() });
const foundAtSchema = z.object({ sk: z.string(), foundAt: z.number() });

function findingKey(watchId: string, fingerprint: string): Key {
  return { pk: watchPartition(watchId), sk: `${FINDING}${fingerprint}` };
}

/**
 * The findings of watches. A finding is written once, when it is found. Its part lists it by time, and holds what was
 * decided about it: reads add that.
 */
export function findingsIn(table: Table) {
  return {
    /** Which of these fingerprints the watch knows. One read for each hundred; none for an empty list. */
    known: (watchId: string, fingerprints: readonly string[]): Promise<Set<string>> =>
      knownOf(table, watchId, fingerprints),

    /**
     * Puts findings in place of what there is, each named once: for the holder of the lease of the watch, who has
     * seen that the watch does not know them. A failure leaves some of them put.
     *
     * @throws UnstorableError when the store can never hold one of them, here and wherever content of a finding is
     * written.
     */
    async putNew(found: readonly StoredFinding[]): Promise<void> {
      await table.putMany(found.map(itemOf));
    },

    /** Puts a finding if absent. False: the watch knows it. */
    put(found: StoredFinding): Promise<boolean> {
      return table.putIf(itemOf(found), ABSENT);
    },

    /** Puts a part, or what was decided about it, in place of what there is. */
    putPart(part: Part): Promise<void> {
      return table.put(partItem(part));
    },

    part: (watchId: string, key: string): Promise<Part | undefined> => readPart(table, watchId, key),

    /**
     * The findings of a part, without what was decided. What was found again with another part is left out.
     * `isWhole`: all that it lists is stored. Only what a read that may lag does not show is read again.
     */
    async ofPart({ watchId, key, found }: Part): Promise<{ found: StoredFinding[]; isWhole: boolean }> {
      const ids = found.map(({ fingerprint }) => fingerprint);
      const read = (some: readonly string[], how: { lag?: boolean } = {}) =>
        table.getMany(
          some.map((fingerprint) => findingKey(watchId, fingerprint)),
          findingItemSchema,
          how,
        );
      const isOwn = ({ part }: StoredFinding) => part === key;
      const seen = (await read(ids, { lag: true })).filter(isOwn);
      const shown = new Set(seen.map(({ finding }) => finding.fingerprint));
      const unseen = ids.filter((id) => !shown.has(id));
      const late = await read(unseen);
      return { found: [...seen, ...late.filter(isOwn)], isWhole: late.length === unseen.length };
    },

    /** Puts a finding into another story, as a person has ordered: then nothing says any more why it joined one. */
    async moveTo(watchId: string, fingerprint: string, story: string): Promise<void> {
      const found = await table.get(findingKey(watchId, fingerprint), findingItemSchema);
      const part = found?.part === undefined ? undefined : await readPart(table, watchId, found.part);
      if (!part?.decided) return;
      const findings = part.decided.findings.map(({ joined, ...one }): DecidedFinding => {
        if (one.fingerprint === fingerprint) return { ...one, story };
        return { ...one, ...(joined && { joined }) };
      });
      await table.put(partItem({ ...part, decided: { ...part.decided, findings } }));
    },

    /** The findings under these fingerprints, in any order; those that the watch does not know are left out. */
    read(watchId: string, fingerprints: readonly string[]): Promise<StoredFinding[]> {
      return readFindings(
        table,
        fingerprints.map((fingerprint) => ({ watchId, fingerprint })),
      );
    },

    /** Replaces the content of a finding that is known. When it was found, and what became of it, stay. */
    async revise(watchId: string, { finding, ...revision }: Revision): Promise<void> {
      const set = { ...revision, finding: withPackedText(finding) };
      await table.change(findingKey(watchId, finding.fingerprint), { set, when: PRESENT });
    },

    /** Records that the alerts on the changes of a finding are made, unless it has changed since it was read. */
    async endAwaited({ watchId, finding, changedAt }: StoredFinding): Promise<void> {
      const when = { ...PRESENT, is: { changedAt } };
      await table.change(findingKey(watchId, finding.fingerprint), { set: { awaited: undefined }, when });
    },

    /**
     * How many findings with a parse time in `window` the watch has found on or after the window's day. Reads the keys
     * of those that are not decided: who was to store them may have died.
     */
    async count(watchId: string, window: Window, now: Instant): Promise<number> {
      const [decided, listed] = [new Set<string>(), new Set<string>()];
      for await (const parts of pagesOfParts(table, watchId, { from: dayOf(window.from), upTo: isoOf(now) }))
        for (const part of parts)
          for (const { fingerprint, indexedAt } of part.found)
            if (contains(window, indexedAt)) (part.decided ? decided : listed).add(fingerprint);
      const known = await knownOf(table, watchId, [...listed]);
      return new Set([...decided, ...known]).size;
    },

    /** How many findings the watch has stored in all. Reads all keys: for people who ask, not for a run. */
    async total(watchId: string): Promise<number> {
      const query = { partition: watchPartition(watchId), prefix: FINDING, fields: ['sk'] };
      let total = 0;
      for await (const page of table.pages(query, keySchema)) total += page.length;
      return total;
    },

    /** Findings that were found from one instant to another, both included, oldest first. */
    async foundIn(watchId: string, { from, to }: Window): Promise<StoredFinding[]> {
      const found: StoredFinding[] = [];
      for await (const page of foundByTime(table, watchId, { from: isoOf(from), upTo: isoOf(to) }))
        found.push(...page);
      return found;
    },

    /** The same page by page. */
    pagesIn: (watchId: string, { from, to }: Window): AsyncIterable<StoredFinding[]> =>
      foundByTime(table, watchId, { from: isoOf(from), upTo: isoOf(to) }),

    /**
     * The findings that were found on a UTC day, oldest first, page by page; those after a certain one where it is
     * given.
     */
    async *foundOn(
      watchId: string,
      day: string,
      after?: { foundAt: Instant; fingerprint: string },
    ): AsyncGenerator<StoredFinding[], void, undefined> {
      const span = { from: after ? isoOf(after.foundAt) : day, upTo: `${day}T` };
      const isAfter = ({ foundAt, finding }: StoredFinding) =>
        !after || foundAt > after.foundAt || finding.fingerprint > after.fingerprint;
      for await (const page of foundByTime(table, watchId, span)) yield page.filter(isAfter);
    },

    /** Which of these fingerprints the watch had found before a UTC day. One read for each hundred. */
    async foundBefore(watchId: string, fingerprints: readonly string[], day: string): Promise<Set<string>> {
      const keys = fingerprints.map((fingerprint) => findingKey(watchId, fingerprint));
      const known = await table.getMany(keys, foundAtSchema, { fields: ['sk', 'foundAt'] });
      const before = known.filter(({ foundAt }) => dayOf(foundAt) < day);
      return new Set(before.map(({ sk }) => sk.slice(FINDING.length)));
    },
  };
}

export type Findings = ReturnType<typeof findingsIn>;

async function knownOf(table: Table, watchId: string, fingerprints: readonly string[]): Promise<Set<string>> {
  const keys = fingerprints.map((fingerprint) => findingKey(watchId, fingerprint));
  const items = await table.getMany(keys, keySchema, { fields: ['sk'] });
  return new Set(items.map(({ sk }) => sk.slice(FINDING.length)));
}

/** What a watch found, in the order of time, page by page, each with what was decided. */
async function* foundByTime(
  table: Table,
  watchId: string,
  span: PartsQuery,
): AsyncGenerator<StoredFinding[], void, undefined> {
  const pages = pagesOfParts(table, watchId, span);
  for await (const parts of partsAtOnce(pages, AT_ONCE)) yield foundOfParts(table, parts);
}

/** So many findings, and a few more, are a page. */
const AT_ONCE = 500;

/**
 * The findings of parts, in their order, of one time by fingerprint. One that was found again with another part is
 * left out.
 */
export async function foundOfParts(
  table: Table,
  parts: readonly Part[],
  fields?: readonly string[],
): Promise<StoredFinding[]> {
  // What was found again is in several parts, and names one of them.
  const keys = new Map(
    parts.flatMap(({ watchId, found }) =>
      found.map(
        ({ fingerprint }) => [`${watchId} ${fingerprint}`, findingKey(watchId, fingerprint)] as const,
      ),
    ),
  );
  const read = await inParallel(partsOf([...keys.values()], READ), (some) =>
    table.getMany(some, findingItemSchema, { lag: true, fields }),
  );
  const known = new Map(parts.map((part) => [`${part.watchId} ${part.key}`, decidedBy(part)]));
  return read
    .flat()
    .flatMap((found) => known.get(`${found.watchId} ${found.part}`)?.(found) ?? [])
    .toSorted(byTime);
}

function byTime(one: StoredFinding, other: StoredFinding): number {
  if (one.foundAt !== other.foundAt) return one.foundAt - other.foundAt;
  return one.finding.fingerprint < other.finding.fingerprint ? -1 : 1;
}

/**
 * Findings by their watches and fingerprints, in any order, with what was decided; those that are gone are left out.
 */
export async function readFindings(
  table: Table,
  wanted: readonly { watchId: string; fingerprint: string }[],
  how: { lag?: boolean } = {},
): Promise<StoredFinding[]> {
  const keys = wanted.map(({ watchId, fingerprint }) => findingKey(watchId, fingerprint));
  const read = await inParallel(partsOf(keys, READ), (some) => table.getMany(some, findingItemSchema, how));
  const found = read.flat();
  const parts = await readParts(
    table,
    found.flatMap(({ watchId, part: key }) => (key === undefined ? [] : [{ watchId, key }])),
    how,
  );
  const known = new Map(parts.map((part) => [`${part.watchId} ${part.key}`, decidedBy(part)]));
  return found.map((one) => known.get(`${one.watchId} ${one.part}`)?.(one) ?? one);
}

/** Adds to findings what was decided about their part. */
function decidedBy({ decided }: Part): (found: StoredFinding) => StoredFinding {
  const byId = new Map(decided?.findings.map(({ fingerprint, ...rest }) => [fingerprint, rest]));
  return (found) => ({ ...found, ...byId.get(found.finding.fingerprint) });
}

function itemOf(found: StoredFinding): Item {
  const { story: _story, joined: _joined, ...stored } = found;
  return {
    ...findingKey(found.watchId, found.finding.fingerprint),
    ...stored,
    finding: withPackedText(found.finding),
    ...expiry(found.expiresAt),
  };
}

/** The part of findings that were found together. */
export function partOf(found: readonly StoredFinding[]): Part {
  const [first] = found;
  if (!first) throw new RangeError('A part has at least one finding.');
  return {
    watchId: first.watchId,
    key: partKeyOf(found),
    foundAt: first.foundAt,
    expiresAt: Math.max(...found.map(({ expiresAt }) => expiresAt)),
    found: found.map(({ finding: { fingerprint, indexedAt } }) => ({ fingerprint, indexedAt })),
  };
}
