import { storyKey } from '../../domain/alerts/message.ts';
import { type Channel, lanesOf } from '../../domain/channels/channel.ts';
import { nextBriefTime } from '../../domain/channels/due-times.ts';
import type { BriefView } from '../../domain/pages/inbox.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { compareSeverity } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';

/** How many alerts are read, and how many of them are listed. */
const MOST_READ = 5_000;
const MOST_LISTED = 60;

/**
 * What waits for the next brief of a channel: what has been sent since is not in it. Its lanes have the same; one is
 * read.
 */
export async function readBrief(
  channel: Channel,
  { alerts }: Pick<Ports, 'alerts'>,
  now: Instant,
): Promise<BriefView> {
  const { name, brief, timezone, daysOff } = channel;
  const [lane = channel] = lanesOf(channel);
  const held = brief === undefined ? [] : await alerts.held(lane.name, MOST_READ);
  const waiting = held.filter(({ state }) => state.state === 'pending' && state.heldFor === 'brief');
  const ordered = waiting.toSorted((a, b) => compareSeverity(b.alert.severity, a.alert.severity));
  return {
    channel: name,
    dueAt: brief === undefined ? undefined : nextBriefTime(brief, { after: now, timezone, daysOff }),
    timezone,
    stories: new Set(waiting.map(({ alert }) => storyKey(alert))).size,
    entries: ordered.slice(0, MOST_LISTED),
    count: ordered.length,
  };
}
