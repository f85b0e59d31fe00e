import { lookUp } from '../../../../../shared/domain/lib/fields.ts';
import { DAY, dayOf, type Instant } from '../../../../../shared/domain/time/instant.ts';
import { allMoneyIn, countOf, type MoneyMention, valueOf } from '../../kit/amounts.ts';
import type { Enrichment } from './event-types.ts';
import { formsOf, stemsOf, timesIn, type Word, wordsOf } from './language.ts';
import type { Reading } from './reading.ts';

/** A value taken out of a record's articles, and how sure that is: 0 (nothing found) to 1. */
export interface Extracted {
  value: unknown;
  confidence: number;
}

export type Extract = (field: Enrichment, reading: Reading) => Extracted;

/** Nothing was found: null, as the service gives it. */
export const NOTHING: Extracted = { value: null, confidence: 0 };

/** Whether a field's name or description speaks of one of these (alternatives of a regular expression). */
export function speaksOf(field: Enrichment, alternatives: string): boolean {
  return new RegExp(`\\b(?:${alternatives})`, 'i').test(
    `${field.name.replaceAll('_', ' ')} ${field.description}`,
  );
}

/** The words of a field that can be looked for in a text: `Number of records affected` gives record and affect. */
export function keywordsOf({ name, description }: Enrichment): Set<string> {
  const words = wordsOf(`${name.replaceAll('_', ' ')} ${description}`);
  return new Set(words.filter(isKeyword).map(({ stem }) => stem));
}

function isKeyword({ filler, text }: Word): boolean {
  return (
    !filler &&
    text.length > 2 &&
    !/^(number|amount|date|day|name|value|total|event|company|people|money)s?$/.test(text)
  );
}

const MONEY = 'amounts?|price|cost|value|money|raised|revenue|fund|deal|dollars?|fine|usd|eur';
/** Sums that are no price of anything: a field must ask for them by their name. */
const ROLES = /\b(?:valuation|valued|revenues?|sales|profits?|loss|turnover|market cap|assets|debt)\b/i;

/** Words so near behind a number say what it counts. */
const NEAR = 5;

/**
 * A number that the titles and first sentences give: the sum of money that was paid, or what is in front of the
 * field's own words. A part of a whole (`340 of its 3,800`), a year and a price of something else are no such number.
 */
export const extractNumber: Extract = (field, reading) => {
  if (speaksOf(field, MONEY)) {
    const value = moneyFor(field, reading);
    if (value !== undefined) return { value, confidence: 0.7 };
  }
  return counted(field, reading) ?? nearest(field, reading);
};

function moneyFor(field: Enrichment, reading: Reading): number | undefined {
  const role = ROLES.exec(`${field.name.replaceAll('_', ' ')} ${field.description}`)?.[0];
  const keywords = keywordsOf(field);
  for (const sentence of sentencesFor(keywords, reading)) {
    const found = allMoneyIn(sentence).find((money) =>
      role === undefined ? fits(money, reading) : isNear(role, { sentence, money }),
    );
    if (found) return found.amount;
  }
  return undefined;
}

/** A result is a value; everything else that is asked for is a sum that was paid. */
function fits({ role }: MoneyMention, { events }: Reading): boolean {
  return role === 'sum' || (role === 'value' && events.some(({ name }) => name === 'earnings'));
}

/** Sentences that report the event first, then what else has words of the field. */
function sentencesFor(keywords: ReadonlySet<string>, reading: Reading): string[] {
  const others = reading.events.length > 0 ? [] : reading.sentences();
  const named = others.filter((sentence) => stemsOf(sentence).some((stem) => keywords.has(stem)));
  return [...new Set([...reading.telling(), ...named])];
}

function isNear(role: string, { sentence, money }: { sentence: string; money: MoneyMention }): boolean {
  const around = sentence.slice(Math.max(0, money.at - 50), money.at + money.text.length + 30);
  return around.toLowerCase().includes(role.toLowerCase());
}

/** The count in front of a noun of the field: `Number of jobs, workers or employees that go`. */
function counted({ description }: Enrichment, reading: Reading): Extracted | undefined {
  const nouns = wordsOf(description)
    .filter(({ filler, text }) => !filler && text.length > 2 && text !== 'number')
    .map(({ text }) => text.replaceAll(/[^\p{L}-]/gu, ''))
    .filter(Boolean)
    .map((text) => `${text.replace(/s$/, '')}s?`);
  if (nouns.length === 0) return undefined;
  for (const sentence of reading.telling()) {
    const count = countOf(nouns.join('|'), sentence);
    const value = count?.exact ?? count?.most ?? count?.least;
    if (value !== undefined) return { value, confidence: count?.exact === undefined ? 0.6 : 0.8 };
  }
  return undefined;
}

/** For a field without a kind of event: the number that one of its words follows closely. */
function nearest(field: Enrichment, reading: Reading): Extracted {
  if (reading.events.length > 0) return NOTHING;
  const keywords = keywordsOf(field);
  for (const mention of reading.mentions()) {
    if (mention.kind !== 'number' || /^(?:19|20)\d\d$/.test(mention.text)) continue;
    const value = amountOf(mention.text);
    const at = mention.sentence.indexOf(mention.text);
    const after = stemsOf(mention.sentence.slice(at + mention.text.length));
    if (value !== undefined && after.slice(0, NEAR).some((stem) => keywords.has(stem)))
      return { value, confidence: 0.6 };
  }
  return NOTHING;
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  dozen: 12,
  twenty: 20,
  hundred: 100,
};

