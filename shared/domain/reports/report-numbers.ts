import type { Window } from '../time/instant.ts';
import type { Severity } from '../watches/watch.ts';
import type { Comparison } from './coverage.ts';
import type { CountedTopic, Example, Quote, SentimentSum, Titled } from './day-rollup.ts';
import type { Period } from './period.ts';
import type { Named, ReportLook } from './report-record.ts';
import type { AlertSums, CallSums, Coverage } from './operations-numbers.ts';

/** A number in the days of the report, and in the days before. */
export interface Compared {
  now: number;
  before: number;
}

/** A row of the share of voice. Shares are tenths of a percent and add up to 1,000. */
export interface VoiceRow {
  id: string;
  name: string;
  articles: number;
  share: number;
}

/** The share of voice as watches found it: every name has a watch. */
export interface FoundVoiceRow extends VoiceRow {
  stories: number;
  storyShare: number;
  outlets: number;
  outletShare: number;
}

/** The share of voice as the service counted it. */
export interface CountedVoiceRow extends VoiceRow {
  /** The names that were counted, and the phrases that were excluded. */
  names: readonly string[];
  exclude: readonly string[];
}

/** How often each name occurs in all news, as the service counts it. */
export interface ServiceVoice {
  now: readonly CountedVoiceRow[];
  before: readonly CountedVoiceRow[];
  /** The counted spans, by time of publication. `window` ends at the start of the hour of the count. */
  window: Window;
  windowBefore: Window;
}

export interface OutletRow {
  domain: string;
  name?: string;
  country?: string;
  rank?: number;
  articles: Compared;
  mood: SentimentSum;
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
  mood: SentimentSum;
  first: Example;
  /** Its article with the most central headline, after which the report names it. */
  central: Titled;
  /** Articles by day. */
  course: readonly number[];
  /** Its articles in the days before. */
  before: number;
  /** The highest severity of the alerts about it in these days, or else that which a watch for bad news gives it. */
  severity?: Severity;
  /** It had articles in the days before, too. */
  goesOn: boolean;
  /** Its most read outlets. */
  mostRead: readonly { domain: string; name?: string; rank?: number }[];
  /** How many of its outlets have a rank up to 10,000. */
  wideReach: number;
  /** From its most read article with a text. News text. */
  quote?: Quote;
}

/** A sentence about what has changed since the days before. `about` is the section that shows it. */
export interface Change {
  text: string;
  about: string;
}

/** Whether everything that the watches of the brand should have covered is in the report; if not, what is missing. */
export interface Completeness {
  isComplete: boolean;
  /** One line that begins with `Complete` or `Incomplete`. */
  text: string;
}

/** Outlets, authors, countries, languages and stories after the top ones of each, the largest first. */
export interface Others {
  outlets: readonly OutletRow[];
  authors: readonly CountRow[];
  countries: readonly CountRow[];
  languages: readonly CountRow[];
  /** Their most central headlines. News text. */
  stories: readonly { id: string; title: string; articles: number }[];
}

/** The share of voice over the days on which every watch of every name has covered all. */
export interface EqualVoice {
  /** These days. */
  days: readonly string[];
  /** Why they are not all days of the report; with no day there are no rows. */
  why?: string;
  rows: readonly FoundVoiceRow[];
  /** The same for the days before; empty unless every watch of every name has covered all of both periods. */
  before: readonly FoundVoiceRow[];
}

/** The articles of one of the last periods of the same length. */
export interface TrendRow {
  first: string;
  last: string;
  articles: number;
  /** Days on which a watch has not covered all. */
  missing: number;
}

/** A report as numbers; its keys are those of the JSON form. The same stored facts always give the same numbers. */
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
  mood: { now: SentimentSum; before: SentimentSum };
  days: readonly {
    day: string;
    articles: number;
    before: number;
    mood: SentimentSum;
    /** Watches that have not covered the day to its end; and of those, that before. */
    missing: readonly string[];
    missingBefore: readonly string[];
  }[];
  /** Whether the numbers may be compared with those of the days before; if not, why. */
  compared: Comparison;
  /** The same of events and records. */
  comparedItems: Comparison;
  /** What is missing in the days of the report, as part of a sentence. Absent: nothing. */
  gap?: string;
  /** Why no tone is given. Absent: it may be given. */
  noTone?: string;
  /** Why the counts of the news service are not compared with those of the days before. */
  serviceGap?: string;
  voice: EqualVoice;
  /** The last periods, oldest first; the last one is that of the report. */
  trend: readonly TrendRow[];
  found: readonly FoundVoiceRow[];
  foundBefore: readonly FoundVoiceRow[];
  service?: ServiceVoice;
  /** Names without a watch that the service did not count this time. */
  uncounted: readonly string[];
  reach: readonly { id: string; label: string; articles: Compared }[];
  topOutlets: readonly OutletRow[];
  topAuthors: readonly CountRow[];
  topCountries: readonly CountRow[];
  topLanguages: readonly CountRow[];
  /** What the articles are about, as far as the service says it. */
  topTopics: Readonly<Record<CountedTopic, readonly CountRow[]>>;
  topStories: readonly StoryRow[];
  /** What follows the top ones, as far as it fits. */
  others: Others;
  alerts: AlertSums;
  coverage: Coverage;
  calls: CallSums;
  /** Whether anything is missing, in one line. */
  completeness: Completeness;
  /** The report in sentences. */
  changes: readonly Change[];
  /** Example articles, oldest first; all articles if they are few. */
  examples: readonly Example[];
  items: readonly Example[];
}
