import * as z from 'zod';
import { type Delivery, type Message, PROTOCOLS, untried } from '../../domain/alerts/message.ts';
import type { Urgency } from '../../domain/channels/channel.ts';
import { dayOf, type Instant, isoOf } from '../../domain/time/instant.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import {
  ABSENT,
  expiry,
  type Key,
  packed,
  packedSchema,
  queryWork,
  type Table,
  type When,
} from '../table.ts';
import { alertKey, dueKey, dueOf, NOT_DUE, type StoredAlert, storedAlertSchema } from './alerts.ts';
import type { NotifiedStory } from '../../domain/channels/message-plan.ts';

/** Dead deliveries, listed until a person sends them again. */
const DEAD = 'DEAD';

const messageSchema = z.object({
  id: z.string(),
  channel: z.string(),
  alertIds: z.array(z.string()),
  unlisted: z.array(z.string()).optional(),
  listed: z.object({ sms: z.number().optional(), json: z.number().optional() }).optional(),
  severity: z.enum(SEVERITIES),
  isOrdered: z.literal(true).optional(),
  covered: z.array(z.object({ id: z.string(), by: z.string(), watchId: z.string() })).optional(),
  texts: z.object({
    subject: z.string(),
    email: z.string(),
    sms: z.string().optional(),
    json: z.string(),
    body: z.string().optional(),
  }),
  sms: z.object({ parts: z.number(), numbers: z.number(), cost: z.number().optional() }).optional(),
  attributes: z.record(z.string(), z.string()),
  first: z.object({ indexedAt: z.number(), alertedAt: z.number() }).optional(),
  createdAt: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<Message>;

const deliverySchema = z.object({
  state: z.enum(['pending', 'claimed', 'accepted', 'unsure', 'failed', 'dead']),
  tries: z.number(),
  retryAt: z.number(),
  snsMessageId: z.string().optional(),
  acceptedAt: z.number().optional(),
  error: z.string().optional(),
}) satisfies z.ZodType<Delivery>;

export interface StoredMessage {
  message: Message;
  delivery: Delivery;
}

/** A message as it is stored, in two indexes as well: its texts are one attribute. */
export const storedMessageSchema = z.object({
  message: z.looseObject({ texts: packedSchema }).pipe(messageSchema),
  delivery: deliverySchema,
}) satisfies z.ZodType<StoredMessage>;

export function messageFields(message: Message): object {
  return { ...message, texts: packed(message.texts) };
}

/** Messages: in the index of work until SNS has accepted them, then in the index of time alone. */
export function messagesIn(table: Table) {
  return {
    /** Puts a message that was not tried yet if absent; true when it was. */
    put(message: Message): Promise<boolean> {
      const delivery = untried(message);
      const item = {
        ...messageKey(message.id),
        message: messageFields(message),
        delivery,
        ...expiry(message.expiresAt),
        ...workOf(message, delivery),
        timePk: `MESSAGES#${dayOf(message.createdAt)}`,
        timeSk: `${isoOf(message.createdAt)}#${message.id}`,
      };
      return table.putIf(item, ABSENT);
    },

    get: (id: string): Promise<StoredMessage | undefined> => table.get(messageKey(id), storedMessageSchema),

    /** Changes a delivery on condition that nobody has changed it since it was read; false when somebody has. */
    move: ({ message, delivery: from }: StoredMessage, to: Delivery): Promise<boolean> =>
      table.change(messageKey(message.id), {
        set: { delivery: to, ...workOf(message, to) },
        when: isStill(from),
      }),

    /** Those of a lane that are to be tried (again), soonest first. */
    waiting: (lane: string, limit: number): Promise<StoredMessage[]> =>
      queryWork(table, { partition: dueOf(lane), limit }, storedMessageSchema),

    /** Messages that will not be tried again by themselves. */
    dead: (): Promise<StoredMessage[]> =>
      table.query({ index: 'work', partition: DEAD }, storedMessageSchema),

    /** Messages made on a UTC day, oldest first. */
    madeOn: (day: string, limit: number): Promise<StoredMessage[]> =>
      table.query({ index: 'time', partition: `MESSAGES#${day}`, limit }, storedMessageSchema),
  };
}

export type Messages = ReturnType<typeof messagesIn>;

export function messageKey(id: string): Key {
  return { pk: `MESSAGE#${id}`, sk: 'MESSAGE' };
}

/** Nobody has tried the delivery since it was read. */
export function isStill({ state, tries, retryAt }: Delivery): When {
  return { is: { 'delivery.state': state, 'delivery.tries': tries, 'delivery.retryAt': retryAt } };
}

function workOf(message: Message, { state, retryAt }: Delivery) {
  if (state === 'accepted') return NOT_DUE;
  const workPk = state === 'dead' ? DEAD : dueOf(message.channel);
  return { workPk, workSk: dueKey(retryAt, { ...message, kind: 'M' }) };
}

/** What the index of work holds of something that is due. */
const workSchema = z.object({ workSk: z.string() }).transform(({ workSk }) => {
  const [at = '', kind = '', id = '', urgency = 'normal'] = workSk.split('#');
  return { at, kind, id, urgency };
});

function isOf(wanted: Urgency | undefined) {
  return ({ urgency }: z.output<typeof workSchema>): boolean => wanted === undefined || urgency === wanted;
}

/**
 * What waits on a channel. With an urgency, only the alerts and messages of that urgency count. The index may lag
 * behind the table by moments. So every item that it lists is read again from the table, and what is no longer due is
 * left out: a stale index causes no second message.
 */
export function outboxIn(table: Table) {
  const waiting = (channel: string) =>
    ({ index: 'work', partition: dueOf(channel), fields: ['workSk'] }) as const;
  return {
    /**
     * Whether anything is due by `before`: an alert, or a message to be tried (again). One read without an urgency.
     * With an urgency, everything that is due is read, or what has become due since `since`.
     */
    async hasWork(
      channel: string,
      before: Instant,
      { urgency, since }: { urgency?: Urgency; since?: Instant } = {},
    ): Promise<boolean> {
      const from = since === undefined ? undefined : isoOf(since);
      const query = { ...waiting(channel), from, upTo: upTo(before), ...(!urgency && { limit: 1 }) };
      return (await table.query(query, workSchema)).some(isOf(urgency));
    },

    /** When the first of what waits is due. */
    async firstDue(channel: string): Promise<Instant | undefined> {
      const [first] = await table.query({ ...waiting(channel), limit: 1 }, workSchema);
      return first && Date.parse(first.at);
    },

    /** What is due by `before`, in order of the due time, as the table itself has it. */
    async due(
      channel: string,
      before: Instant,
      limit: number,
      urgency?: Urgency,
    ): Promise<{ alerts: StoredAlert[]; messages: StoredMessage[] }> {
      const query = { ...waiting(channel), upTo: upTo(before), ...(!urgency && { limit }) };
      const named = (await table.query(query, workSchema)).filter(isOf(urgency)).slice(0, limit);
      const idsOf = (wanted: string) => named.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
      const alertKeys = idsOf('A').map((id) => alertKey(id, channel));
      const alerts = await table.getMany(alertKeys, storedAlertSchema);
      const messages = await table.getMany(idsOf('M').map(messageKey), storedMessageSchema);
      return {
        alerts: alerts
          .filter(({ state }) => state.state === 'pending' && state.dueAt <= before)
          .toSorted((a, b) => a.alert.createdAt - b.alert.createdAt),
        messages: messages
          .filter(({ delivery }) => !hasEnded(delivery) && delivery.retryAt <= before)
          .toSorted((a, b) => a.message.createdAt - b.message.createdAt),
      };
    },
  };
}

function hasEnded({ state }: Delivery): boolean {
  return state === 'accepted' || state === 'dead';
}

/** Everything of an instant, and all before. */
function upTo(at: Instant): string {
  return `${isoOf(at)}#~`;
}

/** A story that a channel was notified of. */
const notifiedSchema = z.object({
  alertIds: z.array(z.string()),
  watches: z.array(z.string()),
  spaces: z.array(z.string()),
  severity: z.enum(SEVERITIES),
  protocols: z.array(z.enum(PROTOCOLS)),
  keys: z.array(z.string()),
}) satisfies z.ZodType<NotifiedStory>;

/** The stories of a message, remembered for as long as other articles may belong to them. */
const storiesSchema = z.object({
  messageId: z.string(),
  at: z.number(),
  stories: z.array(notifiedSchema),
});

type StoriesOfMessage = Omit<z.output<typeof storiesSchema>, 'stories'> & {
  stories: readonly NotifiedStory[];
};

const NOTIFIED = 'NOTIFIED#';

/**
 * The stories of a channel's messages: one item for each message that has some, by its time. Such a record may name a
 * message that was never written.
 */
export function channelStoriesIn(table: Table) {
  return {
    /** Those of messages that were made at this instant or later, the latest first, at most `limit`. */
    since: (channel: string, at: Instant, limit: number): Promise<StoriesOfMessage[]> =>
      table.query(
        {
          partition: storiesPartition(channel),
          from: `${NOTIFIED}${isoOf(at)}`,
          upTo: `${NOTIFIED}\u{10FFFF}`,
          limit,
          newestFirst: true,
        },
        storiesSchema,
      ),

    /** @param noted.until when it may be forgotten. */
    async note(
      channel: string,
      { messageId, at, until, stories }: StoriesOfMessage & { until: Instant },
    ): Promise<void> {
      const key = storiesKey(channel, { messageId, at });
      // A repeat, after a death, writes the same.
      await table.putIf({ ...key, messageId, at, stories, ...expiry(until) }, ABSENT);
    },
  };
}

/** Deletes the records of a channel that have a story of one of these alerts. */
export async function removeChannelStories(
  table: Table,
  { channel, alertIds }: { channel: string; alertIds: ReadonlySet<string> },
): Promise<void> {
  const query = { partition: storiesPartition(channel), prefix: NOTIFIED };
  for await (const page of table.pages(query, storiesSchema)) {
    const own = page.filter(({ stories }) =>
      stories.some((one) => one.alertIds.some((id) => alertIds.has(id))),
    );
    await table.removeMany(own.map((record) => storiesKey(channel, record)));
  }
}

function storiesPartition(channel: string): string {
  return `CHANNEL#${channel}`;
}

function storiesKey(channel: string, { messageId, at }: { messageId: string; at: number }): Key {
  return { pk: storiesPartition(channel), sk: `${NOTIFIED}${isoOf(at)}#${messageId}` };
}
