import type { StoredFinding, Verdict } from '../../domain/findings/finding.ts';
import type { Revision } from '../../domain/findings/revision.ts';
import type { Instant } from '../../domain/time/instant.ts';
import type { Window } from '../../domain/time/window.ts';

export interface Findings {
  /** Which of these fingerprints the watch knows. One read for each hundred; none for an empty list. */
  known(watchId: string, fingerprints: readonly string[]): Promise<Set<string>>;
  /**
   * Puts a finding if absent. Without a verdict it is in the work index until it is judged, and with one too if it `waits`: it
   * is of a baseline, and its story is still to be found.
   *
   * @throws UnstorableError when the store can never hold it, here and wherever content of a finding is written.
   */
  put(found: StoredFinding, how?: { waits?: boolean }): Promise<boolean>;
  /**
   * Puts findings that the watch does not know, each named once, in place of what others may have put since. Only for the holder
   * of the lease, and only findings that others would put with the same content. They are listed by when they were found. Those
   * without a verdict, or with one that is planned, are in no index of work: the state of the watch has to name them before
   * (`FindingScope.hold`). A failure leaves some of them put.
   */
  putNew(found: readonly StoredFinding[]): Promise<void>;
  /** Lists findings by when they were found, where `putNew` may have died before it did. Listing them twice changes nothing. */
  list(found: readonly StoredFinding[]): Promise<void>;
  /** Findings that wait to be judged, but for those of `putNew`: oldest first, a part at a time. */
  unjudged(
    watchId: string,
    part: { limit: number; after?: StoredFinding | undefined },
  ): Promise<StoredFinding[]>;
  /**
   * Records a verdict in place of one that was planned, and where the finding has a story, that and why it joined it. It waits no
   * more, unless somebody has changed it since it was read.
   */
  judge(found: StoredFinding, verdict: Verdict): Promise<void>;
  /**
   * Puts findings, each named once, in place of what the caller has put of them in this part of its run, now with their verdicts:
   * they wait no more. Only for the holder of the lease, and only where nobody else writes them, as it knows all of them. A
   * failure leaves some of them put.
   */
  putJudged(found: readonly StoredFinding[]): Promise<void>;
  /** Puts a finding into another story, as a person has ordered: then nothing says any more why it joined one. */
  moveTo(watchId: string, fingerprint: string, story: string): Promise<void>;
  /** The findings under these fingerprints, in any order; those that the watch does not know are left out. */
  read(watchId: string, fingerprints: readonly string[]): Promise<StoredFinding[]>;
  /**
   * Replaces the content of a finding that is known. When it was found, and what became of it, stay. With changes that are
   * awaited, it waits to be judged again.
   */
  revise(watchId: string, revision: Revision): Promise<void>;
  /** How many findings with a parse time in `window` the watch has stored, found on or after the window's day. */
  count(watchId: string, window: Window, now: Instant): Promise<number>;
  /** How many findings the watch has stored in all. Reads all of them: for people who ask, not for a run. */
  total(watchId: string): Promise<number>;
  /** Findings by the day they were found, newest first. */
  foundOn(watchId: string, day: string, limit: number): Promise<StoredFinding[]>;
  /** The first findings that were found from each of these instants on, on its UTC day. */
  foundFrom(watchId: string, from: readonly Instant[], limit: number): Promise<StoredFinding[]>;
  /** Findings that were found from one instant to another, oldest first; those of the last moments may be missing. */
  foundIn(watchId: string, span: Window): Promise<StoredFinding[]>;
}

/** Raw JSON of findings of watches with `keep: full`. */
export interface RawStore {
  put(key: string, body: string): Promise<void>;
}

/** Outlets, authors, countries and companies that a watch has found. */
export interface SeenValues {
  /**
   * Notes that a watch has found a value, and says whether this finding is the first that brought it. The same finding
   * may ask again and gets the same answer. What is not found again until `until` is forgotten.
   */
  isFirst(seen: {
    watchId: string;
    /** What kind of value it is. */
    of: string;
    value: string;
    fingerprint: string;
    now: Instant;
    until: Instant;
  }): Promise<boolean>;
}
