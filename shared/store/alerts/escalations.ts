import * as z from 'zod';
import type { Escalation } from '../../domain/channels/escalation.ts';
import { type Instant, isoOf } from '../../domain/time/instant.ts';
import { ABSENT, expiry, type Key, queryWork, type Table } from '../table.ts';
import { NOT_DUE } from './alerts.ts';

const escalationSchema = z.object({
  alertId: z.string(),
  channel: z.string(),
  sentAt: z.number(),
  step: z.number(),
  dueAt: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<Escalation>;

/** The partition of those that wait, in the index of work. */
const WAITING = 'ESCALATE';

/** Critical alerts that nobody has acknowledged yet, by the time of their next step. */
export function escalationsIn(table: Table) {
  return {
    /** Puts one if absent: the first lane that has sent the alert decides when its steps come. */
    async put(escalation: Escalation): Promise<void> {
      const item = { ...keyOf(escalation), ...escalation, ...workOf(escalation) };
      await table.putIf({ ...item, ...expiry(escalation.expiresAt) }, ABSENT);
    },

    /** Those whose next step is due, the longest due first. */
    due: (now: Instant, limit: number): Promise<Escalation[]> =>
      queryWork(table, { partition: WAITING, upTo: `${isoOf(now)}~`, limit }, escalationSchema),

    /** Lets it wait for another step, or for none. A repeat changes nothing. */
    async move(was: Escalation, next: Escalation | undefined): Promise<void> {
      const set = next ? { step: next.step, dueAt: next.dueAt, ...workOf(next) } : NOT_DUE;
      await table.change(keyOf(was), { set, when: { is: { step: was.step, dueAt: was.dueAt } } });
    },
  };
}

function keyOf({ alertId, channel }: Escalation): Key {
  return { pk: `ESCALATION#${alertId}`, sk: channel };
}

function workOf({ alertId, channel, dueAt }: Escalation) {
  return { workPk: WAITING, workSk: `${isoOf(dueAt)}#${alertId}#${channel}` };
}
