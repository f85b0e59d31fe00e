import { countMuted, isInForce } from '../../domain/channels/silence.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { MutesView } from '../../domain/pages/inbox.ts';
import { DAY, dayOf, type Instant } from '../../domain/time/instant.ts';
import type { Ports } from '../ports/ports.ts';

/** Of how many days the alerts are counted that silences have muted, and how many of a day at most. */
const DAYS = 7;
const MOST_A_DAY = 10_000;

/** The silences in force, and how many of the alerts of the last 7 days (UTC) they and others have muted. */
export async function readMutes(
  {
    silences,
    timeline,
  }: { silences: Pick<Ports['silences'], 'since'>; timeline: Pick<Ports['timeline'], 'alertStates'> },
  now: Instant,
): Promise<MutesView> {
  const days = Array.from({ length: DAYS }, (_, n) => dayOf(now - n * DAY));
  const [known, states] = await Promise.all([
    silences.since(now),
    inParallel(days, (day) => timeline.alertStates(day, MOST_A_DAY)),
  ]);
  const counts = countMuted(states.flat());
  const inForce = known.filter((silence) => isInForce(silence, now));
  return {
    inForce: inForce.map((silence) => ({ silence, alerts: counts.get(silence.id) ?? 0 })),
    alerts: [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}
