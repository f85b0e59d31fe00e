import { dayOf, isoOf } from '../../domain/time/instant.ts';
import { type Delivery, type Message, untried } from '../../domain/alerts/message.ts';
import type { Messages } from '../../use-cases/ports/messages.ts';
import { dueOf } from './dynamo-alerts.ts';
import { ABSENT, expiry, type Key, type Table, type When } from '../table.ts';
import { messageFields, storedMessageSchema } from './message-item.ts';

/** Dead deliveries, listed until a person sends them again. */
const DEAD = 'DEAD';
const MOST = 1_000;

/** Messages: in the index of work until SNS has accepted them, then in the index of time alone. */
export function dynamoMessages(table: Table): Messages {
  return {
    put: (message) => {
      const delivery = untried(message);
      const item = {
        ...messageItemKey(message.id),
        message: messageFields(message),
        delivery,
        ...expiry(message.expiresAt),
        ...workOf(message, delivery),
        timePk: `MESSAGES#${dayOf(message.createdAt)}`,
        timeSk: `${isoOf(message.createdAt)}#${message.id}`,
      };
      return table.putIf(item, ABSENT);
    },

    get: (id) => table.get(messageItemKey(id), storedMessageSchema),

    move: ({ message, delivery: from }, to) =>
      table.change(messageItemKey(message.id), {
        set: { delivery: to, ...workOf(message, to) },
        when: isStill(from),
      }),

    dead: () => table.query({ index: 'work', partition: DEAD, limit: MOST }, storedMessageSchema),

    madeOn: (day, limit) =>
      table.query({ index: 'time', partition: `MESSAGES#${day}`, limit }, storedMessageSchema),
  };
}

export function messageItemKey(id: string): Key {
  return { pk: `MESSAGE#${id}`, sk: 'MESSAGE' };
}

/** Nobody has tried the delivery since it was read. */
export function isStill({ state, tries, retryAt }: Delivery): When {
  return { is: { 'delivery.state': state, 'delivery.tries': tries, 'delivery.retryAt': retryAt } };
}

function workOf(message: Message, { state, retryAt }: Delivery) {
  if (state === 'accepted') return { workPk: undefined, workSk: undefined };
  const workPk = state === 'dead' ? DEAD : dueOf(message.channel);
  return { workPk, workSk: `${isoOf(retryAt)}#M#${message.id}` };
}
