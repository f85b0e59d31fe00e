import type { Instant } from '../instant.ts';
import type { Severity } from '../watch.ts';
import type { Window } from '../window.ts';
import type { Example } from './day-fold.ts';
import type { Mood } from './mood.ts';
import type { Period } from './period.ts';
import type { Named, ReportLook } from './report-plan.ts';

/** A number now and in the days before. */
export interface Compared {
  now: number;
  before: number;
}

/** One row of the share of voice. Shares are tenths of a percent and add up to 1,000 over the rows. */
export interface VoiceRow {
  id: string;
  name: string;
  articles: number;
  share: number;
}

/** The share of voice as our own watches found it: everybody in it has a watch. */
export interface FoundVoiceRow extends VoiceRow {
  stories: number;
  storyShare: number;
  outlets: number;
  outletShare: number;
}

/** How often each name stands in the news at all, as the service counts it. */
export interface ServiceVoice {
  now: readonly VoiceRow[];
  before: readonly VoiceRow[];
  /** The span that was asked for, by the time at which the service parsed an article. */
  window: Window;
}

export interface OutletRow {
  domain: string;
  name?: string;
  country?: string;
  rank?: number;
  articles: Compared;
  mood: Mood;
}

export interface CountRow {
  key: string;
  articles: Compared;
}

export interface StoryRow {
  id: string;
  articles: number;
  outlets: number;
  /** Tenths of a percent of all articles. */
  share: number;
  mood: Mood;
  first: Example;
  /** Articles by day. */
  course: readonly number[];
  /** It was told in the days before as well. */
  goesOn: boolean;
}

export interface AlertSums {
  /** All that were made in the period. */
  made: number;
  told: number;
  /** Waiting for their time. */
  held: number;
  silenced: number;
  dropped: number;
  bySeverity: Readonly<Record<Severity, number>>;
  /** More alerts than are read in a day: the sums are too low. */
  cut: boolean;
}

export interface WatchCoverage {
  watchId: string;
  kind: string;
  /** Windows that its timetable had in the period, and those that were checked. */
  due: number;
  checked: number;
  /** Everything between these instants has been asked for, by whichever window. */
  coveredFrom?: Instant;
  coveredUntil?: Instant;
  /** Shortest windows that held more than the service gives: what is beyond is not in this report. */
  cutWindows: number;
  /** Days that were asked for again because articles became visible late. */
  lateWindows: number;
  /** Windows that are still open. */
  openWindows: number;
}

export interface Coverage {
  watches: readonly WatchCoverage[];
  due: number;
  checked: number;
}

/** Requests sent upstream for the brand. */
export interface CallSums {
  /** In windows that began in the period and found something, came late or failed: each is on record. */
  recorded: number;
  /** Of each calendar month that the period touches, all windows together, as far as the watches still count it. */
  months: readonly { month: string; calls: number }[];
  /** To count names for this report. */
  own: number;
}

/** What has changed since the days before, one sentence each; `about` names the section that shows it. */
export interface Change {
  text: string;
  about: string;
}

/** A report as numbers. The same stored facts give the same numbers in the same order: no time of making is in them. */
export interface ReportNumbers {
  id: string;
  brand: Named;
  look: ReportLook;
  period: Period;
  before: Period;
  articles: Compared;
  stories: Compared;
  outlets: Compared;
  authors: Compared;
  events: Compared;
  records: Compared;
  excluded: Compared;
  mood: { now: Mood; before: Mood };
  days: readonly { day: string; articles: number; before: number; mood: Mood }[];
  found: readonly FoundVoiceRow[];
  foundBefore: readonly FoundVoiceRow[];
  service?: ServiceVoice;
  /** Names that only the service could count, and that it did not count this time. */
  uncounted: readonly string[];
  reach: readonly { id: string; label: string; articles: Compared }[];
  topOutlets: readonly OutletRow[];
  topAuthors: readonly CountRow[];
  topCountries: readonly CountRow[];
  topLanguages: readonly CountRow[];
  topStories: readonly StoryRow[];
  alerts: AlertSums;
  coverage: Coverage;
  calls: CallSums;
  changes: readonly Change[];
  /** Articles to look up behind the numbers, oldest first; all of them where they are few. */
  examples: readonly Example[];
  items: readonly Example[];
}
