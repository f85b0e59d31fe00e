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
import { expiry, type Key, type Table } from '../table/table.ts';

const keySchema = z.object({ sk: z.string() });
const PREFIX = 'FINDING#';
/** No watch stores more in a day than the service gives for 24 hourly windows over its cap. */
const MOST_A_DAY = 240_000;

/** Findings of a watch; unjudged ones in the index of work, all of them by day found in the index of time. */
export function dynamoFindings(table: Table): Findings {
  return {
    async known(watchId, fingerprints) {
      const keys = fingerprints.map((fingerprint) => keyOf(watchId, fingerprint));
      const items = await table.getMany(keys, keySchema, ['sk']);
      return new Set(items.map(({ sk }) => sk.slice(PREFIX.length)));
    },

    put: (found, { waits = false } = {}) => table.putIfAbsent(itemOf(found, waits || !found.verdict)),

    putNew: (found) => table.putMany(found.map((one) => itemOf(one, !one.verdict))),

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

    putJudged: (found) => table.putMany(found.map((one) => itemOf(one, false))),

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
      let stored = 0;
      for (const day of daysBetween(window.from, now)) {
        const items = await onDay(table, { watchId, day, limit: MOST_A_DAY });
        stored += items.filter(({ finding }) => contains(window, finding.indexedAt)).length;
      }
      return stored;
    },

    async total(watchId) {
      const query = { partition: `WATCH#${watchId}`, prefix: PREFIX, fields: ['sk'] };
      let total = 0;
      for await (const page of table.pages(query, keySchema)) total += page.length;
      return total;
    },

    foundOn: (watchId, day, limit) => onDay(table, { watchId, day, limit }),

    async foundFrom(watchId, from, limit) {
      const found = from.map((at) =>
        table.query(
          { index: 'time', partition: `WATCH#${watchId}#${dayOf(at)}`, from: isoOf(at), limit },
          storedFindingSchema,
        ),
      );
      return (await Promise.all(found)).flat();
    },

    async foundIn(watchId, { from, to }) {
      const range = { index: 'time', from: isoOf(from), upTo: `${isoOf(to)}#~`, limit: MOST_A_DAY } as const;
      const found: StoredFinding[] = [];
      for (const day of daysBetween(from, to)) {
        const partition = `WATCH#${watchId}#${day}`;
        found.push(...(await table.query({ partition, ...range }, storedFindingSchema)));
      }
      return found;
    },
  };
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
  const { watchId, finding, foundAt } = found;
  const time = timeKeyOf(found);
  return {
    ...keyOf(watchId, finding.fingerprint),
    ...storedFinding(found),
    ...expiry(found.expiresAt),
    timePk: `WATCH#${watchId}#${dayOf(foundAt)}`,
    timeSk: time,
    ...(waits && workKey(watchId, time)),
  };
}

/** The UTC days from an instant until another, both included. */
function daysBetween(from: Instant, to: Instant): string[] {
  const days: string[] = [];
  for (let at = from; dayOf(at) <= dayOf(to); at += DAY) days.push(dayOf(at));
  return days;
}
