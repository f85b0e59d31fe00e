import * as z from 'zod';
import { silenceOrderSchema } from '../../contracts/orders.ts';
import type { SendTimes, Urgency } from '../../domain/channels/channel.ts';
import { MOST_SILENCES, type Silence } from '../../domain/channels/silence.ts';
import { inParallel, type Lease } from '../../domain/lib/in-parallel.ts';
import type { ReaderAction } from '../../domain/pages/reader-action.ts';
import { TRIAGE_ACTIONS } from '../../domain/pages/signed-link.ts';
import { DAY, type Instant, isoOf } from '../../domain/time/instant.ts';
import { isFree } from '../operations.ts';
import { ABSENT, expiry, type Key, PRESENT, type Table, type When } from '../table.ts';

// When a channel sends: one message at a time for each urgency, not too many, and nothing again within its cooldown.

/** The lease of an urgency of a channel: of the normal urgency if it names none. */
export interface GateLease extends Lease {
  urgency?: Urgency;
}

const gateSchema = z.object({ sent: z.array(z.number()).default([]), knownSince: z.number().optional() });

/** The attributes of the lease of each urgency. */
const LEASE: Readonly<Record<Urgency, { owner: string; until: string }>> = {
  normal: { owner: 'leaseOwner', until: 'leaseUntil' },
  critical: { owner: 'criticalOwner', until: 'criticalUntil' },
};

export function gateKey(channel: string): Key {
  return { pk: `CHANNEL#${channel}`, sk: 'GATE' };
}

/**
 * The gate of a channel is one item: a lock for each urgency, and when the channel sent its last messages. Both
 * urgencies write these times, so each write is conditional on the times that were read.
 */
export function channelGateIn(table: Table) {
  return {
    /**
     * Enters the gate for an urgency and returns the channel's sending times; undefined while another deliverer has
     * entered for it.
     */
    async enter(channel: string, wanted: GateLease, now: Instant): Promise<SendTimes | undefined> {
      const { owner, until } = LEASE[wanted.urgency ?? 'normal'];
      const set = { [owner]: wanted.owner, [until]: wanted.until };
      const when = isFree(wanted, now, [owner, until]);
      return (await table.update(gateKey(channel), { set, when }, gateSchema))?.sent;
    },

    /**
     * Books a sending time before the Publish: `sent` are the times with the new one, `before` those without it, as
     * they were read. False when the lease is lost, or when the other urgency has booked since. Without `before`, what
     * the other urgency has booked is not compared.
     */
    note(
      channel: string,
      { owner, until, urgency = 'normal' }: GateLease,
      sent: SendTimes,
      before?: SendTimes,
    ): Promise<boolean> {
      const lease = LEASE[urgency];
      return table.change(gateKey(channel), {
        set: { sent, [lease.until]: until },
        when: { is: { [lease.owner]: owner }, ...(before && { anyOf: unchangedSince(before) }) },
      });
    },

    async leave(channel: string, { owner, urgency = 'normal' }: GateLease): Promise<void> {
      const lease = LEASE[urgency];
      await table.change(gateKey(channel), {
        set: { [lease.owner]: undefined, [lease.until]: undefined },
        when: { is: { [lease.owner]: owner } },
      });
    },
  };
}

/** The times only grow. So the same number of them with the same last one are the same times. */
function unchangedSince(before: SendTimes): When[] {
  const last = before.at(-1);
  const size = { sent: before.length };
  if (last === undefined) return [{ is: { sent: undefined } }, { size }];
  return [{ size, is: { [`sent.${before.length - 1}`]: last } }];
}

/** Since when a channel has sent nothing. */
export function channelActivityIn(table: Table) {
  return {
    /** When the channel last sent; before its first message, when this was first called. */
    async lastSign(channel: string, now: Instant): Promise<Instant> {
      const key = gateKey(channel);
      const gate = await table.get(key, gateSchema);
      const known = gate?.sent.at(-1) ?? gate?.knownSince;
      if (known !== undefined) return Math.min(known, now);
      await table.change(key, { set: { knownSince: now }, when: { is: { knownSince: undefined } } });
      return now;
    },
  };
}

const cooldownSchema = z.object({ topic: z.string(), at: z.number() });

/** When a channel last sent a group or a story. During its cooldown it is not sent again. */
export function cooldownsIn(table: Table) {
  const keyOf = (channel: string, topic: string): Key => ({
    pk: `CHANNEL#${channel}`,
    sk: `COOLDOWN#${topic}`,
  });
  return {
    /** When these were last sent; those never sent, or expired, are left out. */
    async lastNotified(channel: string, topics: readonly string[]): Promise<Map<string, Instant>> {
      const keys = [...new Set(topics)].map((topic) => keyOf(channel, topic));
      const found = await table.getMany(keys, cooldownSchema);
      return new Map(found.map(({ topic, at }) => [topic, at]));
    },

    /** @param until when it may be forgotten. */
    note: (
      channel: string,
      { topic, at, until }: { topic: string; at: Instant; until: Instant },
    ): Promise<void> => table.put({ ...keyOf(channel, topic), topic, at, ...expiry(until) }),
  };
}

