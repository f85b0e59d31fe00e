import { idOf } from '../lib/hash.ts';
import type { Finding } from '../findings/finding.ts';
import { DAY, type Instant } from '../time/instant.ts';

/**
 * How long a story is remembered after its latest article, unless `watches.yaml` says otherwise: longer than the week
 * over which the service compares copies, so that an article that is edited or indexed again is no news.
 */
export const STORY_MEMORY = 30 * DAY;

/** Findings of any watch that tell the same thing, with what is known of who printed it. */
export interface Story {
  id: string;
  /** The story that took this one in: what was told is looked up under both. */
  mergedInto?: string;
  /** The title of its first finding. News text. */
  title: string;
  /** Fingerprints of its articles, each once; a fingerprint is the same in every watch. */
  members: readonly string[];
  /** Domains of the outlets that printed it. */
  outlets: readonly string[];
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[];
  /** The best SEO rank among its outlets: lower is more popular. */
  bestRank?: number;
  /** Mean sentiment of its articles, -1..1, where the service gave any. */
  sentiment?: number;
  /** When its first and its latest article were indexed. */
  firstAt: Instant;
  lastAt: Instant;
}

/**
 * The id of the story that a finding founds when it is like no other. It is made of the finding's identity alone: of a
 * title or of a group of the service there can be another story once this one is forgotten, and what is told under an
 * id is told once.
 */
export function storyIdOf({ service, fingerprint }: Pick<Finding, 'service' | 'fingerprint'>): string {
  return idOf('story', service, fingerprint);
}
