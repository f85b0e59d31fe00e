import type { Alert } from '../../domain/alerts/alert.ts';
import { groupingOf, quietUntil, stormEnd } from '../../domain/channels/channel.ts';
import { groupOf, restsAfter } from '../../domain/alerts/grouping.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { silenceFor } from '../../domain/channels/silence.ts';
import { SEVERITIES } from '../../domain/watches/watch.ts';
import type { StoredAlert } from '../ports/ports.ts';
import type { Sending } from './sending.ts';

/**
 * Which of the alerts that are due, or soon due, may be told now. What a person has muted is marked and kept; what falls
 * into quiet hours, or belongs to a group or a story that rests, gets a later due time.
 *
 * @param alerts what is due within the channel's group wait; what is not due yet comes along with its group.
 */
export async function selectAlerts(alerts: readonly StoredAlert[], sending: Sending): Promise<StoredAlert[]> {
  const heard = await withoutSilenced(alerts, sending);
  const awake = await withoutQuiet(heard, sending);
  return withoutResting(withTheirGroups(awake, sending), sending);
}

/** One read for all: the silences that are in force now, or that ended since the oldest of these alerts was made. */
async function withoutSilenced(alerts: readonly StoredAlert[], sending: Sending): Promise<StoredAlert[]> {
  const { ports, outcome } = sending;
  const now = ports.clock.now();
  if (!alerts.some((stored) => isDue(stored, now))) return [];
  const oldest = alerts.reduce((least, { alert }) => Math.min(least, alert.createdAt), now);
  const silences = await ports.silences.since(oldest);
  if (silences.length === 0) return [...alerts];
  const heard: StoredAlert[] = [];
  const muted: (() => Promise<unknown>)[] = [];
  for (const stored of alerts) {
    const silence = silenceFor(stored.alert, { silences, now });
    if (!silence) heard.push(stored);
    else if (isDue(stored, now)) {
      const state = { state: 'silenced', silenceId: silence.id, reason: silence.reason } as const;
      muted.push(() => ports.alerts.settle(stored.alert, state));
    }
  }
  outcome.silenced += muted.length;
  await inParallel(muted, (mute) => mute());
  return heard;
}

/** Quiet hours that began, or were set, after an alert got its due time move it once more. */
async function withoutQuiet(alerts: readonly StoredAlert[], sending: Sending): Promise<StoredAlert[]> {
  const { ports, channel } = sending;
  const now = ports.clock.now();
  const ends = new Map(SEVERITIES.map((severity) => [severity, quietUntil(channel, { severity, now })]));
  const later: [Alert, Instant][] = [];
  const awake = alerts.filter(({ alert }) => {
    const until = ends.get(alert.severity);
    if (until !== undefined) later.push([alert, until]);
    return until === undefined;
  });
  await inParallel(later, ([alert, dueAt]) => hold(alert, { sending, dueAt, heldFor: 'quiet-hours' }));
  return awake;
}

/** Who waits for others goes with the first of its group; what is critical goes alone, and wakes nobody. */
function withTheirGroups(alerts: readonly StoredAlert[], { ports, channel }: Sending): StoredAlert[] {
  const now = ports.clock.now();
  const grouping = groupingOf(channel);
  const calm = alerts.filter((stored) => isDue(stored, now) && stored.alert.severity !== 'critical');
  const going = new Set(calm.map(({ alert }) => groupOf(alert, grouping)));
  return alerts.filter(
    (stored) =>
      isDue(stored, now) ||
      (stored.state.state === 'pending' &&
        stored.state.heldFor === 'group' &&
        going.has(groupOf(stored.alert, grouping))),
  );
}

/** What was held for a brief has waited long enough; what is told at once waits while its group or story rests. */
async function withoutResting(alerts: readonly StoredAlert[], sending: Sending): Promise<StoredAlert[]> {
  const { ports, channel } = sending;
  const now = ports.clock.now();
  const grouping = groupingOf(channel);
  const rests = new Map(alerts.filter(isFree).map(({ alert }) => [alert, restsAfter(alert, grouping)]));
  const topics = [...rests.values()].flat().map(({ topic }) => topic);
  const lastNotified =
    topics.length === 0
      ? new Map<string, Instant>()
      : await ports.cooldowns.lastNotified(channel.name, topics);
  const later: [Alert, Instant][] = [];
  const awake = alerts.filter(({ alert }) => {
    const ends = (rests.get(alert) ?? []).map(
      ({ topic, length }) => (lastNotified.get(topic) ?? -length) + length,
    );
    const until = Math.max(0, ...ends);
    if (until > now) later.push([alert, until]);
    return until <= now;
  });
  await inParallel(later, ([alert, dueAt]) => hold(alert, { sending, dueAt, heldFor: 'group' }));
  return awake;
}

/** What is beyond the storm cap waits for the hour to end, and is one message then. */
export async function holdForStorm(alerts: readonly Alert[], sending: Sending): Promise<void> {
  const { ports, channel, sent } = sending;
  const dueAt = stormEnd(channel, { sent, now: ports.clock.now() });
  await inParallel(alerts, (alert) => hold(alert, { sending, dueAt, heldFor: 'storm-cap' }));
}

async function hold(
  alert: Alert,
  to: { sending: Sending; dueAt: Instant; heldFor: 'quiet-hours' | 'group' | 'storm-cap' },
): Promise<void> {
  const { sending, dueAt, heldFor } = to;
  sending.outcome.held += 1;
  await sending.ports.alerts.settle(alert, { state: 'pending', dueAt, heldFor });
}

function isFree({ state }: StoredAlert): boolean {
  return state.state === 'pending' && (state.heldFor === undefined || state.heldFor === 'group');
}

function isDue({ state }: StoredAlert, now: Instant): boolean {
  return state.state === 'pending' && state.dueAt <= now;
}
