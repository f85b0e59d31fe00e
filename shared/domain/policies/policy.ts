import type { PolledSource } from '../lib/errors.ts';
import type { FactChange, Finding, SilentReason } from '../findings/finding.ts';
import { DAY, HOUR, type Instant, type Window } from '../time/instant.ts';

/** The settings of a watch's policy, with every default filled in. Spans are milliseconds. */
export type SettingValue = number | string | readonly string[];
export type Settings = Readonly<Record<string, SettingValue>>;

/** What a value may be. The schema of `watches.yaml` is built from this. */
type Form =
  | { type: 'number'; whole: boolean; min: number; max: number }
  /** `min` and `max` as the file writes spans: `24h`. */
  | { type: 'span'; min: string; max: string }
  | { type: 'choice'; values: readonly string[] }
  | { type: 'names'; pattern: RegExp; expected: string };

/** One setting of a policy, for the check of the file, its JSON Schema and the policy itself. */
export interface Parameter<T extends SettingValue | undefined = SettingValue | undefined> {
  /** The key in the file. */
  name: string;
  form: Form;
  /** The value where the file has none; undefined when there is no default. */
  preset: T;
  /** Its meaning, in one sentence. */
  text: string;
  /** Its value in the settings of a watch. */
  of(settings: Settings): T;
}

type About<T> = { preset: T; text: string };

/** A number. Without a preset it may be absent. */
export function numberParameter<T extends number | undefined>(
  name: string,
  { whole, min, max, ...about }: About<T> & { whole: boolean; min: number; max: number },
): Parameter<number | T> {
  return { name, form: { type: 'number', whole, min, max }, ...about, of: numberOf(name, about.preset) };
}

/** A span of time, in milliseconds. */
export function spanParameter(
  name: string,
  { min, max, ...about }: About<number> & { min: string; max: string },
): Parameter<number> {
  return { name, form: { type: 'span', min, max }, ...about, of: numberOf(name, about.preset) };
}

function numberOf<T>(name: string, preset: T): (settings: Settings) => number | T {
  return ({ [name]: value }) => (typeof value === 'number' ? value : preset);
}

/** One of a fixed list of names. */
export function choiceParameter<const T extends readonly string[]>(
  name: string,
  { values, ...about }: About<T[number]> & { values: T },
): Parameter<T[number]> {
  const of = (settings: Settings): T[number] => values.find((one) => one === settings[name]) ?? about.preset;
  return { name, form: { type: 'choice', values }, ...about, of };
}

/** A list of names; undefined means all of them. */
export function namesParameter(
  name: string,
  { pattern, expected, text }: { pattern: RegExp; expected: string; text: string },
): Parameter<readonly string[] | undefined> {
  const of = (settings: Settings): readonly string[] | undefined => {
    const value = settings[name];
    return typeof value === 'object' ? value : undefined;
  };
  return { name, form: { type: 'names', pattern, expected }, preset: undefined, text, of };
}

/** The settings of a policy: the written values, and the presets of the others. */
export function settingsOf(
  parameters: readonly Parameter[],
  written: Readonly<Record<string, unknown>>,
): Settings {
  const entries = parameters.flatMap(({ name, preset }): [string, SettingValue][] => {
    const value = written[name];
    const given = isSetting(value) ? value : preset;
    return given === undefined ? [] : [[name, given]];
  });
  return Object.fromEntries(entries);
}

function isSetting(value: unknown): value is SettingValue {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return typeof value === 'number' || typeof value === 'string';
}

/** Numbers that a policy saw or expected. `stories` is absent where only articles are counted. */
export interface Counts {
  articles: number;
  /** Distinct stories: copies of one report are one. */
  stories?: number;
}

