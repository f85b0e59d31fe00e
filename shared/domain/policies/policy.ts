import type { FactChange, Finding, SilentReason } from '../findings/finding.ts';
import type { Instant } from '../time/instant.ts';
import type { Window } from '../time/window.ts';
import type { Parameter, Settings } from './parameter.ts';

/** Numbers that a policy saw or expected. Stories are missing where only numbers of articles are known. */
export interface Counts {
  articles: number;
  /** Distinct stories: copies of one report are one. */
  stories?: number;
}

/** What a policy saw, in a sentence, with the facts behind it: what an alert says of itself, and its receipt shows. */
export interface Detection {
  /** One plain sentence. It may hold words from the news. */
  text: string;
  /** What is new about an item, in a few words, to stand before its headline in a subject or an SMS. News text, too. */
  short?: string;
  /** The span it is about. */
  period?: Window;
  seen?: Counts;
  expected?: Counts;
  /** Further figures by name: limits, means, scores. */
  figures?: Readonly<Record<string, number>>;
  /** What changed in an item. */
  changes?: readonly FactChange[];
}

/** What a policy makes of one new finding. */
export type ItemDecision =
  | { notify: 'nothing'; because: SilentReason }
  /** Each finding by itself. */
  | { notify: 'finding'; sighting?: Detection }
  /** Each story once, by the first of its findings that gets so far. */
  | { notify: 'story'; sighting?: Detection }
  /** Values that were never seen before; which of them are new is for the store to say. */
  | { notify: 'first'; of: string; values: readonly string[]; sighting(fresh: readonly string[]): Detection };

/** Sums over a span of whole hours. */
export interface Sums {
  articles: number;
  stories: number;
  /** Stories with a sentiment, and the sum of theirs. */
  scored: number;
  sentimentSum: number;
}

/** What is known of a watch at the end of a full hour. */
export interface CountView {
  /** Every hour before this is closed. */
  closedUntil: Instant;
  /** Nothing is known of hours before this. */
  since: Instant;
  /** What one of the counted things is called. */
  noun: 'article' | 'event' | 'record';
  /** Whether stories are counted, or articles alone. */
  knowsStories: boolean;
  /** The zone in which the watch reads its hours. */
  timezone: string;
  /** When the policy last rang. */
  detectedAt?: Instant;
  readonly sum: (span: Window) => Sums;
  /** The latest item before the edge; undefined where there is none in what is known. */
  readonly latest: () => Instant | undefined;
}

/** A policy that judges the hours of a watch, not its findings. */
export interface Counting {
  /** How far back hours are needed, in milliseconds. */
  history: number;
  /** It rings once for as long as it sees the same; anew after a rest of more than this. */
  resetAfter: number;
  /** What it sees at the edge; undefined when all is as it should be. */
  judge(view: CountView): Detection | undefined;
}

/** What a kind of watch has for a policy to judge. */
export interface Subject {
  finds: 'articles' | 'events' | 'records' | 'numbers';
  /** Numbers come by hour or by day. */
  frame: 'hour' | 'day';
  /** Whether they say which companies they are about, by what the watch asks for. */
  namesCompanies: boolean;
  /** Of events: the names of the facts that they can have. */
  facts?: readonly string[];
}

/** Why a policy cannot judge what a watch finds, and the way out. */
export interface PolicyMismatch {
  /** The key of the `alert` block that is wrong. */
  key: string;
  what: string;
  hint: string;
}

/** When a watch tells: a pure function of stored facts and a clock, with its settings. */
export interface Policy {
  /** One sentence for whoever writes the file. */
  about: string;
  parameters: readonly Parameter[];
  refuses?(subject: Subject, settings: Settings): PolicyMismatch | undefined;
  /** Of what it tells the first that comes, such as `outlet`. Left out: of nothing. */
  firstSeenKind?(settings: Settings): string;
  /** What it makes of a new finding. Left out: findings are only counted. */
  onFinding?(finding: Finding, settings: Settings): ItemDecision;
  /** What it makes of the changes of a known item; undefined where none is worth telling. Left out: none ever is. */
  onChange?(changes: readonly FactChange[], settings: Settings): Detection | undefined;
  /** How it judges hours, where it does. */
  counting?(settings: Settings): Counting | undefined;
}
