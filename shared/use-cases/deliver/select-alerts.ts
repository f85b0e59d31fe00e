import type { Alert } from '../../domain/alerts/alert.ts';
import type { HoldReason } from '../../domain/alerts/alert-state.ts';
import { groupIdOf, cooldownsAfter } from '../../domain/alerts/grouping.ts';
import { groupingOf, quietUntil, stormEnd, type SendTimes } from '../../domain/channels/channel.ts';
import { silenceFor } from '../../domain/channels/silence.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import type { StoredAlert } from '../../store/alerts/alerts.ts';
import type { ChannelDelivery } from './channel-delivery.ts';
import { joinDueTogether, joinToNotified } from './join-alerts.ts';

interface Selection {
  alerts: StoredAlert[];
  held: number;
  silenced: number;
  joined: number;
}

/**
 * Selects the alerts that may be sent now. What a silence mutes is marked and kept, and so is what another space has notified
 * the channel of; what falls into quiet hours, or into the cooldown of its group or story, gets a later due time.
 *
 * @param alerts what is due within the channel's group wait: what is not due yet is sent with the first of its group.
 */
export async function selectAlerts(
  alerts: readonly StoredAlert[],
  delivery: ChannelDelivery,
): Promise<Selection> {
  const audible = await muteSilenced(alerts, delivery);
  const open = await holdForQuietHours(audible.alerts, delivery);
  const due = withTheirGroups(open.alerts, delivery);
  const other = await joinToNotified(due, delivery);
  const ready = await holdForCooldown(other, delivery);
  return {
    alerts: joinDueTogether(ready.alerts),
    held: open.held + ready.held,
    silenced: audible.silenced,
    joined: due.length - other.length,
  };
}

/** One read for all: the silences that are in force now, or that ended since the oldest of these alerts was made. */
async function muteSilenced(
  alerts: readonly StoredAlert[],
  { ports }: ChannelDelivery,
): Promise<Pick<Selection, 'alerts' | 'silenced'>> {
  const now = ports.clock.now();
  if (!alerts.some((stored) => isDue(stored, now))) return { alerts: [], silenced: 0 };
  const oldest = alerts.reduce((least, { alert }) => Math.min(least, alert.createdAt), now);
  const silences = await ports.silences.since(oldest);
  const found = alerts.map((stored) => ({
    stored,
    silence: silences.length === 0 ? undefined : silenceFor(stored.alert, { silences, now }),
  }));
  const muted = found.flatMap(({ stored, silence }) =>
    silence && isDue(stored, now) ? [{ alert: stored.alert, silence }] : [],
  );
  await inParallel(muted, ({ alert, silence: { id: silenceId, reason } }) =>
    ports.alerts.settle(alert, { state: 'silenced', silenceId, reason }),
  );
  const audible = found.flatMap(({ stored, silence }) => (silence ? [] : [stored]));
  return { alerts: audible, silenced: muted.length };
}

type Held = Pick<Selection, 'alerts' | 'held'>;

/** Quiet hours that began, or were set, after an alert got its due time move it once more. */
async function holdForQuietHours(alerts: readonly StoredAlert[], delivery: ChannelDelivery): Promise<Held> {
  const { ports, channel } = delivery;
  const now = ports.clock.now();
  const ends = new Map(SEVERITIES.map((severity) => [severity, quietUntil(channel, { severity, now })]));
  return holdUntil(alerts, { delivery, heldFor: 'quiet-hours', endOf: ({ severity }) => ends.get(severity) });
}

/** What waits for its group is sent with the first of the group; what is critical is sent alone. */
function withTheirGroups(alerts: readonly StoredAlert[], { ports, channel }: ChannelDelivery): StoredAlert[] {
  const now = ports.clock.now();
  const grouping = groupingOf(channel);
  const calm = alerts.filter((stored) => isDue(stored, now) && stored.alert.severity !== 'critical');
  const due = new Set(calm.map(({ alert }) => groupIdOf(alert, grouping)));
  return alerts.filter(
    (stored) =>
      isDue(stored, now) ||
      (stored.state.state === 'pending' &&
        stored.state.heldFor === 'group' &&
        due.has(groupIdOf(stored.alert, grouping))),
  );
}

/** A cooldown holds what is sent at once; what waited for a brief has waited long enough. */
async function holdForCooldown(alerts: readonly StoredAlert[], delivery: ChannelDelivery): Promise<Held> {
  const { ports, channel } = delivery;
  const now = ports.clock.now();
  const grouping = groupingOf(channel);
  const cooldowns = new Map(
    alerts.filter(isSentAtOnce).map(({ alert }) => [alert, cooldownsAfter(alert, grouping)]),
  );
  const topics = [...cooldowns.values()].flat().map(({ topic }) => topic);
  const lastNotified =
    topics.length === 0
      ? new Map<string, Instant>()
      : await ports.cooldowns.lastNotified(channel.name, topics);
  const endOf = (alert: Alert): Instant | undefined => {
    const ends = (cooldowns.get(alert) ?? []).map(
      ({ topic, length }) => (lastNotified.get(topic) ?? -length) + length,
    );
    const end = Math.max(0, ...ends);
    return end > now ? end : undefined;
  };
  return holdUntil(alerts, { delivery, heldFor: 'group', endOf });
}

/** Holds alerts beyond the storm cap until the hour of the cap ends; they are one message then. */
export async function holdForStormCap(
  alerts: readonly Alert[],
  { delivery, sent }: { delivery: ChannelDelivery; sent: SendTimes },
): Promise<void> {
  const { ports, channel } = delivery;
  const dueAt = stormEnd(channel, { sent, now: ports.clock.now() });
  await inParallel(alerts, (alert) => hold(alert, { delivery, dueAt, heldFor: 'storm-cap' }));
}

async function holdUntil(
  alerts: readonly StoredAlert[],
  given: {
    delivery: ChannelDelivery;
    heldFor: HoldReason;
    endOf: (alert: Alert) => Instant | undefined;
  },
): Promise<Held> {
  const { delivery, heldFor, endOf } = given;
  const later = new Map(
    alerts.flatMap(({ alert }): [Alert, Instant][] => {
      const dueAt = endOf(alert);
      return dueAt === undefined ? [] : [[alert, dueAt]];
    }),
  );
  await inParallel(later, ([alert, dueAt]) => hold(alert, { delivery, dueAt, heldFor }));
  return { alerts: alerts.filter(({ alert }) => !later.has(alert)), held: later.size };
}

async function hold(
  alert: Alert,
  { delivery, dueAt, heldFor }: { delivery: ChannelDelivery; dueAt: Instant; heldFor: HoldReason },
): Promise<void> {
  await delivery.ports.alerts.settle(alert, { state: 'pending', dueAt, heldFor });
}

function isSentAtOnce({ state }: StoredAlert): boolean {
  return state.state === 'pending' && (state.heldFor === undefined || state.heldFor === 'group');
}

function isDue({ state }: StoredAlert, now: Instant): boolean {
  return state.state === 'pending' && state.dueAt <= now;
}
