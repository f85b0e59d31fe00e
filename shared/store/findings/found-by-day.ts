import * as z from 'zod';
import { dayOf, isoOf } from '../../domain/time/instant.ts';
import type { FoundByDay } from '../../use-cases/ports/reports.ts';
import type { Table } from '../table.ts';
import { FINDING, findingKey, foundByTime } from './found-by-time.ts';

const foundAtSchema = z.object({ sk: z.string(), foundAt: z.number(), story: z.string().optional() });

/** Findings for the rollup of a day, in the order of time, one page at a time. */
export function dynamoFoundByDay(table: Table): FoundByDay {
  return {
    pages(watchId, day, after) {
      // The lowest key after this one: no key of time is another key followed by a space.
      const from = after && `${isoOf(after.foundAt)}#${after.fingerprint} `;
      return foundByTime(table, { watchId, day, from });
    },

    async foundBefore(watchId, fingerprints, day) {
      const keys = fingerprints.map((fingerprint) => findingKey(watchId, fingerprint));
      const known = await table.getMany(keys, foundAtSchema, { fields: ['sk', 'foundAt', 'story'] });
      const before = known.filter(({ foundAt }) => dayOf(foundAt) < day);
      return new Map(before.map(({ sk, story }) => [sk.slice(FINDING.length), story]));
    },
  };
}
