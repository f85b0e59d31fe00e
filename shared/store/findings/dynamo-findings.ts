import * as z from 'zod';
import { storedContent, storedVerdict } from '../../contracts/stored/stored.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { DAY, dayOf, isoOf, type Instant } from '../../domain/time/instant.ts';
import { contains } from '../../domain/time/window.ts';
import type { Findings } from '../../use-cases/ports/findings.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { ABSENT, expiry, PRESENT, type Table } from '../table.ts';
import {
  FINDING,
  findingKey,
  foundByTime,
  latestFound,
  partitionOf,
  timeIndexKey,
  timeKeyOf,
} from './found-by-time.ts';
import { findingFields, findingItemSchema } from './finding-item.ts';
import { type ListEntry, listedIn, listItems } from './found-lists.ts';

const keySchema = z.object({ sk: z.string() });

/**
 * Findings of a watch. Those that a run puts are in lists by the time they were found. All others, and all of the versions
 * before, are in two indexes: unjudged ones in that of work, all of them in that of time.
 */
export function dynamoFindings(table: Table): Findings {
  return {
    async known(watchId, fingerprints) {
      const keys = fingerprints.map((fingerprint) => findingKey(watchId, fingerprint));
      const items = await table.getMany(keys, keySchema, { fields: ['sk'] });
      return new Set(items.map(({ sk }) => sk.slice(FINDING.length)));
    },

    put: (found, { waits = false } = {}) => table.putIf(itemOf(found, waits || !found.verdict), ABSENT),

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
        findingItemSchema,
      ),

    async judge({ watchId, finding, story, joined, changedAt }, verdict) {
      const key = findingKey(watchId, finding.fingerprint);
      const placed = story !== undefined && { story, joined };
      const judged = { verdict: storedVerdict(verdict), planned: undefined, ...placed };
      const isAsRead = await table.change(key, {
        set: { ...judged, awaited: undefined, workPk: undefined, workSk: undefined },
        when: { exists: true, is: { changedAt } },
      });
      if (!isAsRead) await table.change(key, { set: judged, when: PRESENT });
    },

    putJudged: (found) => table.putMany(found.map(plainItem)),

    async moveTo(watchId, fingerprint, story) {
      const update = { set: { story, joined: undefined }, when: PRESENT };
      await table.change(findingKey(watchId, fingerprint), update);
    },

    read(watchId, fingerprints) {
      const keys = fingerprints.map((fingerprint) => findingKey(watchId, fingerprint));
      return table.getMany(keys, findingItemSchema);
    },

    async revise(watchId, { foundAt, ...revision }) {
      const { finding, awaited } = revision;
      const waits = awaited && foundAt !== undefined && workKey(watchId, timeKeyOf({ finding, foundAt }));
      const update = { set: { ...storedContent(revision), ...waits }, when: PRESENT };
      await table.change(findingKey(watchId, finding.fingerprint), update);
    },

    async count(watchId, window, now) {
      const stored = new Set<string>();
      const add = ({ fingerprint, indexedAt }: Pick<ListEntry, 'fingerprint' | 'indexedAt'>) => {
        if (contains(window, indexedAt)) stored.add(fingerprint);
      };
      for (const day of daysBetween(window.from, now)) {
        const query = { index: 'time', partition: partitionOf(watchId, day) } as const;
        for await (const page of table.pages(query, findingItemSchema))
          for (const { finding } of page) add(finding);
        for (const entry of await listedIn(table, watchId, { from: day, upTo: `${day}T~` })) add(entry);
      }
      return stored.size;
    },

    async total(watchId) {
      const query = { partition: `WATCH#${watchId}`, prefix: FINDING, fields: ['sk'] };
      let total = 0;
      for await (const page of table.pages(query, keySchema)) total += page.length;
      return total;
    },

    foundOn: async (watchId, day, limit) => {
      const parts = await latestFound(table, [{ watchId, day, limit }]);
      return parts.flatMap(({ found }) => found);
    },

    async foundFrom(watchId, from, limit) {
      const found = await inParallel(from, async (at) => {
        const first: StoredFinding[] = [];
        const span = { watchId, day: dayOf(at), from: isoOf(at), limit };
        for await (const page of foundByTime(table, span)) first.push(...page);
        return first.slice(0, limit);
      });
      return found.flat();
    },

    async foundIn(watchId, { from, to }) {
      const found: StoredFinding[] = [];
      for (const day of daysBetween(from, to)) {
        const span = { watchId, day, from: isoOf(from), to: isoOf(to) };
        for await (const page of foundByTime(table, span)) found.push(...page);
      }
      return found;
    },
  };
}

function workKey(watchId: string, time: string): { workPk: string; workSk: string } {
  return { workPk: `TODO#${watchId}`, workSk: time };
}

function itemOf(found: StoredFinding, waits: boolean) {
  const inTime = timeIndexKey(found);
  return { ...plainItem(found), ...inTime, ...(waits && workKey(found.watchId, inTime.timeSk)) };
}

/** A finding that is in no index. */
function plainItem(found: StoredFinding) {
  return {
    ...findingKey(found.watchId, found.finding.fingerprint),
    ...findingFields(found),
    ...expiry(found.expiresAt),
  };
}

/** The UTC days from an instant until another, both included. */
function daysBetween(from: Instant, to: Instant): string[] {
  const days: string[] = [];
  for (let at = from; dayOf(at) <= dayOf(to); at += DAY) days.push(dayOf(at));
  return days;
}
