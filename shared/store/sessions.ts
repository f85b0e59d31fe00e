import * as z from 'zod';
import type { Session } from '../domain/pages/sign-in.ts';
import type { Visit } from '../domain/pages/triage.ts';
import { DAY, type Instant } from '../domain/time/instant.ts';
import { ABSENT, expiry, type Key, type Table } from './table.ts';

const sessionSchema = z.object({
  id: z.string(),
  identity: z.object({
    issuer: z.string(),
    subject: z.string(),
    name: z.string(),
    mail: z.string().optional(),
    groups: z.array(z.string()),
  }),
  at: z.number(),
  expiresAt: z.number(),
  endedAt: z.number().optional(),
}) satisfies z.ZodType<Session>;

const PARTITION = 'SESSIONS';

/** Who has signed in to the pages. */
export function sessionsIn(table: Table) {
  const keyOf = (id: string): Key => ({ pk: PARTITION, sk: id });
  const isOpen = ({ expiresAt, endedAt }: Session, now: Instant) => endedAt === undefined && expiresAt > now;
  return {
    /** False: there is one with this id. */
    put: (session: Session): Promise<boolean> =>
      table.putIf({ ...keyOf(session.id), ...session, ...expiry(session.expiresAt) }, ABSENT),

    /** A session that has not ended. The read sees every write before it. */
    async open(id: string, now: Instant): Promise<Session | undefined> {
      const session = await table.get(keyOf(id), sessionSchema);
      return session && isOpen(session, now) ? session : undefined;
    },

    /** All that have not ended, in any order. */
    all: async (now: Instant): Promise<Session[]> =>
      (await table.query({ partition: PARTITION }, sessionSchema)).filter((one) => isOpen(one, now)),

    /** Ends a session now. Ending it twice is the same. */
    end: (id: string, now: Instant): Promise<boolean> =>
      table.change(keyOf(id), { set: { endedAt: now }, when: { exists: true } }),
  };
}

const visitSchema = z.object({ at: z.number(), since: z.number().optional() }) satisfies z.ZodType<Visit>;

/** How long a visit is remembered. */
const KEPT = 90 * DAY;

/** When people looked at their list of the day. */
export function visitsIn(table: Table) {
  const keyOf = (viewerId: string): Key => ({ pk: `VISIT#${viewerId}`, sk: 'VISIT' });
  return {
    get: (viewerId: string): Promise<Visit | undefined> => table.get(keyOf(viewerId), visitSchema),
    put: (viewerId: string, visit: Visit): Promise<void> =>
      table.put({ ...keyOf(viewerId), ...visit, ...expiry(visit.at + KEPT) }),
  };
}