/** What a policy saw, with the facts behind it: an alert says it, and its receipt shows it. */
export interface Detection {
  /** One plain sentence. It may contain words from the news. */
  text: string;
  /** What is new about an item, in a few words: subjects and SMS put it before the headline. News text, too. */
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

/** What a policy decides about one new finding. */
export type ItemDecision =
  | { notify: 'nothing'; because: SilentReason }
  /** Each finding gets an alert. */
  | { notify: 'finding'; detection?: Detection }
  /** Each story gets one alert, for the first of its findings that the policy lets through. */
  | { notify: 'story'; detection?: Detection }
  /** Values that count when they were never seen before; the store knows which of them are new. */
  | {
      notify: 'first';
      of: string;
      values: readonly string[];
      detection(fresh: readonly string[]): Detection;
    };

/** Sums over a span of whole hours. */
export interface Sums {
  articles: number;
  stories: number;
  /** Stories with a sentiment, and the sum of their sentiments. */
  scored: number;
  sentimentSum: number;
}

/** What is known of a watch at the end of a full hour. */
export interface CountView {
  /** The end of the last closed hour. */
  closedUntil: Instant;
  /** Hours before this are unknown. */
  since: Instant;
  /** What the counted items are called. */
  noun: 'article' | 'event' | 'record';
  /** Whether stories are counted, or only articles. */
  knowsStories: boolean;
  /** The zone of the watch. */
  timezone: string;
  /** When the policy last detected something. */
  detectedAt?: Instant;
  readonly sum: (span: Window) => Sums;
  /** Spans before `closedUntil` in which items may have come and gone unseen. Absent: none. */
  missed?: readonly Window[];
  /** The latest item before `closedUntil`; undefined when none is known. */
  readonly latest: () => Instant | undefined;
}

/** How a policy judges the hours of a watch instead of its findings. */
export interface Counting {
  /** How far back it needs hours, in milliseconds. */
  history: number;
  /**
   * One alert lasts as long as the detection does. After a break longer than this, in milliseconds, there is another.
   */
  resetAfter: number;
  /** What it detects at the end of an hour; undefined when nothing is unusual. */
  judge(view: CountView): Detection | undefined;
}

/** What a watch gives its policy to judge. */
export interface Subject {
  finds: 'articles' | 'events' | 'records' | 'numbers';
  /** Whether counts come by hour or by day. */
  frame: 'hour' | 'day';
  /** Whether items name the companies that they are about. */
  namesCompanies: boolean;
  /** Whether items come with a sentiment. */
  hasSentiment: boolean;
  /**
   * What a poller of our own reads: its items have no rank of an outlet and are stored once; those of feeds have no
   * country of it.
   */
  polled?: PolledSource;
  /** Of events: the names of the facts that they can have. */
  facts?: readonly string[];
}

/** Why a policy cannot judge what a watch finds, and what to write instead. */
export interface PolicyMismatch {
  /** The key of the `alert` block that is wrong. */
  key: string;
  what: string;
  hint: string;
}

/** The past findings that `preview` judges. */
interface PreviewPast {
  /** Whether every match of the span was read, not only counted. */
  isComplete: boolean;
}

/** What `preview` must say about its numbers for a policy. All texts are for people. */
interface PreviewFacts {
  /** Why past findings do not show the alerts; undefined when they do. Starts in lower case, without a full stop. */
  unknown?(past: PreviewPast, settings: Settings): string | undefined;
  /** What the numbers leave out, as a sentence. */
  caveat?(past: PreviewPast): string | undefined;
  /** What to write in watches.yaml to get fewer alerts. */
  calmer?: string;
}

/**
 * When a watch alerts: a pure function of stored facts and the time, with its settings. All that is special to one
 * policy.
 */
export interface Policy {
  /** One sentence for the author of the file. */
  about: string;
  parameters: readonly Parameter[];
  /** `false`: it alerts on the finding or the story itself. Otherwise its alerts say what it detected. */
  detects?: boolean;
  /** It alerts on stories: each of them once, so that it can climb as it grows. */
  byStory?: true;
  /** `false`: its alerts never show a finding. */
  showsFindings?: boolean;
  /** How far runs look back before the watermark unless the watch says it, in milliseconds. Default one hour. */
  overlap?: number;
  /** The first window of a watch that only counts, unless the watch says it, in milliseconds. */
  lookbackForCounts?: number;
  /** Why it cannot judge this subject with these settings; undefined when it can. */
  refuses?(subject: Subject, settings: Settings): PolicyMismatch | undefined;
  /** Why it never alerts on this subject with these settings, although it may be used; undefined when it can alert. */
  warns?(subject: Subject, settings: Settings): Pick<PolicyMismatch, 'what' | 'hint'> | undefined;
  /** The kind of value, such as `outlet`, whose first appearance it alerts on. Absent: none. */
  firstSeenKind?(settings: Settings): string;
  /** What it decides about a new finding. Absent: findings are only counted. */
  onFinding?(finding: Finding, settings: Settings): ItemDecision;
  /** What it detects in the changes of a known item; undefined: nothing. Absent: it ignores changes. */
  onChange?(changes: readonly FactChange[], settings: Settings): Detection | undefined;
  /** How it judges hours with these settings; undefined or absent: it does not. */
  counting?(settings: Settings): Counting | undefined;
  preview?: PreviewFacts;
}

/** `1 story`, `1,240 stories`. */
export function amountText(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en', { maximumFractionDigits: 1 })} ${n === 1 ? one : many}`;
}

/** `41 articles in 23 stories`; only articles where stories are unknown or always as many. */
export function countsText({ articles, stories }: Counts, noun: CountView['noun']): string {
  const items = amountText(articles, noun);
  if (stories === undefined || noun !== 'article') return items;
  return `${items} in ${amountText(stories, 'story', 'stories')}`;
}

/** `6 hours`, `3 days`. */
export function spanText(milliseconds: number): string {
  if (milliseconds > DAY && milliseconds % DAY === 0) return amountText(milliseconds / DAY, 'day');
  return amountText(milliseconds / HOUR, 'hour');
}

/** `-0.42`, always with two decimals. */
export function scoreText(score: number): string {
  return score.toFixed(2);
}
