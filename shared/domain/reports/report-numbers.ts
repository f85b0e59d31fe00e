import type { Window } from '../time/window.ts';
import type { CoverageLevel } from './coverage-days.ts';
import type { Example } from './day-rollup.ts';
import type { SentimentSum } from './sentiment-share.ts';
import type { Period } from './period.ts';
import type { Named, ReportLook } from './report-plan.ts';
import type { AlertSums, CallSums, Coverage } from './operations-numbers.ts';

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

/** A name as the service counted it. */
export interface CountedVoiceRow extends VoiceRow {
  /** What an article may call it, and the phrases that show that something else is meant: what was asked. */
  names: readonly string[];
  exclude: readonly string[];
}

/** How often each name stands in the news at all, as the service counts it. */
export interface ServiceVoice {
  now: readonly CountedVoiceRow[];
  before: readonly CountedVoiceRow[];
  /** The spans that were asked for, by the time of publication; the one now ends where the hour of asking began. */
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
  /** It was told in the days before as well. */
  goesOn: boolean;
}

/** What has changed since the days before, one sentence each; `about` names the section that shows it. */
export interface Change {
  text: string;
  about: string;
}

/** How much of the days of a report was asked for, and of the days before. */
export interface ComparedCoverage {
  now: CoverageLevel;
  before: CoverageLevel;
}

/** What stands behind the numbers of outlets, authors and stories, after the top ones of each; the largest first. */
export interface Others {
  outlets: readonly { key: string; articles: number }[];
  authors: readonly { key: string; articles: number }[];
  countries: readonly { key: string; articles: number }[];
  languages: readonly { key: string; articles: number }[];
  /** Titles of their first articles. News text. */
  stories: readonly { id: string; title: string; articles: number }[];
}

/** A report as numbers. The same stored facts give the same numbers in the same order: no time of making is in them. */
export interface ReportNumbers {
  id: string;
  brand: Named;
  look: ReportLook;
  period: Period;
  before: Period;
  /**
   * How much of the days and of those before the watches asked for: articles of the brand, events and records of it, and
   * the articles of everybody in the share of voice. Of days before that were not asked for, nothing can be compared.
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
  /** Names that only the service could count, and that it did not count this time. */
  uncounted: readonly string[];
  reach: readonly { id: string; label: string; articles: Compared }[];
  topOutlets: readonly OutletRow[];
  topAuthors: readonly CountRow[];
  topCountries: readonly CountRow[];
  topLanguages: readonly CountRow[];
  topStories: readonly StoryRow[];
  /** What follows the top ones, as far as there is room. */
  others: Others;
  alerts: AlertSums;
  coverage: Coverage;
  calls: CallSums;
  changes: readonly Change[];
  /** Articles to look up behind the numbers, oldest first; all of them where they are few. */
  examples: readonly Example[];
  items: readonly Example[];
}
