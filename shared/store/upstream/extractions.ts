import * as z from 'zod';
import { watchQuerySchema } from '../../contracts/stored/definitions.ts';
import { OVERDUE } from '../../domain/extraction/extraction-transitions.ts';
import {
  EXTRACTION_STATES,
  type Extraction,
  type ExtractionChange,
  hasEnded,
} from '../../domain/extraction/extraction.ts';
import { dayOf, type Instant, isoOf } from '../../domain/time/instant.ts';
import { TRACKS } from '../../domain/watches/watch.ts';
import { ABSENT, expiry, type Key, queryWork, type Table } from '../table.ts';

/** Open extractions are in the index of work, in the partition of open windows. */
const OPEN = 'OPEN';

export const extractionSchema = z.object({
  id: z.string(),
  watchId: z.string(),
  watchVersion: z.string(),
  track: z.enum(TRACKS),
  scheduledFor: z.number(),
  query: watchQuerySchema,
  range: z.object({ from: z.number(), to: z.number() }),
  silent: z.boolean(),
  state: z.enum(EXTRACTION_STATES),
  revision: z.number(),
  createdAt: z.number(),
  dueAt: z.number(),
  executions: z.number(),
  calls: z.number(),
  sends: z.number(),
  intentAt: z.number().optional(),
  sentAt: z.number().optional(),
  looks: z.number(),
  busySince: z.number().optional(),
  upstreamId: z.string().optional(),
  upstreamState: z.string().optional(),
  workingSince: z.number().optional(),
  partAt: z.number().optional(),
  page: z.number(),
  records: z.number(),
  limit: z.number().optional(),
  continueTo: z.number().optional(),
  found: z.number(),
  changed: z.number(),
  failures: z.number(),
  error: z.string().optional(),
  endedAt: z.number().optional(),
  expiresAt: z.number(),
}) satisfies z.ZodType<Extraction>;

/** Our handles on jobs of the extraction service, and the claims of upstream jobs. */
export function extractionsIn(table: Table) {
  return {
    /** Puts a new one if absent; false when it is there already. */
    put: (extraction: Extraction): Promise<boolean> => table.putIf(itemOf(extraction), ABSENT),

    get: (id: string): Promise<Extraction | undefined> => table.get(extractionKey(id), extractionSchema),

    /** Writes a change on condition that nobody else has written since it was read; returns it as it is then. */
    async move(from: Extraction, change: ExtractionChange): Promise<Extraction | undefined> {
      const next = { ...from, ...change, revision: from.revision + 1 };
      const written = await table.putIf(itemOf(next), { is: { revision: from.revision } });
      return written ? next : undefined;
    },

    /** Open ones whose next step was due so long before `now` that it must have been forgotten, longest first. */
    overdue: (now: Instant, limit: number): Promise<Extraction[]> =>
      queryWork(table, { partition: OPEN, upTo: `${isoOf(now)}#~`, limit }, extractionSchema),

    /** Those made on a UTC day, newest first. */
    madeOn: (day: string, limit: number): Promise<Extraction[]> =>
      table.query({ index: 'time', partition: `JOBS#${day}`, limit, newestFirst: true }, extractionSchema),

    /**
     * Claims a job of the service for an extraction: true for the first that asks, and whenever that one asks again.
     */
    claim: (
      upstreamId: string,
      { extractionId, expiresAt }: { extractionId: string; expiresAt: Instant },
    ): Promise<boolean> =>
      table.putIf(
        { ...claimKey(upstreamId), extractionId, ...expiry(expiresAt) },
        { anyOf: [ABSENT, { is: { extractionId } }] },
      ),
  };
}

export type Extractions = ReturnType<typeof extractionsIn>;

export function extractionKey(id: string): Key {
  return { pk: `JOB#${id}`, sk: 'JOB' };
}

export function claimKey(upstreamId: string): Key {
  return { pk: `UPSTREAM#${upstreamId}`, sk: 'CLAIM' };
}

function itemOf(extraction: Extraction) {
  const { id, state, createdAt, dueAt, expiresAt } = extraction;
  return {
    ...extraction,
    ...extractionKey(id),
    ...expiry(expiresAt),
    timePk: `JOBS#${dayOf(createdAt)}`,
    timeSk: `${isoOf(createdAt)}#${id}`,
    ...(!hasEnded(state) && { workPk: OPEN, workSk: `${isoOf(dueAt + OVERDUE)}#JOB#${id}` }),
  };
}
