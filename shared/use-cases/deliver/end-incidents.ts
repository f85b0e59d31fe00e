import { type Channel, transportOf } from '../../domain/channels/channel.ts';
import {
  ACKNOWLEDGED_WITHIN,
  isAcknowledged,
  type PagerIncident,
  QUIET_FOR,
} from '../../domain/channels/incidents.ts';
import { PublishRefused, PublishUnsure } from '../../domain/lib/errors.ts';
import { storyOfRecord } from '../../domain/stories/story.ts';
import { MINUTE, type Instant } from '../../domain/time/instant.ts';
import type { Ports } from '../ports/ports.ts';
import type { DeliverContext } from './channel-gate.ts';

type IncidentEndPorts = Pick<Ports, 'clock' | 'gate' | 'pagers' | 'readerActions' | 'stories' | 'topic'>;

/** An incident that may end now. */
interface Ending {
  lane: Channel;
  incident: PagerIncident;
  isAcknowledged: boolean;
}

/** How many incidents of a lane end in one call. The others end in the next. */
const MOST_ENDED = 50;
/** After a failure it is tried again so much later. */
const RETRY = 15 * MINUTE;
/** The lease of a lane while its incidents end. */
const LEASE = MINUTE;

/**
 * The incidents of these lanes that a reader has acknowledged, or whose story may be quiet by now. One read, and one
 * for each lane with incidents; none without such lanes.
 */
export async function findEndings(
  lanes: readonly Channel[],
  { clock, pagers, readerActions }: Pick<IncidentEndPorts, 'clock' | 'pagers' | 'readerActions'>,
): Promise<Ending[]> {
  const paging = lanes.filter(({ name }) => transportOf(name) === 'pagerduty');
  if (paging.length === 0) return [];
  const now = clock.now();
  const acknowledged = await readerActions.acknowledgedSince(now - ACKNOWLEDGED_WITHIN);
  const found = await Promise.all(
    paging.map(async (lane) => {
      const open = await pagers.open(lane.name, acknowledged.length > 0 ? undefined : now);
      return open.map((incident) => ({
        lane,
        incident,
        isAcknowledged: isAcknowledged(incident, acknowledged),
      }));
    }),
  );
  return found
    .flat()
    .filter(
      ({ incident, isAcknowledged: isDone }) =>
        (incident.retryAt ?? 0) <= now && (isDone || incident.checkAt <= now),
    );
}

/**
 * Ends the incidents of these lanes that can end. No message of a lane is sent meanwhile, so that none opens again
 * what ends here. A repeat after a death ends the same incident again, which changes nothing.
 */
export async function endIncidents(
  lanes: readonly Channel[],
  ports: IncidentEndPorts,
  context: DeliverContext,
): Promise<void> {
  const endings = await findEndings(lanes, ports);
  for (const [lane, own] of Map.groupBy(endings, (ending) => ending.lane))
    await withinGate(lane.name, { ports, owner: context.owner }, async (until) => {
      for (const ending of own.slice(0, MOST_ENDED)) {
        if (ports.clock.now() > Math.min(until, context.deadline) - RESERVE) break;
        await endOne(ending, { ports, deadline: until });
      }
    });
}

/** No request is begun with less time left. */
const RESERVE = MINUTE / 4;

async function endOne(
  { lane, incident, isAcknowledged: isDone }: Ending,
  { ports, deadline }: { ports: IncidentEndPorts; deadline: Instant },
): Promise<void> {
  const { clock, pagers, topic } = ports;
  const now = clock.now();
  const still = await pagers.get(incident.lane, incident.key);
  // A message has come since, or it has ended.
  if (!still || still.since !== incident.since) return;
  const checkAt = isDone ? now : await quietFrom(still, ports);
  if (checkAt > now) return pagers.put({ ...still, checkAt });
  try {
    await topic.resolve?.(incident.key, lane, { deadline });
  } catch (error) {
    if (!(error instanceof PublishRefused || error instanceof PublishUnsure)) throw error;
    return pagers.put({ ...still, retryAt: now + RETRY });
  }
  await pagers.close(still, now);
}

/** When the story of an incident is quiet, as far as is known now. A single finding has no story. */
async function quietFrom(
  { key, since }: PagerIncident,
  { stories }: Pick<IncidentEndPorts, 'stories'>,
): Promise<Instant> {
  const story = (await stories.read([key])).get(key);
  return Math.max(since, story ? storyOfRecord(story).lastAt : 0) + QUIET_FOR;
}

/** Does work while no deliverer is in the gates of a lane; nothing while one is. */
async function withinGate(
  lane: string,
  { ports: { clock, gate }, owner }: { ports: IncidentEndPorts; owner: string },
  work: (until: Instant) => Promise<void>,
): Promise<void> {
  const now = clock.now();
  const until = now + LEASE;
  const leases = (['critical', 'normal'] as const).map((urgency) => ({ owner, until, urgency }));
  const entered: typeof leases = [];
  try {
    for (const lease of leases) if (await gate.enter(lane, lease, now)) entered.push(lease);
    if (entered.length === leases.length) await work(until);
  } finally {
    for (const lease of entered) await gate.leave(lane, lease);
  }
}
