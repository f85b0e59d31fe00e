import * as z from 'zod';
import { silenceOrderSchema } from '../../contracts/orders.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import { type ReaderAction } from '../../domain/pages/reader-action.ts';
import { DAY, type Instant, isoOf } from '../../domain/time/instant.ts';
import { ABSENT, expiry, type Key, type Table } from '../table.ts';
import { READER_ACTIONS } from '../../domain/pages/signed-link.ts';

// What people do against messages: silences, and what they did on the pages behind alerts.

const SILENCES = 'SILENCES';
/** A silence is kept after its end as long as the alerts that it muted are by default. */
const KEPT = 400 * DAY;

export const silenceSchema = z.object({
  ...silenceOrderSchema.shape,
  id: z.string(),
  startsAt: z.number(),
}) satisfies z.ZodType<Silence>;

/** The mutes that people have set, in the order of their ends. */
export function silencesIn(table: Table) {
  return {
    put: (silence: Silence): Promise<void> => table.put(silenceItem(silence)),

    /** Silences that end, or have ended, at this instant or later, soonest end first. */
    since: async (end: Instant): Promise<Silence[]> => soonestOfEach(await readSilences(table, end)),

    /**
     * Ends a silence earlier than it said. The end is part of the key. The earlier end is written first: after a crash both items
     * exist, and the earlier end counts.
     */
    async expire(silence: Silence, at: Instant): Promise<void> {
      await table.put(silenceItem({ ...silence, endsAt: at }));
      if (at !== silence.endsAt) await table.remove(silenceKey(silence));
    },
  };
}

export type Silences = ReturnType<typeof silencesIn>;

/** The silences that end at this instant or later, as they are stored. After a crash there may be two of an id. */
export function readSilences(table: Table, end: Instant): Promise<Silence[]> {
  return table.query({ partition: SILENCES, from: isoOf(end) }, silenceSchema);
}

function soonestOfEach(silences: readonly Silence[]): Silence[] {
  const byId = new Map<string, Silence>();
  for (const silence of silences) if (!byId.has(silence.id)) byId.set(silence.id, silence);
  return [...byId.values()];
}

export function silenceItem(silence: Silence) {
  return { ...silenceKey(silence), ...silence, ...expiry(silence.endsAt + KEPT) };
}

export function silenceKey({ endsAt, id }: Silence): Key {
  return { pk: SILENCES, sk: `${isoOf(endsAt)}#${id}` };
}

/** Acknowledgements that hold are in the index of work: incidents at other services end by them. */
const ACKNOWLEDGED = 'DUE#acknowledged';

/** What a reader did about an alert. It holds no text from the news. */
const readerActionSchema = z.object({
  kind: z.enum(READER_ACTIONS),
  watchId: z.string(),
  alertId: z.string(),
  lane: z.string(),
  story: z.string().optional(),
  domain: z.string().optional(),
  at: z.number(),
  silenceId: z.string().optional(),
  mutedUntil: z.number().optional(),
  undoneAt: z.number().optional(),
  expiresAt: z.number(),
}) satisfies z.ZodType<ReaderAction>;

/** What readers did about alerts, on the pages behind their messages. */
export function readerActionsIn(table: Table) {
  return {
    /** Puts an action in place of `was`; without it, only if there is none of this kind, alert and lane. False: somebody was faster. */
    put(action: ReaderAction, was?: ReaderAction): Promise<boolean> {
      const key = {
        pk: actionsPartition(action.watchId),
        sk: `${action.alertId}#${action.kind}#${action.lane}`,
      };
      const holds = action.kind === 'acknowledge' && action.undoneAt === undefined;
      const work = holds && { workPk: ACKNOWLEDGED, workSk: `${isoOf(action.at)}#${key.sk}` };
      const item = { ...key, ...action, ...work, ...expiry(action.expiresAt) };
      return table.putIf(item, was ? { is: { at: was.at, undoneAt: was.undoneAt } } : ABSENT);
    },

    /** Those on the alerts of a watch, or on one of its alerts, in the order of alert ids; undone ones among them. */
    of: (watchId: string, alertId?: string): Promise<ReaderAction[]> =>
      table.query(
        { partition: actionsPartition(watchId), ...(alertId !== undefined && { prefix: `${alertId}#` }) },
        readerActionSchema,
      ),

    /** Acknowledgements of any watch, from pages that were opened at this instant or later; those of the last moments may be missing. */
    acknowledgedSince: (at: Instant): Promise<ReaderAction[]> =>
      table.query({ index: 'work', partition: ACKNOWLEDGED, from: isoOf(at) }, readerActionSchema),
  };
}

export type ReaderActions = ReturnType<typeof readerActionsIn>;

/** What readers did about the alerts of a watch. */
export function actionsPartition(watchId: string): string {
  return `ACTIONS#${watchId}`;
}
