import {
  type ArticleMark,
  type Publication,
  publicationTime,
  publishedDay,
} from '../../domain/findings/finding.ts';
import { loadedOnce } from '../../domain/lib/in-parallel.ts';
import type { IncidentKind } from '../../domain/incidents/incident.ts';
import type { Agreement } from '../../domain/pages/agreement.ts';
import { meanSentiment, type SentimentSum, toneText } from '../../domain/reports/day-rollup.ts';
import type { Period } from '../../domain/reports/period.ts';
import { dayOf, type Instant, namedTime, wallClockOf } from '../../domain/time/instant.ts';
import { shortLine } from './plain-text.ts';
import type { HoldReason } from '../../domain/alerts/alert.ts';
import type { TriageActionKind } from '../../domain/pages/signed-link.ts';
import { formatDayName } from '../../domain/reports/day-names.ts';

/** `1,234` */
export function formatNumber(n: number): string {
  return n.toLocaleString('en');
}

/** `1 story`, `1,234 stories`. */
export function formatCount(n: number, noun: string): string {
  return `${formatNumber(n)} ${n === 1 ? noun : pluralOf(noun)}`;
}

/** The regular English plural: articles, stories, matches. */
export function pluralOf(noun: string): string {
  if (/(?:s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const dayFormat = loadedOnce(() => new Intl.DateTimeFormat('en-GB', DAY));

/** `Saturday 21 November 2026, 12:24`, on the wall clock of a zone. */
export function formatMoment(at: Instant, timezone: string): string {
  const local = wallClockOf(at, timezone);
  return `${formatDay(local.slice(0, 10))}, ${local.slice(11)}`;
}

/** `Saturday 21 November 2026` */
export function formatDay(day: string): string {
  return dayFormat()
    .format(Date.parse(`${day}T00:00:00Z`))
    .replace(',', '');
}

/** Tenths of a percent as `12.3%`. */
export function formatShare(tenths: number): string {
  return `${(tenths / 10).toFixed(1)}%`;
}

/** How far readers agree with a model, in sentences. */
export function agreementText({ marks, precision, recall }: Agreement): string {
  if (marks === 0) return 'Readers have marked none of these articles, so nobody knows whether it is right.';
  const share = (value: number | undefined) =>
    value === undefined ? 'not known' : formatShare(Math.round(value * 1_000));
  return `Readers marked ${formatNumber(marks)} of these articles. Of those that it called not relevant they agree with ${share(precision)} (precision). Of those that they call not relevant it found ${share(recall)} (recall).`;
}

/** The mean sentiment, `+0.12`; a dash where there is none. */
export function formatTone(sentiment: SentimentSum): string {
  const mean = meanSentiment(sentiment);
  return mean === undefined ? '–' : toneText(mean);
}

/** `Tue 17 Nov`, with blanks that do not break. */
export function shortDay(day: string): string {
  return formatDayName(day, { weekday: 'short', day: 'numeric', month: 'short' }).replaceAll(' ', '\u00a0');
}

/** `Tue 17 Nov, 12:24`, on the wall clock of a zone. */
export function shortMoment(at: Instant, timezone: string): string {
  const local = wallClockOf(at, timezone);
  return `${shortDay(local.slice(0, 10))}, ${local.slice(11)}`;
}

/** `17 Nov` */
export function dayOfMonth(day: string): string {
  return formatDayName(day, { day: 'numeric', month: 'short' });
}

/** `16 to 22 November 2026` */
export function periodName({ first, last }: Period): string {
  const whole = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  if (first === last) return formatDayName(first, { weekday: 'long', ...whole });
  if (first.slice(0, 7) === last.slice(0, 7))
    return `${formatDayName(first, { day: 'numeric' })} to ${formatDayName(last, whole)}`;
  const isSameYear = first.slice(0, 4) === last.slice(0, 4);
  return `${formatDayName(first, isSameYear ? { day: 'numeric', month: 'long' } : whole)} to ${formatDayName(last, whole)}`;
}

/** A title or name from the news on one line, at most `most` characters; never empty. */
export function titleLine(text: string, most = 160): string {
  return shortLine(text, most) || '(no title)';
}

/** Something with a time of publication, or else of parsing. */
export interface Dated extends Publication {
  indexedAt: Instant;
}

const NO_ZONE = 'time zone unknown';

/**
 * When something was published, for a sentence: `Saturday 21 November 2026, 12:24 (Europe/Paris)`. A date without a
 * time is a date in every zone, `Saturday 21 November 2026`; a time without a zone is as the service has it.
 */
export function publishedMoment(item: Dated, timezone: string): string {
  const day = publishedDay(item);
  if (day) return formatDay(dayOf(day.from));
  const [clock, zone] = hasZone(item) ? [timezone, timezone] : ['UTC', NO_ZONE];
  return `${formatMoment(publicationTime(item), clock)} (${zone})`;
}

/** When something was published, for a list: `2026-11-21 12:24 CET`, or `2026-11-21`. */
export function publishedTime(item: Dated, timezone: string): string {
  const day = publishedDay(item);
  if (day) return dayOf(day.from);
  if (hasZone(item)) return namedTime(publicationTime(item), timezone);
  return `${wallClockOf(publicationTime(item), 'UTC').replace('T', ' ')} (${NO_ZONE})`;
}

function hasZone({ publishedPrecision }: Publication): boolean {
  return publishedPrecision !== 'timezone unknown';
}

/** The rank of an outlet; undefined where it has none, for which the news service writes 999999. */
export function knownRank(rank: number | undefined): number | undefined {
  return rank !== undefined && rank < 999_999 ? rank : undefined;
}

/** Up to these ranks an outlet is large, or medium: of the world's sites, national papers and large regional ones. */
const LARGE = 5_000;
const MEDIUM = 50_000;

/** The reach of an outlet by its rank, in words: `large outlet`. Undefined without a rank. */
export function reachOf(rank: number | undefined): string | undefined {
  const known = knownRank(rank);
  if (known === undefined) return undefined;
  if (known <= LARGE) return 'large outlet';
  return known <= MEDIUM ? 'medium outlet' : 'small outlet';
}

const countries = loadedOnce(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }));
const languages = loadedOnce(() => new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }));

