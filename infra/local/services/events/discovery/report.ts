import type { EventType } from '../../../../../shared/domain/services/event-filters.ts';
import { cleanLines } from '../../../../../shared/domain/text/clean-text.ts';
import { headlineOf } from '../../../../../shared/domain/text/headline.ts';
import { DAY, type Instant } from '../../../../../shared/domain/time/instant.ts';
import type { CorpusArticle } from '../../kit/corpus/article-record.ts';
import { tellsNews, withoutCut } from '../../kit/tells-news.ts';

/** What a rule reads of an article: the title and the first sentences, each as it is written. */
export interface Report {
  title: string;
  /** The title first. */
  sentences: readonly string[];
  publishedAt: Instant;
}

/** News tell what happened at the top: that many sentences, and characters, are read. */
const SENTENCES = 8;
const CHARACTERS = 2_500;
const TITLE_CHARACTERS = 400;

/** An English article for the rules; undefined when it reports no news. */
export function reportOf({ record, publishedAt }: CorpusArticle): Report | undefined {
  const outlet = { domain: record.domain_url ?? undefined, name: record.name_source ?? undefined };
  const title = withoutLabels(headlineOf(record.title, outlet).slice(0, TITLE_CHARACTERS));
  if (!tellsNews({ ...record, title })) return undefined;
  const parts = [record.description, record.content].map((part) =>
    withoutCut(cleanLines((part ?? '').slice(0, 2 * CHARACTERS))).replace(DATELINE, ''),
  );
  const sentences = parts
    .join('\n')
    .slice(0, CHARACTERS)
    .split(/\n+/)
    .flatMap((paragraph) => sentencesOf(paragraph))
    .filter((sentence, index, all) => all.indexOf(sentence) === index && !isOfThePast(sentence, publishedAt))
    .slice(0, SENTENCES);
  return { title, sentences: [title, ...sentences], publishedAt };
}

/** `New Delhi:Acme said`, `PARIS/LONDON: Acme said`. */
const DATELINE = /^(?:\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?)(?:\/[\p{L}\s]{2,20})?\s?:\s?(?=[\p{Lu}"“])/u;

/**
 * `In 2013 hackers stole …` in an article of a later year: what it says is history. `Founded in 2013, Acme has …` is
 * not.
 */
function isOfThePast(sentence: string, publishedAt: Instant): boolean {
  const year = new Date(publishedAt).getUTCFullYear();
  const named =
    /(?<!founded |established |launched |started |incorporated |since |acquired \S{0,20} ?)\b(?:in|during) (?:\p{Lu}\p{L}+ )?((?:19|20)\d\d)\b/iu.exec(
      sentence,
    );
  return named !== null && Number(named[1]) < year;
}

/** The sentences that a pattern is found in, joined, at most 500 characters: what an event gives as its summary. */
export function summaryFrom({ sentences }: Report, pattern: RegExp): string {
  const group = sentences.slice(1).filter((sentence) => pattern.test(sentence));
  const chosen = group.length > 0 ? group.slice(0, 2) : sentences.slice(0, 1);
  return chosen.join(' ').slice(0, 500);
}

/** Behind these a full stop does not end a sentence: `Mt. Gox`, `Acme Inc. raised`, `J. Doe`. */
const ABBREVIATION =
  /(?:^|[\s(])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Mt|Gov|Sen|Rep|Inc|Corp|Co|Ltd|Bros|No|vs|[A-Z]\.[A-Z])\.$/;

function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  for (const part of paragraph.split(/(?<=[.!?]["”’)]?)\s+(?=["“(]?[\p{Lu}\d])/u)) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATION.test(last)) sentences[sentences.length - 1] = `${last} ${part}`;
    else if (part.trim() !== '') sentences.push(part.trim());
  }
  return sentences;
}

/** `UPDATE 2-Acme cuts jobs - Example News` without the desk's label and the outlet. */
function withoutLabels(title: string): string {
  return title
    .replace(
      /^(?:(?:UPDATE|WRAPUP|RPT)\s?\d*\s?-\s?|(?:exclusive|breaking|report|analysis|watch|live)\s?[:-]\s+)/i,
      '',
    )
    .replace(/\s+[-–|]\s+[\p{Lu}][\p{L}. ]{2,30}$/u, '')
    .trim();
}

