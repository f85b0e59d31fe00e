import * as z from 'zod';
import type { Urgency } from '../../domain/channels/channel.ts';
import { isoOf } from '../../domain/time/instant.ts';
import type { Outbox } from '../../use-cases/ports/messages.ts';
import { storedAlertSchema } from './alert-item.ts';
import { dueOf, alertItemKey as alertKey } from './dynamo-alerts.ts';
import { messageItemKey as messageKey } from './dynamo-messages.ts';
import { storedMessageSchema } from './message-item.ts';
import type { Table, When } from '../table.ts';

const workSchema = z.object({ workSk: z.string() });

const CRITICAL: When = {
  anyOf: [{ is: { 'alert.severity': 'critical' } }, { is: { 'message.severity': 'critical' } }],
};

/** The urgency of an item follows from its severity. */
const FILTERS: Readonly<Record<Urgency, When>> = { critical: CRITICAL, normal: { not: CRITICAL } };

/**
 * What is due on a channel. The index may lag behind the table by moments. So every item that it lists is read again
 * from the table, and what is no longer due is left out: a stale index causes no second message.
 */
export function dynamoOutbox(table: Table): Outbox {
  return {
    async hasWork(channel, before, { urgency, since } = {}) {
      const query = {
        ...upTo(channel, before),
        ...(since !== undefined && { from: isoOf(since) }),
        filter: urgency && FILTERS[urgency],
        limit: 1,
      };
      const found = await table.query(query, workSchema);
      return found.length > 0;
    },

    async firstDue(channel) {
      const query = { index: 'work', partition: dueOf(channel), limit: 1 } as const;
      const [first] = await table.query(query, workSchema);
      return first && Date.parse(first.workSk.slice(0, first.workSk.indexOf('#')));
    },

    async due(channel, before, limit, urgency) {
      const query = { ...upTo(channel, before), filter: urgency && FILTERS[urgency], limit };
      const named = await table.query(query, workSchema);
      const idsOf = (wanted: string) =>
        named.flatMap(({ workSk }) => {
          const [, kind, id = ''] = workSk.split('#');
          return kind === wanted ? [id] : [];
        });
      const alerts = await table.getMany(
        idsOf('A').map((id) => alertKey(id, channel)),
        storedAlertSchema,
      );
      const messages = await table.getMany(idsOf('M').map(messageKey), storedMessageSchema);
      return {
        alerts: alerts
          .filter(({ state }) => state.state === 'pending' && state.dueAt <= before)
          .toSorted((a, b) => a.alert.createdAt - b.alert.createdAt),
        messages: messages
          .filter(
            ({ delivery }) =>
              delivery.state !== 'accepted' && delivery.state !== 'dead' && delivery.retryAt <= before,
          )
          .toSorted((a, b) => a.message.createdAt - b.message.createdAt),
      };
    },
  };
}

function upTo(channel: string, before: number) {
  return { index: 'work', partition: dueOf(channel), upTo: `${isoOf(before)}#~` } as const;
}