/** The English name of an ISO 3166-1 alpha-2 code; any other text is returned unchanged. */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (countries().of(code.toUpperCase()) ?? code) : code;
}

/** The English name of an ISO 639 code; any other text is returned unchanged. */
export function languageName(code: string): string {
  return /^[A-Za-z]{2,3}$/.test(code) ? (languages().of(code.toLowerCase()) ?? code) : code;
}

/** What a reader can do: the text of the button, what it does, and what a list of actions says. */
export const ACTION_NAMES: Readonly<
  Record<TriageActionKind, { button: string; about: string; done: string }>
> = {
  acknowledge: {
    button: 'Acknowledge',
    about: 'Everybody sees that somebody looks after it. Nothing is muted.',
    done: 'Acknowledged',
  },
  'mute-story': {
    button: 'Mute this story',
    about: 'This channel receives nothing below critical about this story, until 30 days after the alert.',
    done: 'Story muted',
  },
  'mute-watch': {
    button: 'Mute this watch for a day',
    about: 'This channel receives nothing below critical of this watch. It is stored.',
    done: 'Watch muted',
  },
  assign: {
    button: 'Assign to me',
    about: 'Everybody sees that you have it. Nothing is muted.',
    done: 'Assigned',
  },
  note: {
    button: 'Save note',
    about: 'Everybody who may see the story reads it.',
    done: 'Note',
  },
  'not-relevant': {
    button: 'Not relevant',
    about: 'It is counted. The page of the watch then suggests words to exclude. Nothing is muted.',
    done: 'Not relevant',
  },
  relevant: {
    button: 'Relevant',
    about: 'It is counted where the judge of the watch is measured. Nothing is muted.',
    done: 'Relevant',
  },
  'less-outlet': {
    button: 'Less of this outlet',
    about:
      'This channel receives nothing below critical of this watch that only this outlet prints, until 30 days after the alert.',
    done: 'Outlet muted',
  },
};

/** What a pending alert waits for. */
export const HOLD_REASON_NAMES: Readonly<Record<HoldReason, string>> = {
  'quiet-hours': 'quiet hours',
  brief: 'next brief',
  group: 'other alerts of its group',
  'storm-cap': 'message limit of the channel',
};

/** What is broken, as a headline. */
export const INCIDENT_NAMES = {
  failing: 'A watch keeps failing',
  key: 'A service rejects its API key',
  plan: 'The plan does not allow a watch',
  quota: 'The plan has no calls left',
  query: 'A service rejects a query',
  'open-window': 'A time window could not be covered',
  'no-answer': 'A service does not answer',
  'no-subscriber': 'An address receives no alerts',
  'dead-delivery': 'A message could not be sent',
  withdrawn: 'A service is not available',
  budget: 'The budget of a service is running out',
  'late-job': 'An extraction takes too long',
  'failed-job': 'An extraction has failed',
  'monitor-off': 'A monitor was switched off',
  'unreadable-delivery': 'A webhook payload cannot be read',
  watchlist: 'A service rejects a watchlist',
  judge: 'A model does not judge',
  quarantine: 'An item is quarantined',
  clock: 'The clock of the stack went back',
} as const satisfies Record<IncidentKind, string>;

const MARKS: Readonly<Record<ArticleMark, string>> = {
  paywall: 'behind a paywall',
  opinion: 'opinion',
  'press-release': 'press release',
};

/** The marks of an article in words. */
export function markNames({ marks = [] }: { marks?: readonly ArticleMark[] }): string[] {
  return marks.map((mark) => MARKS[mark]);
}

/** The marks of an article behind other facts: `, behind a paywall, opinion`. Empty without any. */
export function marksText(item: { marks?: readonly ArticleMark[] }): string {
  return markNames(item)
    .map((mark) => `, ${mark}`)
    .join('');
}
