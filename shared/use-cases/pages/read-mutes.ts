import { countMuted, isInForce } from '../../domain/channels/silence.ts';
import type { MutesView } from '../../domain/pages/inbox.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import type { Ports } from '../ports/ports.ts';

/** Of how many days muted alerts are counted. */
const DAYS = 7;

/** The silences in force, and how many of the alerts of the last 7 days they and others have muted. */
export async function readMutes(
  {
    silences,
    alerts,
  }: { silences: Pick<Ports['silences'], 'since'>; alerts: Pick<Ports['alerts'], 'mutedSince'> },
  now: Instant,
): Promise<MutesView> {
  const [known, muted] = await Promise.all([silences.since(now), alerts.mutedSince(now - DAYS * DAY)]);
  const counts = countMuted(muted);
  const inForce = known.filter((silence) => isInForce(silence, now));
  return {
    inForce: inForce.map((silence) => ({ silence, alerts: counts.get(silence.id) ?? 0 })),
    alerts: muted.length,
  };
}