/** What a rule has read out of one article. */
export interface Finding {
  company: string | null;
  /** What distinguishes events where the company alone does not; without it the company does. */
  subject?: string;
  /** The figure that distinguishes two events of one subject: people, money, accounts, a rate. */
  figure: number | undefined;
  /** A share in percent, which distinguishes as well where it is given beside the figure or in its place. */
  share?: number | undefined;
  /** Undefined: the day of publication. */
  eventAt: Instant | undefined;
  /** Reads the other facts. Called once an event; articles that repeat it are spared the work. */
  describe(): Readonly<Record<string, unknown>>;
}

/** How one type of event is found in articles. */
export interface DiscoveryRule {
  type: EventType;
  /** A cheap test: only texts that fit are read by the rule. */
  trigger: RegExp;
  /** Undefined when the article reports no such event, or not who it concerns. */
  read(report: Report): Finding | undefined;
}

/** The first value that a reader finds in the sentences, with the sentence. */
export function firstIn<T>(
  sentences: readonly string[],
  read: (sentence: string) => T | undefined,
): { value: T; sentence: string } | undefined {
  for (const sentence of sentences) {
    const value = read(sentence);
    if (value !== undefined) return { value, sentence };
  }
  return undefined;
}

/** The day that the telling sentences name, else one that the sentences behind the title name. */
export function dayOf({ sentences, publishedAt }: Report, group: readonly string[]): Instant | undefined {
  return firstIn([...group, ...sentences.slice(1, 3)], (sentence) => dayIn(sentence, publishedAt))?.value;
}

/** The fields of an event that have a value. */
export function known(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const has = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => has(value)));
}

/** The clause that gives a reason: behind `due to`, `amid`, `citing`, up to the next stop. */
export function reasonIn(text: string): string | undefined {
  const found =
    /\b(?:due to|because of|amid|citing|as part of|in response to|caused by|following|owing to|blam(?:es|ed|ing))\s+([^.;,]{4,120})/i.exec(
      text,
    );
  return found?.[1]?.trim();
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const MONTH = String.raw`(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?`;

/** An article speaks of its own time; a date farther away is of something else. */
const FARTHEST = 400 * DAY;

/**
 * The day of which a text speaks, seen from the day of its publication: `March 3, 2024`, `3 March`, `on Monday`,
 * `yesterday`. A day without year is the last such day. Undefined when no day is named.
 */
export function dayIn(text: string, publishedAt: Instant): Instant | undefined {
  const today = Math.floor(publishedAt / DAY) * DAY;
  const named = namedDay(text, today) ?? relativeDay(text, today);
  return named !== undefined && Math.abs(named - today) <= FARTHEST ? named : undefined;
}

function namedDay(text: string, today: Instant): Instant | undefined {
  const american = new RegExp(
    String.raw`\b${MONTH}\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?\b`,
    'i',
  ).exec(text);
  const european = new RegExp(
    String.raw`\b(\d{1,2})(?:st|nd|rd|th)?\s+${MONTH}(?:,?\s+(\d{4}))?\b`,
    'i',
  ).exec(text);
  if (american) return dayFrom({ month: american[1], day: american[2], year: american[3], today });
  if (european) return dayFrom({ month: european[2], day: european[1], year: european[3], today });
  return undefined;
}

function dayFrom(named: {
  month: string | undefined;
  day: string | undefined;
  year: string | undefined;
  today: Instant;
}): Instant | undefined {
  const month = MONTHS.indexOf((named.month ?? '').slice(0, 3).toLowerCase());
  const thisYear = new Date(named.today).getUTCFullYear();
  const at = (year: number) => Date.UTC(year, month, Number(named.day));
  if (month < 0 || new Date(at(thisYear)).getUTCMonth() !== month) return undefined;
  if (named.year !== undefined) return at(Number(named.year));
  return at(thisYear) <= named.today ? at(thisYear) : at(thisYear - 1);
}

function relativeDay(text: string, today: Instant): Instant | undefined {
  if (/\byesterday\b/i.test(text)) return today - DAY;
  if (/\btoday\b/i.test(text)) return today;
  const found = /\b(?:on|last|since)\s+((?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i.exec(text);
  if (!found) return undefined;
  const wanted = WEEKDAYS.indexOf((found[1] ?? '').toLowerCase());
  const back = (new Date(today).getUTCDay() - wanted + 7) % 7;
  return today - back * DAY;
}
