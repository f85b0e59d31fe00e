import type { Service } from '../lib/errors.ts';
import type { Instant } from '../time/instant.ts';

/** The outlet that printed an article. */
export interface Outlet {
  domain: string;
  name?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  /** SEO rank of the site: lower is more popular, 999999 is unranked. */
  rank?: number;
}

/** An article that an event or a record rests on. */
export interface FindingArticle {
  title: string;
  link?: string;
  publishedAt?: Instant;
}

/** A company of a watchlist that a record is about. */
export interface FindingEntity {
  name: string;
  /** Its key in our watchlist, or the id that a person has given it at the service. */
  key?: string;
  /** How much it is about it, 1..10. */
  score?: number;
  /** What it has to do with it, in a few words. */
  relation?: string;
  /** `event_associated`: it is the main actor; `mention`: it appears. */
  role?: string;
}

/** One normalised item that a run found: an article, an event or a record. Text fields are hostile: news text. */
export interface Finding {
  /** Identity within its service. */
  fingerprint: string;
  service: Service;
  type: 'article' | 'event' | 'record';
  /** The time its window runs on: when the service parsed it. */
  indexedAt: Instant;
  publishedAt?: Instant;
  title: string;
  link?: string;
  outlet?: Outlet;
  authors: readonly string[];
  /** ISO 639-1. */
  language?: string;
  /** -1..1, where the service gave it. */
  sentiment?: { title?: number; content?: number };
  /** Up to 1,500 characters around the matches. */
  snippet: string;
  /** The words of the query that it matched, as they stand in the text. */
  matched: readonly string[];
  /** The phrase of the watch's exclusions that stands in it: it is stored, and never told. */
  excludedBy?: string;
  /** The service's group of near-copies, where it gave one. */
  duplicateGroup?: string;
  /** How its title and the beginning of its text look, written small: what tells near-copies (signature-text.ts). */
  signature?: string;
  /** Of an event or a record: articles it rests on, at most 50, and how many there are in all. */
  articles?: readonly FindingArticle[];
  articleCount?: number;
  /** Digest of the content, where the service may give the same item anew: another one is a change, no new finding. */
  contentDigest?: string;
  /** Of an event: its figures, dates and names by the service's own field names, as text. */
  facts?: Readonly<Record<string, string>>;
  /** Of a record: the companies it is about, the one it is most about first. */
  entities?: readonly FindingEntity[];
  /**
   * Companies and other organisations by name: of an article those that its language layer found, the one it names most
   * first; of a record those in its fields.
   */
  companies?: readonly string[];
}

/** Why nothing was told of a finding. */
export const SILENT_REASONS = [
  'base',
  'same-story',
  'excluded',
  'below-severity',
  /** The channel is for some companies, and it names none of them. */
  'other-company',
  /** The policy of its watch judges hours, not findings. */
  'counted',
  /** The policy tells of what is seen first, and this was seen before. */
  'seen-before',
  /** The policy tells of what is beyond a limit, and this is not. */
  'within-limits',
  /** The policy tells of changes, and this is new. */
  'awaits-change',
] as const;
export type SilentReason = (typeof SILENT_REASONS)[number];

/** What became of a finding; `silent` says why nothing was told. */
export type Verdict = { told: string } | { silent: SilentReason };

/** A finding as the store holds it. Until it is judged it stands in the index of work. */
export interface StoredFinding {
  watchId: string;
  finding: Finding;
  foundAt: Instant;
  /** When it may be forgotten. */
  expiresAt: Instant;
  /** The story it tells, once it is judged. */
  story?: string;
  verdict?: Verdict;
  /** When the service last gave it with another content. */
  changedAt?: Instant;
  /** Facts that changed since it was found, oldest change first; the latest few. */
  changes?: readonly FindingChange[];
}

/** What the service corrected in a finding, and when we saw it. */
export interface FindingChange {
  at: Instant;
  facts: readonly FactChange[];
}

/** A fact that came, went, or has another value. */
export interface FactChange {
  name: string;
  from?: string;
  to?: string;
}

/** The most a finding may weigh in the store, in bytes of UTF-8. */
export const FINDING_BYTES = 8 * 1024;
