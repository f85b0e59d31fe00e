import type { Instant } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';

/** What a service has of a story: a thread, or an incident that is open. */
export interface StoryThread {
  /** The id that the service gives it. */
  ref: string;
  severity: Severity;
  /** When something was last said about the story. */
  at: Instant;
}
