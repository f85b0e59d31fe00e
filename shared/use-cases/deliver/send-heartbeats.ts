import { OPERATORS, type Channel } from '../../domain/channels/channel.ts';
import { HOUR, type Instant } from '../../domain/time/instant.ts';
import { LIFE_SIGN_AFTER, lifeSignOf, tallyOf, type WindowTally } from '../../domain/runs/heartbeat.ts';
import { lifeSignAlertOf, lifeSignId } from '../../domain/channels/reminder-alerts.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { ChannelLife } from '../ports/channel-ports.ts';
import type { Leases, RunStates } from '../ports/ports.ts';
import { putAlert, type Teller } from '../alerts/put-alert.ts';

/** Who tells life signs. */
export type LifeTeller = Teller & {
  ports: { states: Pick<RunStates, 'read'>; life: ChannelLife; leases: Leases };
};

/**
 * Once an hour, by whichever sweep comes first: a channel that has told nothing for a week says that it lives, and how
 * many windows of its watches were checked; the operators' channel speaks for all watches. The alert's id is made of the
 * time since which the channel is silent, so that who dies in between tells nothing twice.
 */
export async function tellLifeSigns(teller: LifeTeller, owner: string): Promise<void> {
  const { definitions, life, leases, clock } = teller.ports;
  const now = clock.now();
  if (!(await leases.take('life-signs', { owner, until: now + HOUR }, now))) return;
  const watches = await definitions.watches();
  for (const channel of await definitions.channels()) {
    const spoken = watchesOf(channel, watches);
    if (spoken.length === 0) continue;
    const since = await life.lastSign(channel.name, now);
    if (now - since >= LIFE_SIGN_AFTER) await tellSign(channel.name, { watches: spoken, since, teller });
  }
}

function watchesOf({ name }: Channel, watches: readonly Watch[]): readonly Watch[] {
  return name === OPERATORS ? watches : watches.filter(({ alert }) => alert.channel === name);
}

async function tellSign(
  channel: string,
  { watches, since, teller }: { watches: readonly Watch[]; since: Instant; teller: LifeTeller },
): Promise<void> {
  const { alerts, states, clock } = teller.ports;
  if (await alerts.get(lifeSignId(channel, since))) return;
  const now = clock.now();
  const tallies: WindowTally[] = [];
  for (const watch of watches) {
    const state = await states.read(watch.id, 'live');
    tallies.push(tallyOf(watch, { state, since, until: now }));
  }
  const sign = lifeSignOf(tallies, { since, until: now });
  await putAlert(teller, lifeSignAlertOf(sign, { channel, now }));
}
