import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type * as z from 'zod';
import { parseAs } from '../../contracts/parse-as.ts';
import { parseJson } from '../../contracts/parse-json.ts';
import { dayRollupSchema, rollupMarkSchema, rollupPartSchema } from '../../contracts/stored/stored-rollup.ts';
import type { RollUpScope } from '../../domain/reports/rollup/day-rollup.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { KeyedRollup, Rollups } from '../../use-cases/ports/reports.ts';
import { expiry, type Key, type Table } from '../table.ts';

/** DynamoDB stores at most 400 KB per item, its keys included. */
const PART_BYTES = 350_000;
/** More than the days of the longest period, and more than the parts of a rollup. */
const MOST = 10_000;
const ROLLUP = 'FOLD#';
const MARK = 'FOLDED#';

type Part = z.output<typeof rollupPartSchema>;

/** Rollups of a brand, by the day of the events and then by the day found, and the marks of the days that are rolled up. */
export function dynamoRollups(table: Table): Rollups {
  return {
    marks: (scope, { from, to }) =>
      table.query(
        { partition: partitionOf(scope), from: MARK + from, upTo: MARK + to, limit: MOST },
        rollupMarkSchema,
      ),

    async mark(scope, mark, expiresAt) {
      await table.put({ pk: partitionOf(scope), sk: MARK + mark.foundDay, ...mark, ...expiry(expiresAt) });
    },

    async put(scope, { day, foundDay, rollup }, expiresAt) {
      const parts = cut(deflateRawSync(JSON.stringify(rollup)));
      const items = parts.map((bytes, part) => ({
        ...keyOf(scope, { day, foundDay, part }),
        day,
        foundDay,
        part,
        parts: parts.length,
        bytes,
        ...expiry(expiresAt),
      }));
      await inParallel(items, (item) => table.put(item));
    },

    async remove(scope, { day, foundDay }) {
      const prefix = `${ROLLUP}${day}#${foundDay}#`;
      const keys = await table.query(
        { partition: partitionOf(scope), prefix, limit: MOST },
        rollupPartSchema.pick({ part: true }),
      );
      await inParallel(keys, ({ part }) => table.remove(keyOf(scope, { day, foundDay, part })));
    },

    async *read(scope, { first, last }) {
      const query = { partition: partitionOf(scope), from: ROLLUP + first, upTo: `${ROLLUP}${last}#~` };
      let parts: Part[] = [];
      for await (const page of table.pages(query, rollupPartSchema)) {
        for (const part of page) {
          parts = part.part === 0 ? [part] : [...parts, part];
          if (parts.length === part.parts && areOneRollup(parts)) yield whole(parts);
        }
      }
    },
  };
}

/** Whether these are the parts of one rollup. When a smaller rollup replaces a larger one, old parts remain behind its last. */
function areOneRollup(parts: readonly Part[]): boolean {
  const [head] = parts;
  return parts.every(
    ({ day, foundDay, part, parts: count }, index) =>
      day === head?.day && foundDay === head.foundDay && part === index && count === parts.length,
  );
}

function whole(parts: readonly Part[]): KeyedRollup {
  const [{ day, foundDay } = { day: '', foundDay: '' }] = parts;
  const text = inflateRawSync(Buffer.concat(parts.map(({ bytes }) => bytes))).toString('utf8');
  return { day, foundDay, rollup: parseAs(dayRollupSchema, parseJson(text)) };
}

function cut(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / PART_BYTES);
  return Array.from({ length: count }, (_, part) =>
    bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
}

function partitionOf({ brand, timezone }: RollUpScope): string {
  return `FOLDS#${brand}#${timezone}`;
}

function keyOf(
  scope: RollUpScope,
  { day, foundDay, part }: { day: string; foundDay: string; part: number },
): Key {
  return {
    pk: partitionOf(scope),
    sk: `${ROLLUP}${day}#${foundDay}#${String(part).padStart(3, '0')}`,
  };
}
