import * as z from 'zod';
import { HOLD_REASONS } from '../../domain/alerts/alert.ts';
import { PROTOCOLS } from '../../domain/alerts/message.ts';
import type { Drill, DrillConfirmation, DrillResult } from '../../domain/channels/drill.ts';
import { TRANSPORTS } from '../../domain/channels/channel.ts';
import { DAY, type Instant, isoOf } from '../../domain/time/instant.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import { ABSENT, expiry, type Table } from '../table.ts';

/** How long a drill can be reported. */
const KEPT = 400 * DAY;
const ALL = 'DRILLS';

const drillSchema = z.object({
  id: z.string(),
  sms: z.boolean(),
  orderedAt: z.number(),
  beganAt: z.number(),
  targets: z.array(
    z.object({
      channel: z.string(),
      by: z.enum([...PROTOCOLS, ...TRANSPORTS]),
      holds: z.array(
        z.object({
          severity: z.enum(SEVERITIES),
          because: z.enum([...HOLD_REASONS, 'below-severity']),
          until: z.number().optional(),
        }),
      ),
    }),
  ),
}) satisfies z.ZodType<Drill>;

const resultSchema = z.object({
  channel: z.string(),
  by: z.string(),
  state: z.enum(['accepted', 'resolved', 'failed']),
  at: z.number(),
  error: z.string().optional(),
}) satisfies z.ZodType<DrillResult>;

const confirmationSchema = z.object({
  channel: z.string(),
  by: z.string(),
  at: z.number(),
}) satisfies z.ZodType<DrillConfirmation>;

/** A drill with all that became of it. */
export interface StoredDrill {
  drill: Drill;
  results: readonly DrillResult[];
  confirmations: readonly DrillConfirmation[];
}

/**
 * Drills: a list by time, and what became of each under its own key. Nothing else reads them: they are no alerts, no
 * messages and no stories.
 */
export function drillsIn(table: Table) {
  return {
    /** Puts a drill if it is absent. */
    async put(drill: Drill): Promise<void> {
      const item = { ...drill, ...expiry(drill.beganAt + KEPT) };
      await table.putIf({ pk: partitionOf(drill.id), sk: 'DRILL', ...item }, ABSENT);
      await table.put({ pk: ALL, sk: `${isoOf(drill.orderedAt)}#${drill.id}`, ...item });
    },

    /** The latest ones first. */
    latest: (limit: number): Promise<Drill[]> =>
      table.query({ partition: ALL, limit, newestFirst: true }, drillSchema),

    async read(id: string): Promise<StoredDrill | undefined> {
      const drill = await table.get({ pk: partitionOf(id), sk: 'DRILL' }, drillSchema);
      if (!drill) return undefined;
      const [results, confirmations] = await Promise.all([
        table.query({ partition: partitionOf(id), prefix: 'RESULT#' }, resultSchema),
        table.query({ partition: partitionOf(id), prefix: 'CONFIRMED#' }, confirmationSchema),
      ]);
      return { drill, results, confirmations };
    },

    /** What became of it on a target; the last one counts. */
    note: (id: string, result: DrillResult, expiresAt: Instant): Promise<void> =>
      table.put({
        pk: partitionOf(id),
        sk: `RESULT#${result.channel}#${result.by}`,
        ...result,
        ...expiry(expiresAt),
      }),

    /** Puts a confirmation; the same one twice is one. */
    confirm: (id: string, confirmation: DrillConfirmation, expiresAt: Instant): Promise<void> =>
      table.put({
        pk: partitionOf(id),
        sk: `CONFIRMED#${isoOf(confirmation.at)}#${confirmation.channel}#${confirmation.by}`,
        ...confirmation,
        ...expiry(expiresAt),
      }),
  };
}

function partitionOf(id: string): string {
  return `DRILL#${id}`;
}
