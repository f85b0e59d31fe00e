import { defined } from '../../../domain/lib/fields.ts';
import * as z from 'zod';
import {
  storedContent,
  storedFinding,
  storedFindingSchema,
  storedVerdict,
} from '../../../contracts/stored/stored.ts';
import type { StoredFinding } from '../../../domain/findings/finding.ts';
import { DAY, dayOf, isoOf, type Instant } from '../../../domain/time/instant.ts';
import { contains } from '../../../domain/time/window.ts';
import type { Findings } from '../../../use-cases/ports/findings.ts';
import { inParallel, partsOf } from '../../../domain/lib/in-parallel.ts';
import { expiry, type Key, type Table } from '../table/table.ts';
import { type ListEntry, listedIn, listItems } from './found-lists.ts';

const keySchema = z.object({ sk: z.string() });
const PREFIX = 'FINDING#';
/** No watch stores more in a day than the service gives for 24 hourly windows over its cap. */
const MOST_A_DAY = 240_000;

/**
 * Findings of a watch. Those that a run puts are in lists by the time they were found. All others, and all of the versions
 * before, are in two indexes: unjudged ones in that of work, all of them in that of time.
 */
export function dynamoFindings(table: Table): Findings {
  return {
    async known(watchId, fingerprints) {
      const keys = fingerprints.map((fingerprint) => keyOf(watchId, fingerprint));
      const items = await table.getMany(keys, keySchema, ['sk']);
      return new Set(items.map(({ sk }) => sk.slice(PREFIX.length)));
    },

    put: (found, { waits = false } = {}) => table.putIfAbsent(itemOf(found, waits || !found.verdict)),

    putNew: (found) => table.putMany([...listItems(found), ...found.map(plainItem)]),

    list: (found) => table.putMany(listItems(found)),

    unjudged: (watchId, { limit, after }) =>
      table.query(
        {
          index: 'work',
          partition: `TODO#${watchId}`,
          ...(after && { from: `${timeKeyOf(after)} ` }),
          limit,
        },
        storedFindingSchema,
      ),

    async judge({ watchId, finding, story, joined, changedAt }, verdict) {
      const key = keyOf(watchId, finding.fingerprint);
      const judged = defined({ verdict: storedVerdict(verdict), story, joined });
      const unchanged =
        changedAt === undefined ? 'attribute_not_exists(changedAt)' : 'changedAt = :changedAt';
      const isAsRead = await table.change(key, {
        set: { ...judged, awaited: undefined, workPk: undefined, workSk: undefined },
        condition: `attribute_exists(pk) AND ${unchanged}`,
        ...(changedAt !== undefined && { values: { ':changedAt': changedAt } }),
      });
      if (!isAsRead) await table.change(key, { set: judged, condition: 'attribute_exists(pk)' });
    },

    putJudged: (found) => table.putMany(found.map(plainItem)),

    async moveTo(watchId, fingerprint, story) {
      const update = { set: { story, joined: undefined }, condition: 'attribute_exists(pk)' };
      await table.change(keyOf(watchId, fingerprint), update);
    },

    read(watchId, fingerprints) {
      const keys = fingerprints.map((fingerprint) => keyOf(watchId, fingerprint));
      return table.getMany(keys, storedFindingSchema);
    },

    async revise(watchId, { foundAt, ...revision }) {
      const { finding, awaited } = revision;
      const waits = awaited && foundAt !== undefined && workKey(watchId, timeKeyOf({ finding, foundAt }));
      const update = { set: { ...storedContent(revision), ...waits }, condition: 'attribute_exists(pk)' };
      await table.change(keyOf(watchId, finding.fingerprint), update);
    },

    async count(watchId, window, now) {
      const stored = new Set<string>();
      for (const day of daysBetween(window.from, now)) {
        const indexed = await onDay(table, { watchId, day, limit: MOST_A_DAY });
        const entries = [
          ...indexed.map(entryOf),
          ...(await listedIn(table, watchId, { from: day, upTo: `${day}T~` })),
        ];
        for (const { fingerprint, indexedAt } of entries)
          if (contains(window, indexedAt)) stored.add(fingerprint);
      }
      return stored.size;
    },

    async total(watchId) {
      const query = { partition: `WATCH#${watchId}`, prefix: PREFIX, fields: ['sk'] };
      let total = 0;
      for await (const page of table.pages(query, keySchema)) total += page.length;
      return total;
    },

    async foundOn(watchId, day, limit) {
      const span = { from: day, upTo: `${day}T~`, limit, newestFirst: true };
      const listed = await readListed(table, watchId, span);
      return merged(await onDay(table, { watchId, day, limit }), listed)
        .toReversed()
        .slice(0, limit);
    },

    async foundFrom(watchId, from, limit) {
      const found = await inParallel(from, async (at) => {
        const [day, since] = [dayOf(at), isoOf(at)];
        const indexed = await table.query(
          { index: 'time', partition: `WATCH#${watchId}#${day}`, from: since, limit },
          storedFindingSchema,
        );
        const listed = await readListed(table, watchId, { from: since, upTo: `${day}T~`, limit });
        return merged(indexed, listed).slice(0, limit);
      });
      return found.flat();
    },

    async foundIn(watchId, { from, to }) {
      const range = { index: 'time', from: isoOf(from), upTo: `${isoOf(to)}#~`, limit: MOST_A_DAY } as const;
      const indexed: StoredFinding[] = [];
      for (const day of daysBetween(from, to)) {
        const partition = `WATCH#${watchId}#${day}`;
        indexed.push(...(await table.query({ partition, ...range }, storedFindingSchema)));
      }
      return merged(indexed, await readListed(table, watchId, { from: isoOf(from), upTo: isoOf(to) }));
    },
  };
}

