import type { TroubleKind } from './alert.ts';
import type { Instant } from './instant.ts';

/** Something a person must mend: told once when it begins, once when it is over. */
export interface Trouble {
  /** What is broken: `watch:acme-news`, `service:news`, `channel:press-team`, with the kind: one trouble each. */
  subject: string;
  kind: TroubleKind;
  since: Instant;
  /** What happened, what it means, what to do. */
  text: string;
}
