import type { Instant } from '../../domain/time/instant.ts';

/** A lease: who holds it and until when. The same owner may enter again after a crash. */
export interface Lease {
  owner: string;
  until: Instant;
}

/** Named locks for what must not run twice at a time. */
export interface Leases {
  take(name: string, lease: Lease, now: Instant): Promise<boolean>;
  giveBack(name: string, lease: Lease): Promise<void>;
}
