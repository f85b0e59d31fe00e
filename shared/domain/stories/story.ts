import { idOf } from '../lib/hash.ts';
import type { Finding } from '../findings/finding.ts';
import { DAY, type Instant } from '../time/instant.ts';

/**
 * How long a story is remembered after its latest article, unless `watches.yaml` says otherwise. It is longer than the
 * week over which the service compares copies, so an article that is edited or indexed again gets no new alert.
 */
export const STORY_MEMORY = 30 * DAY;

/** Findings of any watch that report the same thing, with who published it. */
export interface Story {
  id: string;
  /** The story that this one was merged into. Notifications are looked up under both ids. */
  mergedInto?: string;
  /** The title of its first finding. News text. */
  title: string;
  /** Fingerprints of its articles, each once; a fingerprint is the same in every watch. */
  members: readonly string[];
  /** Domains of the outlets that published it. */
  outlets: readonly string[];
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[];
  /** The best SEO rank among its outlets: lower is more popular. */
  bestRank?: number;
  /** Mean sentiment of its articles, -1..1, if the service gave any. */
  sentiment?: number;
  /** When its first and its latest article were indexed. */
  firstAt: Instant;
  lastAt: Instant;
}

/**
 * The id of the story that a finding creates. It depends on the finding's identity alone: a title, or a group of the
 * service, can belong to another story once this one is forgotten, and each story id is notified only once.
 */
export function storyIdOf({ service, fingerprint }: Pick<Finding, 'service' | 'fingerprint'>): string {
  return idOf('story', service, fingerprint);
}
