import { OPERATORS, type Channel } from '../../domain/channels/channel.ts';
import { HOUR, type Instant } from '../../domain/time/instant.ts';
import type { CoveredWindows } from '../../domain/alerts/heartbeat.ts';
import { HEARTBEAT_AFTER, heartbeatOf, coveredWindowsOf } from '../../domain/runs/covered-windows.ts';
import { heartbeatAlertOf, heartbeatId } from '../../domain/channels/reminder-alerts.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { ChannelActivity } from '../ports/channel-ports.ts';
import type { Leases, RunStates } from '../ports/ports.ts';
import { putAlert, type AlertWriter } from '../alerts/put-alert.ts';

/** Who tells life signs. */
export type HeartbeatSender = AlertWriter & {
  ports: { states: Pick<RunStates, 'read'>; life: ChannelActivity; leases: Leases };
};

/**
 * Once an hour, by whichever sweep comes first: a channel that has told nothing for a week says that it lives, and how
 * many windows of its watches were checked; the operators' channel speaks for all watches. The alert's id is made of the
 * time since which the channel is silent, so that who dies in between tells nothing twice.
 */
export async function sendHeartbeats(writer: HeartbeatSender, owner: string): Promise<void> {
  const { definitions, life, leases, clock } = writer.ports;
  const now = clock.now();
  if (!(await leases.take('life-signs', { owner, until: now + HOUR }, now))) return;
  const watches = await definitions.watches();
  for (const channel of await definitions.channels()) {
    const spoken = watchesOf(channel, watches);
    if (spoken.length === 0) continue;
    const since = await life.lastSign(channel.name, now);
    if (now - since >= HEARTBEAT_AFTER) await sendHeartbeat(channel.name, { watches: spoken, since, writer });
  }
}

function watchesOf({ name }: Channel, watches: readonly Watch[]): readonly Watch[] {
  return name === OPERATORS ? watches : watches.filter(({ alert }) => alert.channel === name);
}

async function sendHeartbeat(
  channel: string,
  { watches, since, writer }: { watches: readonly Watch[]; since: Instant; writer: HeartbeatSender },
): Promise<void> {
  const { alerts, states, clock } = writer.ports;
  if (await alerts.get(heartbeatId(channel, since))) return;
  const now = clock.now();
  const countStore: CoveredWindows[] = [];
  for (const watch of watches) {
    const state = await states.read(watch.id, 'live');
    countStore.push(coveredWindowsOf(watch, { state, since, until: now }));
  }
  const sign = heartbeatOf(countStore, { since, until: now });
  await putAlert(writer, heartbeatAlertOf(sign, { channel, now }));
}