// What people do against messages: silences, and what they did on the pages behind alerts.

const SILENCES = 'SILENCES';
/** A silence is kept after its end as long as the alerts that it muted are by default. */
const KEPT = 400 * DAY;

export const silenceSchema = z.object({
  ...silenceOrderSchema.shape,
  id: z.string(),
  startsAt: z.number(),
  by: z
    .object({
      from: z.enum(['message', 'pages']),
      alert: z.object({ id: z.string(), createdAt: z.number(), channel: z.string() }).optional(),
    })
    .optional(),
}) satisfies z.ZodType<Silence>;

/** The mutes that people have set, in the order of their ends. */
export function silencesIn(table: Table) {
  return {
    put: (silence: Silence): Promise<void> => table.put(silenceItem(silence)),

    /** Silences that end, or have ended, at this instant or later, soonest end first. */
    since: async (end: Instant): Promise<Silence[]> => soonestOfEach(await readSilences(table, end)),

    /** Whether there are as many that have not ended as there may be. */
    async isFull(now: Instant): Promise<boolean> {
      const of = { partition: SILENCES, from: isoOf(now), fields: ['endsAt'], limit: MOST_SILENCES };
      return (await table.query(of, z.object({ endsAt: z.number() }))).length >= MOST_SILENCES;
    },

    /**
     * Ends a silence earlier than it said. The end is part of the key. The earlier end is written first: after a crash
     * both items exist, and the earlier end counts.
     */
    async expire(silence: Silence, at: Instant): Promise<void> {
      await table.put(silenceItem({ ...silence, endsAt: at }));
      if (at !== silence.endsAt) await table.remove(silenceKey(silence));
    },
  };
}

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

/** A channel that sends nothing for longer sends a heartbeat. */
const NOTED = 30 * DAY;

const muteNoteSchema = z.object({ silence: silenceSchema, toldAt: z.number().optional() });

/** What links have muted on a lane. Its next message says so. */
export function muteNotesIn(table: Table) {
  const partitionOf = (lane: string) => `MUTED#${lane}`;
  return {
    /** Notes it once: a repeat is not noted again. */
    async put(lane: string, silence: Silence): Promise<void> {
      const item = { pk: partitionOf(lane), sk: silence.id, silence, ...expiry(silence.endsAt + NOTED) };
      await table.putIf(item, ABSENT);
    },

    /** Those that no message has said yet. */
    async unsent(lane: string): Promise<Silence[]> {
      const notes = await table.query({ partition: partitionOf(lane) }, muteNoteSchema);
      return notes.flatMap(({ silence, toldAt }) => (toldAt === undefined ? [silence] : []));
    },

    /** A message has said them. */
    async sent(lane: string, silences: readonly Silence[], at: Instant): Promise<void> {
      await inParallel(silences, ({ id: sk }) =>
        table.change({ pk: partitionOf(lane), sk }, { set: { toldAt: at }, when: PRESENT }),
      );
    },
  };
}

/** Acknowledgements that hold are in the index of work: incidents at other services end by them. */
const ACKNOWLEDGED = 'DUE#acknowledged';

/** What a reader did about an alert. It holds no text from the news; a note is text of a person. */
const readerActionSchema = z.object({
  kind: z.enum(TRIAGE_ACTIONS),
  watchId: z.string(),
  alertId: z.string(),
  lane: z.string(),
  story: z.string().optional(),
  domain: z.string().optional(),
  by: z.object({ id: z.string(), name: z.string() }).optional(),
  text: z.string().optional(),
  keepsIncident: z.literal(true).optional(),
  at: z.number(),
  silenceId: z.string().optional(),
  mutedUntil: z.number().optional(),
  undoneAt: z.number().optional(),
  expiresAt: z.number(),
}) satisfies z.ZodType<ReaderAction>;

/** What readers did about alerts, on the pages behind their messages. */
export function readerActionsIn(table: Table) {
  return {
    /**
     * Puts an action in place of `was`; without it, only if there is none of this kind, alert and lane. False:
     * somebody was faster.
     */
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

    /**
     * Acknowledgements of any watch, from pages that were opened at this instant or later; those of the last moments
     * may be missing.
     */
    acknowledgedSince: (at: Instant): Promise<ReaderAction[]> =>
      table.query({ index: 'work', partition: ACKNOWLEDGED, from: isoOf(at) }, readerActionSchema),
  };
}

/** What readers did about the alerts of a watch. */
export function actionsPartition(watchId: string): string {
  return `ACTIONS#${watchId}`;
}
