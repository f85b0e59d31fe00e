import type { Instant } from '../time/instant.ts';

/** A lease: who holds it and until when. The same owner may enter again after a crash. */
export interface Lease {
  owner: string;
  until: Instant;
}
