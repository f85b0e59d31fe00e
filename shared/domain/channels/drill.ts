import { type Protocol, PROTOCOLS } from '../alerts/message.ts';
import { compareSeverity, SEVERITIES, type Severity } from '../watches/watch.ts';
import type { HoldReason } from '../alerts/alert.ts';
import type { Instant } from '../time/instant.ts';
import {
  type Channel,
  channelNameOf,
  lanesOf,
  protocolsOf,
  type TransportName,
  transportOf,
} from './channel.ts';
import { dueAt } from './due-times.ts';

/** The order to rehearse an emergency: a labelled test message on each transport of some channels. */
export interface DrillOrder {
  /** 10 characters of base 62, as signed links have them. */
  id: string;
  /** The channels. Absent: all. */
  channels?: readonly string[];
  /** SMS cost money, so they are sent only when they are asked for. */
  sms: boolean;
  /** When it was ordered. */
  orderedAt: Instant;
}

/** A drill that has begun. */
export interface Drill extends Omit<DrillOrder, 'channels'> {
  /** When its order was taken from the queue. */
  beganAt: Instant;
  /** Where it goes. */
  targets: readonly DrillTarget[];
}

/** One transport of a channel: a protocol of SNS, or another transport. */
export interface DrillTarget {
  channel: string;
  by: Protocol | TransportName;
  /** What would have held back a real alert at that time, by its severity. */
  holds: readonly DrillHold[];
}

/** What a real alert of this severity would have had to wait for, or why the target would not have got it. */
export interface DrillHold {
  severity: Severity;
  because: HoldReason | 'below-severity';
  /** Until when it would have waited. Absent: it would not have been sent at all. */
  until?: Instant;
}

/** What became of a drill on one target. */
export interface DrillResult {
  channel: string;
  by: string;
  /**
   * `accepted`: the service took the message. `resolved`: it also took the end of the incident that the message
   * opened.
   */
  state: 'accepted' | 'resolved' | 'failed';
  at: Instant;
  /** Of a failure. */
  error?: string;
}

/** Somebody pressed the button behind the link of a target. */
export interface DrillConfirmation {
  channel: string;
  by: string;
  at: Instant;
}

/** Where a drill goes on these channels, and what would have held an alert there. */
export function drillTargets(
  channels: readonly Channel[],
  { channels: wanted, sms }: Pick<DrillOrder, 'channels' | 'sms'>,
  now: Instant,
): DrillTarget[] {
  return channels
    .filter(({ name }) => wanted === undefined || wanted.includes(name))
    .flatMap(lanesOf)
    .flatMap((lane) => {
      const transport = transportOf(lane.name);
      const ways = transport === undefined ? protocolsOf(lane) : [transport];
      return ways
        .filter((by) => by !== 'sms' || sms)
        .map((by) => ({ channel: channelNameOf(lane.name), by, holds: holdsOf(lane, { by, now }) }));
    });
}

function holdsOf(lane: Channel, { by, now }: { by: Protocol | TransportName; now: Instant }): DrillHold[] {
  const protocol = PROTOCOLS.find((one) => one === by);
  const least = (protocol && lane.protocolSeverity?.[protocol]) ?? 'info';
  return SEVERITIES.flatMap((severity): DrillHold[] => {
    const isBelow = compareSeverity(severity, lane.minSeverity) < 0 || compareSeverity(severity, least) < 0;
    if (isBelow) return [{ severity, because: 'below-severity' }];
    const { dueAt: until, heldFor } = dueAt(lane, { severity }, now);
    return heldFor === undefined ? [] : [{ severity, because: heldFor, until }];
  });
}