/** The value of `$12.5 million`, `Rs 3 crore`, `1,200` or `three`; undefined for what is no number. */
export function amountOf(text: string): number | undefined {
  return valueOf(text) ?? lookUp(NUMBER_WORDS, text.toLowerCase().trim());
}

/** Amounts of money as the text writes them, `€1.2bn` and `Rs 3 crore` included. */
export function moneyIn(text: string): string[] {
  return allMoneyIn(text).map((money) => money.text);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** A date without a year that would lie so far after the article belongs to the year before. */
const FUTURE = 60 * DAY;

/** The first date in the text that names a day, else the day of the first article with little confidence. */
export const extractDate: Extract = (_field, reading) => {
  const published = Math.min(...reading.articles.map(({ publishedAt }) => publishedAt));
  for (const mention of reading.mentions()) {
    const at = mention.kind === 'date' ? dayNamed(mention.text, published) : undefined;
    if (at !== undefined) return { value: dayOf(at), confidence: /\d{4}/.test(mention.text) ? 0.9 : 0.6 };
  }
  return { value: dayOf(published), confidence: 0.3 };
};

/**
 * The day that a phrase names, as midnight of UTC: `March 10, 2014`, `10 March`, `2014-03-10`, `last Monday`,
 * `yesterday`. What leaves the year or week open is read against the day the article appeared. Undefined when no day
 * is named.
 */
export function dayNamed(phrase: string, published: Instant): Instant | undefined {
  const text = phrase.toLowerCase();
  const today = Math.floor(published / DAY) * DAY;
  const iso = /(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (iso) return dayAt(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  if (/\byesterday\b/.test(text)) return today - DAY;
  if (/\b(today|tonight|this (morning|afternoon|evening))\b/.test(text)) return today;
  if (/\btomorrow\b/.test(text)) return today + DAY;
  return calendarDay(text, today) ?? weekday(text, today);
}

function calendarDay(text: string, today: Instant): Instant | undefined {
  const month = MONTHS.findIndex((name) => new RegExp(`\\b${name}[a-z]*\\b`).test(text));
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(text.replace(/\b\d{4}\b/, ''))?.[1];
  if (month === -1 || day === undefined) return undefined;
  const year = /\b(\d{4})\b/.exec(text)?.[1];
  if (year !== undefined) return dayAt(Number(year), month, Number(day));
  const thisYear = new Date(today).getUTCFullYear();
  const at = dayAt(thisYear, month, Number(day));
  return at !== undefined && at > today + FUTURE ? dayAt(thisYear - 1, month, Number(day)) : at;
}

/** The last such weekday up to the day of the article; `next` goes forward. */
function weekday(text: string, today: Instant): Instant | undefined {
  const wanted = WEEKDAYS.findIndex((name) => text.includes(name));
  if (wanted === -1) return undefined;
  const back = (new Date(today).getUTCDay() - wanted + 7) % 7;
  if (/\bnext\b/.test(text)) return today + (7 - back) * DAY;
  return today - (back === 0 && /\blast\b/.test(text) ? 7 : back) * DAY;
}

/** Undefined for a day that does not exist, such as 31 February. */
function dayAt(year: number, month: number, day: number): Instant | undefined {
  const at = Date.UTC(year, month, day);
  return new Date(at).getUTCMonth() === month ? at : undefined;
}

/** The option that the text names most often. The description lists options after `one of:`, or in brackets. */
export const extractOption: Extract = ({ description }, reading) => {
  const counted = optionsIn(description).map((option) => ({
    option,
    times: timesNamed(option, reading.words()),
  }));
  const [best] = counted.filter(({ times }) => times > 0).toSorted((a, b) => b.times - a.times);
  return best ? { value: best.option, confidence: Math.min(0.9, 0.5 + best.times * 0.1) } : NOTHING;
};

/** The options of `Severity, one of: low, medium or high`. */
export function optionsIn(description: string): string[] {
  const list =
    /(?:one of|either|options?)\s*:?\s*([^.]+)/i.exec(description)?.[1] ??
    /\(([^)]+)\)/.exec(description)?.[1];
  if (list === undefined) return [];
  return list
    .split(/\s*[,;/|]\s*|\s+or\s+/)
    .map((option) => option.replaceAll(/^["'(]+|["')]+$/g, '').trim())
    .filter(Boolean);
}

function timesNamed(option: string, words: Parameters<typeof timesIn>[1]): number {
  const parts = wordsOf(option);
  const [only] = parts;
  if (parts.length === 1 && only) return Math.max(...formsOf(only).map((form) => timesIn(form, words)));
  return timesIn(
    parts.map(({ text }) => text),
    words,
  );
}

/** The first link in the text; for a field that asks for the source, the link of the first article. */
export const extractUrl: Extract = (field, reading) => {
  const [link] = reading.text.match(/https?:\/\/[^\s"'<>)\]]+/) ?? [];
  if (link !== undefined) return { value: link.replace(/[.,;]$/, ''), confidence: 0.6 };
  const [first] = reading.articles;
  return first && speaksOf(field, 'source|article|report|link|citation')
    ? { value: first.link, confidence: 0.9 }
    : NOTHING;
};
