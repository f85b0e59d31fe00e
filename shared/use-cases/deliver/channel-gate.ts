import type { Alert } from '../../domain/alerts/alert.ts';
import type { Message } from '../../domain/alerts/message.ts';
import {
  type Channel,
  channelNameOf,
  MINUTE_OF,
  nextSend,
  type SendTimes,
  type Urgency,
  withSend,
} from '../../domain/channels/channel.ts';
import type { Silence } from '../../domain/channels/silence.ts';
import type { BatchReason } from '../../domain/channels/message-plan.ts';
import { type Instant, MINUTE, SECOND } from '../../domain/time/instant.ts';
import type { Alerts } from '../../store/alerts/alerts.ts';
import type { GateLease } from '../../store/channels/sending.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ports, TransportQueue } from '../ports/ports.ts';

/**
 * Makes the message of some alerts of one channel: its id is made of theirs, its texts are final. It says what links
 * have muted since the message before.
 */
export type Composer = (
  alerts: readonly Alert[],
  to: {
    channel: Channel;
    now: Instant;
    because: BatchReason;
    muted: readonly Silence[];
    opening?: string | undefined;
  },
) => Message | Promise<Message>;

export interface DeliverPorts
  extends Pick<
    Ports,
    | 'clock'
    | 'definitions'
    | 'alerts'
    | 'messages'
    | 'outbox'
    | 'gate'
    | 'silences'
    | 'muteNotes'
    | 'cooldowns'
    | 'channelStories'
    | 'topic'
    | 'incidents'
    | 'pagers'
    | 'readerActions'
    | 'escalations'
    | 'stories'
  > {
  compose: Composer;
  /** Writes what opens a brief. Absent: who delivers may ask no model, and leaves such briefs to the next sweep. */
  opening?: (
    alerts: readonly Alert[],
    to: { channel: Channel; deadline: Instant },
  ) => Promise<string | undefined>;
  /** Orders the lanes of other transports. Left out by the function that serves these itself. */
  transportQueue?: TransportQueue;
}

export interface DeliverContext {
  /** Who delivers: one at a time on each urgency of a channel. */
  owner: string;
  deadline: Instant;
}

/** No message is begun with less time left: a publish may take its whole 10 s. */
export const RESERVE = 15 * SECOND;

/**
 * A call that begins messages for a second only. A run holds one of the few calls at once of its service, and a channel
 * takes a message a second: the sweep of the next minute sends the rest.
 */
export function briefCall(context: DeliverContext, now: Instant): DeliverContext {
  return { ...context, deadline: Math.min(context.deadline, now + RESERVE + SECOND) };
}

export interface ChannelDelivery {
  ports: DeliverPorts;
  context: DeliverContext;
  channel: Channel;
}

/** What delivers one urgency of a channel. */
export interface DueDelivery extends ChannelDelivery {
  urgency: Urgency;
}

/** The lease of an urgency, and the latest sending times of its channel, as they were last read or written. */
export interface Gate {
  lease: GateLease;
  sent: SendTimes;
}

export interface Turn {
  gate: Gate;
  /** False: this deliverer must stop. The channel is at its rate limit, or another deliverer has entered. */
  mayContinue: boolean;
}

/**
 * How long the lease of an urgency lasts between two sending times. A publish takes at most 20 s. A deliverer that
 * dies stops critical messages no longer than it must.
 */
const LEASE: Readonly<Record<Urgency, number>> = { critical: 30 * SECOND, normal: MINUTE };

/** The longest that a deliverer waits for the channel's rate limit; the next sweep sends what has to wait longer. */
const LONGEST_WAIT = 2 * SECOND;

/** Enters the gate for an urgency; undefined while another deliverer is in it. */
export async function enterGate({
  ports,
  context,
  channel,
  urgency,
}: DueDelivery): Promise<Gate | undefined> {
  const now = ports.clock.now();
  const lease = { owner: context.owner, until: now + LEASE[urgency], urgency };
  const sent = await ports.gate.enter(channel.name, lease, now);
  return sent && { lease, sent };
}

/** Whether nobody else can have entered the gate for this urgency since this deliverer did. */
export function isHeld({ lease }: Gate, { ports }: DueDelivery): boolean {
  return ports.clock.now() <= lease.until;
}

/**
 * Books the next sending time of the urgency and waits for it. The time is written before the publish, so that the
 * limits hold after a crash and for both urgencies. A critical message books its time before it waits, the others
 * after. So the others let a critical one go first, and it waits at most a second.
 */
export async function takeTurn(gate: Gate, delivery: DueDelivery): Promise<Turn> {
  const { ports, channel, urgency } = delivery;
  const next = nextSend(gate.sent, ports.clock.now(), MINUTE_OF[urgency]);
  if (next - ports.clock.now() > LONGEST_WAIT) return { gate, mayContinue: false };
  if (urgency === 'normal') await waitUntil(next, delivery);
  const at = Math.max(next, ports.clock.now());
  const booked: Gate = {
    lease: { ...gate.lease, until: at + LEASE[urgency] },
    sent: withSend(gate.sent, { at, channel }),
  };
  if (!(await ports.gate.note(channel.name, booked.lease, booked.sent, gate.sent))) {
    // The other urgency has booked a time since, or the lease is lost.
    const again = isHeld(gate, delivery) ? await enterGate(delivery) : undefined;
    return again ? takeTurn(again, delivery) : { gate, mayContinue: false };
  }
  await waitUntil(at, delivery);
  return { gate: booked, mayContinue: true };
}

async function waitUntil(at: number, { ports: { clock } }: DueDelivery): Promise<void> {
  const wait = at - clock.now();
  if (wait > 0) await clock.sleep(wait);
}

/** How long critical alerts are gathered before they are delivered: those of one payload then go together. */
const GATHERING = SECOND;

interface UrgentPorts {
  alerts: Alerts;
  clock: Clock;
  /** Sends what is due on these channels. */
  deliver: (channels: readonly string[]) => Promise<unknown>;
  /** Called with the error of a delivery. What was not sent is sent by the next sweep. */
  onFailure: (error: unknown) => void;
}

/**
 * Does work that puts alerts, and delivers each channel about a second after a new critical alert that is due was put
 * on it, while the work goes on. Other alerts wait for the next sweep, so that many small payloads do not become as
 * many messages. It returns after the work and the last delivery, so that nothing is sent after a function has ended.
 */
export async function deliverUrgently<R>(
  { alerts, clock, deliver, onFailure }: UrgentPorts,
  work: (alerts: Alerts) => Promise<R>,
): Promise<R> {
  const waiting = new Set<string>();
  let delivery: Promise<void> | undefined;
  const deliverWaiting = async (): Promise<void> => {
    while (waiting.size > 0) {
      await clock.sleep(GATHERING);
      const channels = [...waiting];
      waiting.clear();
      await deliver(channels).catch(onFailure);
    }
    delivery = undefined;
  };
  const watched: Alerts = {
    ...alerts,
    async put(alert, due) {
      const isNew = await alerts.put(alert, due);
      if (isNew && alert.severity === 'critical' && due.dueAt <= clock.now()) {
        waiting.add(channelNameOf(alert.channel));
        delivery ??= deliverWaiting();
      }
      return isNew;
    },
  };
  try {
    return await work(watched);
  } finally {
    await delivery;
  }
}
