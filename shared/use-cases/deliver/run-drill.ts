import type { Message } from '../../domain/alerts/message.ts';
import { type Channel, channelNameOf, lanesOf, transportOf } from '../../domain/channels/channel.ts';
import { type Drill, type DrillOrder, type DrillTarget, drillTargets } from '../../domain/channels/drill.ts';
import { PublishRefused, PublishUnsure } from '../../domain/lib/errors.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import type { CallLimits } from '../ports/clock.ts';
import type { StoredDrill } from '../../store/channels/drills.ts';
import type { Ports } from '../ports/ports.ts';

/** The messages of a drill on one lane, in their order: of an incident also its end. */
type DrillComposer = (
  drill: Pick<Drill, 'id' | 'beganAt'>,
  to: { lane: Channel; targets: readonly DrillTarget[]; now: Instant },
) => readonly Message[];

type DrillPorts = Pick<Ports, 'clock' | 'definitions' | 'drills' | 'topic' | 'transportQueue'> & {
  composeDrill: DrillComposer;
};

/** How long a drill is kept. */
const KEPT = 400 * DAY;

/**
 * Begins a drill that was taken from the queue of runs: sends it on each lane of SNS, and orders the other lanes to be
 * served by their function, as alerts are. It goes at once, whatever quiet hours, briefs, limits and silences say, and
 * books no sending time: no alert waits for it. It writes items of its own alone. A repeat sends what has no result
 * yet.
 */
export async function beginDrill(order: DrillOrder, ports: DrillPorts, limits: CallLimits): Promise<Drill> {
  const now = ports.clock.now();
  const channels = await ports.definitions.channels();
  const { id, sms, orderedAt } = order;
  await ports.drills.put({ id, sms, orderedAt, beganAt: now, targets: drillTargets(channels, order, now) });
  const stored = await readDrill(id, ports);
  await serve(stored, { ports, limits, channels, serves: 'sns' });
  const others = stored.drill.targets.filter((target) => !isOfSns(target));
  const names = [...new Set(others.map(({ channel }) => channel))];
  if (names.length > 0) await ports.transportQueue.send(names, { drill: id });
  return stored.drill;
}

/** Sends a drill on the lanes of other transports than SNS. */
export async function serveDrill(
  id: string,
  ports: Omit<DrillPorts, 'transportQueue'>,
  limits: CallLimits,
): Promise<void> {
  const channels = await ports.definitions.channels();
  await serve(await readDrill(id, ports), { ports, limits, channels, serves: 'others' });
}

async function readDrill(id: string, { drills }: Pick<DrillPorts, 'drills'>): Promise<StoredDrill> {
  const stored = await drills.read(id);
  if (!stored) throw new Error(`There is no drill ${id}.`);
  return stored;
}

interface Serving {
  ports: Omit<DrillPorts, 'transportQueue'>;
  limits: CallLimits;
  channels: readonly Channel[];
  serves: 'sns' | 'others';
}

/** A lane that fails holds up no other. */
async function serve(
  { drill, results }: StoredDrill,
  { ports, limits, channels, serves }: Serving,
): Promise<void> {
  const lanes = channels
    .flatMap(lanesOf)
    .filter(({ name }) => (transportOf(name) === undefined) === (serves === 'sns'));
  await inParallel(lanes, async (lane) => {
    const targets = drill.targets.filter((target) => isOn(target, lane));
    const done = new Set(
      results.filter(({ state }) => state !== 'failed').map(({ channel, by }) => `${channel}~${by}`),
    );
    if (targets.every(({ channel, by }) => done.has(`${channel}~${by}`))) return;
    const result = await publish(drill, { lane, targets, ports, limits });
    for (const { channel, by } of targets)
      await ports.drills.note(drill.id, { channel, by, ...result }, drill.beganAt + KEPT);
  });
}

function isOfSns({ by }: DrillTarget): boolean {
  return by === 'email' || by === 'sms' || by === 'https' || by === 'queue';
}

function isOn(target: DrillTarget, { name }: Channel): boolean {
  const transport = transportOf(name);
  return (
    target.channel === channelNameOf(name) &&
    (transport === undefined ? isOfSns(target) : target.by === transport)
  );
}

async function publish(
  drill: Drill,
  {
    lane,
    targets,
    ports,
    limits,
  }: { lane: Channel; targets: readonly DrillTarget[] } & Pick<Serving, 'ports' | 'limits'>,
) {
  const now = ports.clock.now();
  try {
    const messages = ports.composeDrill(drill, { lane, targets, now });
    for (const message of messages) await ports.topic.publish(message, lane, limits);
    const state = messages.length > 1 ? ('resolved' as const) : ('accepted' as const);
    return { state, at: ports.clock.now() };
  } catch (error) {
    if (!(error instanceof PublishRefused || error instanceof PublishUnsure)) throw error;
    return { state: 'failed' as const, at: ports.clock.now(), error: error.message };
  }
}
