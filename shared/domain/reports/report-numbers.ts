import type { Window } from '../time/window.ts';
import type { CoverageLevel } from './coverage-days.ts';
import type { CountedTopic, Example } from './day-rollup.ts';
import type { SentimentSum } from './sentiment-share.ts';
import type { Period } from './period.ts';
import type { Named, ReportLook } from './report-plan.ts';
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
  /** Articles by day. */
  course: readonly number[];
  /** It had articles in the days before, too. */
  goesOn: boolean;
}

/** A sentence about what has changed since the days before. `about` is the section that shows it. */
export interface Change {
  text: string;
  about: string;
}

/** How much of the days of a report is covered, and of the days before. */
export interface ComparedCoverage {
  now: CoverageLevel;
  before: CoverageLevel;
}

/** Outlets, authors, countries, languages and stories after the top ones of each, the largest first. */
export interface Others {
  outlets: readonly { key: string; articles: number }[];
  authors: readonly { key: string; articles: number }[];
  countries: readonly { key: string; articles: number }[];
  languages: readonly { key: string; articles: number }[];
  /** Titles of their first articles. News text. */
  stories: readonly { id: string; title: string; articles: number }[];
}

/** A report as numbers; its keys are those of the JSON form. The same stored facts always give the same numbers. */
export interface ReportNumbers {
  id: string;
  brand: Named;
  look: ReportLook;
  period: Period;
  before: Period;
  /**
   * How much of the days is covered: for articles of the brand, for its events and records, and for the articles of all
   * names in the share of voice. Nothing is compared with days before that are not covered.
   */
  asked: {
    articles: ComparedCoverage;
    items: ComparedCoverage;
    voice: ComparedCoverage;
  };
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
    asked: CoverageLevel;
    askedBefore: CoverageLevel;
  }[];
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
  changes: readonly Change[];
  /** Example articles, oldest first; all articles if they are few. */
  examples: readonly Example[];
  items: readonly Example[];
}