/** How many findings a read of listed ones takes. */
const READ = 100;

/** The findings of the lists. One that was removed since is left out. */
async function readListed(
  table: Table,
  watchId: string,
  span: Parameters<typeof listedIn>[2],
): Promise<StoredFinding[]> {
  const entries = await listedIn(table, watchId, span);
  const keys = entries.map(({ fingerprint }) => keyOf(watchId, fingerprint));
  return (await inParallel(partsOf(keys, READ), (part) => table.getMany(part, storedFindingSchema))).flat();
}

/** Both in the order of time, each finding once. */
function merged(indexed: readonly StoredFinding[], listed: readonly StoredFinding[]): StoredFinding[] {
  const all = new Map([...indexed, ...listed].map((one) => [timeKeyOf(one), one]));
  return [...all].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, found]) => found);
}

function entryOf({ finding, foundAt }: StoredFinding): ListEntry {
  const { fingerprint, indexedAt } = finding;
  return { fingerprint, foundAt, indexedAt };
}

function onDay(
  table: Table,
  { watchId, day, limit }: { watchId: string; day: string; limit: number },
): Promise<StoredFinding[]> {
  const partition = `WATCH#${watchId}#${day}`;
  return table.query({ index: 'time', partition, limit, newestFirst: true }, storedFindingSchema);
}

function keyOf(watchId: string, fingerprint: string): Key {
  return { pk: `WATCH#${watchId}`, sk: `${PREFIX}${fingerprint}` };
}

function workKey(watchId: string, time: string): { workPk: string; workSk: string } {
  return { workPk: `TODO#${watchId}`, workSk: time };
}

function timeKeyOf({ finding, foundAt }: Pick<StoredFinding, 'finding' | 'foundAt'>): string {
  return `${isoOf(foundAt)}#${finding.fingerprint}`;
}

function itemOf(found: StoredFinding, waits: boolean) {
  const { watchId, foundAt } = found;
  const time = timeKeyOf(found);
  return {
    ...plainItem(found),
    timePk: `WATCH#${watchId}#${dayOf(foundAt)}`,
    timeSk: time,
    ...(waits && workKey(watchId, time)),
  };
}

/** A finding that is in no index. */
function plainItem(found: StoredFinding) {
  return {
    ...keyOf(found.watchId, found.finding.fingerprint),
    ...storedFinding(found),
    ...expiry(found.expiresAt),
  };
}

/** The UTC days from an instant until another, both included. */
function daysBetween(from: Instant, to: Instant): string[] {
  const days: string[] = [];
  for (let at = from; dayOf(at) <= dayOf(to); at += DAY) days.push(dayOf(at));
  return days;
}
