import type { Incident } from '../incidents/incident.ts';
import { defined } from '../lib/fields.ts';
import { idOf } from '../lib/hash.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { Alert } from './alert.ts';

/** How long alerts about Bellwether itself are kept. */
export const OWN_RETENTION = 400 * DAY;

/** The alert to the operators that an incident has opened, or that it is resolved (`cured`). */
export function incidentAlertOf(
  { subject, kind, since, text, watchId }: Incident,
  { channel, cured, now }: { channel: string; cured: boolean; now: Instant },
): Alert {
  return defined<Alert>({
    id: idOf('trouble', subject, String(since), cured ? 'cured' : 'raised'),
    channel,
    occasion: { type: 'trouble', trouble: kind, cured, text },
    severity: cured ? 'info' : 'warning',
    watchId,
    createdAt: now,
    expiresAt: now + OWN_RETENTION,
    items: [],
  });
}
