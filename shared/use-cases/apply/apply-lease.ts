import { SECOND, type Instant } from '../../domain/time/instant.ts';
import type { Ports } from '../ports/ports.ts';

export const APPLY_LEASE = 'apply-watches';
/** How long the lease of an apply that died keeps others waiting. */
const LEASE_TIME = 30 * SECOND;
/** How old a lease may become before it is renewed: three times sooner than it ends. */
const RENEWED_AFTER = 10 * SECOND;

type LeasePorts = Pick<Ports, 'leases' | 'clock'>;

/** What an apply does before each of its steps, so that no two applies work at a time. */
export interface Kept {
  /**
   * Renews the lease when it has become old.
   *
   * @throws when another apply holds it. What was applied until then stays, and applying again completes it.
   */
  keep: () => Promise<void>;
}

/** The lease of an apply. */
export interface ApplyLease extends Kept {
  giveBack: () => Promise<void>;
}

const TOO_LONG = 'Another apply has begun, because this one took too long. Apply again to complete it.';

/** Waits for another apply to end: a deployment must not skip its watches because a person is applying. Undefined: it does not end. */
export async function takeApplyLease(
  ports: LeasePorts,
  { owner, deadline, whenLost = TOO_LONG }: { owner: string; deadline: Instant; whenLost?: string },
): Promise<ApplyLease | undefined> {
  const { leases, clock } = ports;
  for (;;) {
    const now = clock.now();
    const lease = { owner, until: now + LEASE_TIME };
    if (await leases.take(APPLY_LEASE, lease, now)) {
      return {
        keep: keeper(ports, { owner, takenAt: now, whenLost }),
        giveBack: () => leases.giveBack(APPLY_LEASE, lease),
      };
    }
    if (now + LEASE_TIME >= deadline) return undefined;
    await clock.sleep(SECOND);
  }
}

/** Steps run beside each other: they share one renewal. */
function keeper(
  { leases, clock }: LeasePorts,
  { owner, takenAt, whenLost }: { owner: string; takenAt: Instant; whenLost: string },
): Kept['keep'] {
  let renewedAt = takenAt;
  let renewal: Promise<boolean> = Promise.resolve(true);
  return async () => {
    const now = clock.now();
    if (now - renewedAt >= RENEWED_AFTER) {
      renewedAt = now;
      renewal = leases.take(APPLY_LEASE, { owner, until: now + LEASE_TIME }, now);
    }
    if (await renewal) return;
    throw new Error(whenLost);
  };
}
