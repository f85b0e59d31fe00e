import * as z from 'zod';
import { STREAMS } from '../domain/world/archive-file.ts';
import { type ArchiveState, FILE_FAULTS } from '../domain/world/archive-state.ts';
import type { SeenRow } from '../domain/world/read-row.ts';
import type { Window } from '../domain/time/instant.ts';
import { type Finds, packed, packedFinds, packSchema, unpacked } from './packed.ts';
import type { Key, Table } from './table.ts';

/** Each row has at most 12 KB before it is packed. */
const ROWS = 50;
const STATE: Key = { pk: 'WORLD', sk: 'STATE' };

const stream = z.enum(STREAMS);
const fault = z.enum(FILE_FAULTS);

const stateSchema = z.object({
  until: z.number(),
  next: z.object({ english: z.number().optional(), translated: z.number().optional() }),
  open: z.array(
    z.object({
      stream,
      slot: z.number(),
      fault,
      tries: z.number(),
      dueAt: z.number(),
      md5: z.string().optional(),
    }),
  ),
  gaps: z.array(
    z.object({
      stream,
      from: z.number(),
      to: z.number(),
      fault: z.enum([...FILE_FAULTS, 'not-asked']),
    }),
  ),
  watches: z.array(z.object({ id: z.string(), version: z.string(), from: z.number() })),
  newsAt: z.number(),
  missedUntil: z.number().optional(),
  past: z.object({ by: z.string(), from: z.number(), upTo: z.number() }).optional(),
}) satisfies z.ZodType<ArchiveState>;

const texts = z.array(z.string());

const rowSchema = z.object({
  key: z.string(),
  link: z.string(),
  title: z.string(),
  outlet: z.object({ domain: z.string(), country: z.string().optional() }),
  language: z.string().optional(),
  authors: texts,
  people: texts,
  companies: texts,
  names: texts,
  themes: texts,
  tone: z.number().optional(),
  image: z.string().optional(),
  publishedAt: z.number(),
  slot: z.number(),
  seenAt: z.number(),
}) satisfies z.ZodType<SeenRow>;

const findsSchema = z.object({
  items: z.array(rowSchema),
  missed: z.array(z.object({ from: z.number(), to: z.number() })),
}) satisfies z.ZodType<WorldFinds>;

/** What of the archive some watches have found. */
export type WorldFinds = Finds<SeenRow, Window>;

/** What the reader of the archive stores. It has a lease, so nobody else writes. */
export function worldIn(table: Table) {
  return {
    async state(): Promise<ArchiveState | undefined> {
      const stored = await table.get(STATE, packSchema);
      return stored && unpacked(stored, stateSchema);
    },

    putState: (state: ArchiveState): Promise<void> => table.put({ ...STATE, ...packed(state) }),

    ...packedFinds<SeenRow, Window>(table, { prefix: 'WORLDROWS', schema: findsSchema, most: ROWS }),
  };
}
