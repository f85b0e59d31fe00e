import { createHash } from 'node:crypto';
import * as z from 'zod';
import { DAY, type Instant, isoOf, parseWireTime } from '../../../../../shared/domain/time/instant.ts';
import { issuesOf, lineOf } from '../http/refusal.ts';
import {
  articleRecord,
  type ArticleRecord,
  type CorpusArticle,
  eventRecord,
  type EventRecord,
  precisionOf,
} from './article-record.ts';
import { packArticles } from './packed-articles.ts';
import { CorpusError, readTextLines, type TextLine } from './read-lines.ts';

/** An event as a line of a corpus gave it. */
export interface CorpusEvent {
  kind: 'event';
  id: string;
  record: EventRecord;
  /** When it happened, if the line says so. It may be in the future (a layoff announced for spring). */
  eventAt: Instant | undefined;
  /** When the service has it; a line without `extraction_date` was extracted at its `event_date`. */
  extractedAt: Instant;
}

type CorpusLine = CorpusArticle | CorpusEvent;

/** Everything the services answer from, in the order of the files. */
export interface Corpus {
  articles: readonly CorpusArticle[];
  events: readonly CorpusEvent[];
}

interface CorpusReading {
  /** Moves all dates of all files by the same whole number of milliseconds, so that the newest line is of `now`. */
  shiftToNow: boolean;
  now: Instant;
  /** Called after every 1,000 lines and at the end, with the lines read so far. */
  onProgress?: (lines: number) => void;
  /** Called for each article, while its record is at hand. */
  onArticle?: (article: CorpusArticle) => void;
  /** Called for each line that cannot be used. Left out: the first one ends the reading. */
  onSkip?: (error: CorpusError) => void;
}

/** A corpus, and what was skipped in its files, for the user. */
interface SkimmedCorpus extends Corpus {
  notes: readonly string[];
}

/** Reads whole files, but skips the lines that cannot be used. @throws CorpusError when no line can be used. */
export async function skimCorpus(
  files: readonly string[],
  reading: Omit<CorpusReading, 'onSkip'>,
): Promise<SkimmedCorpus> {
  const skipped = countSkipped();
  const corpus = await loadCorpus(files, { ...reading, onSkip: (error) => skipped.add(error) });
  const lines = corpus.articles.length + corpus.events.length + skipped.count();
  assertSomeUsed(skipped, lines);
  return { ...corpus, notes: skipped.report(lines) };
}

/**
 * Reads NDJSON files: a line with `event_type` is an event, one with `title` an article. Records of articles are kept
 * outside of the memory. The age of a line counts from the time when the service has it (parse or extraction), not
 * from the event. Shifted dates are whole seconds, as the services write them.
 *
 * @throws CorpusError for a file that cannot be read and, without `onSkip`, for the first line that cannot be used.
 */
export async function loadCorpus(files: readonly string[], reading: CorpusReading): Promise<Corpus> {
  const { shiftToNow, now, onProgress = () => {}, onArticle, onSkip } = reading;
  const by = shiftToNow ? now - (await newestOf(files, now, onSkip)) : 0;
  const packed = packArticles((line, id) => {
    const record = checkedRecord.parse(JSON.parse(line));
    return by === 0 ? record : shiftedRecord(record, { by, id });
  });
  const articles: CorpusArticle[] = [];
  const events: CorpusEvent[] = [];
  const take = (read: CorpusLine, bytes: Buffer) => {
    const line = by === 0 ? read : shifted(read, by);
    if (line.kind === 'event') return void events.push(line);
    const article = packed(line, bytes);
    articles.push(article);
    onArticle?.(article);
  };
  let count = 0;
  for (const file of files) {
    for await (const text of readTextLines(file)) {
      const line = usable(text, onSkip);
      if (line) take(line, text.bytes);
      count += 1;
      if (count % 1_000 === 0) onProgress(count);
    }
  }
  onProgress(count);
  return { articles, events };
}

/**
 * A record that `articleRecord` has checked, which changes no value: to check each part again takes as long as to
 * read it.
 */
const checkedRecord = z.custom<ArticleRecord>((value) => typeof value === 'object' && value !== null);

/**
 * An article of the corpus from a record of the news service's shape; `where` names it in errors. @throws
 * CorpusError.
 */
export function corpusArticle(record: ArticleRecord, where: string): CorpusArticle {
  const published = dateOf(record.published_date, `${where}, published_date`);
  const parsed = dateOf(record.parse_date, `${where}, parse_date`);
  const parsedAt = parsed ?? published;
  if (parsedAt === undefined) {
    const reason = 'an article needs a published_date or a parse_date';
    throw new CorpusError(`${where}: ${reason}`, { reason });
  }
  const id = record.id ?? hashOf(record.link ?? `${record.title} ${parsedAt}`);
  const late = record['_visible_date'];
  const visibleAt = (typeof late === 'string' ? parseWireTime(late) : undefined) ?? parsedAt;
  return { kind: 'article', id, record, publishedAt: published ?? parsedAt, parsedAt, visibleAt };
}

/** Undefined for a line that is skipped. */
function usable(text: TextLine, onSkip: CorpusReading['onSkip']): CorpusLine | undefined {
  try {
    return lineFrom(text);
  } catch (cause) {
    if (!onSkip || !(cause instanceof CorpusError)) throw cause;
    onSkip(cause);
    return undefined;
  }
}

/** A line of a corpus as an article or an event. @throws CorpusError with file and line number. */
export function lineFrom(text: Omit<TextLine, 'bytes'>): CorpusLine {
  const where = `${text.file}, line ${text.line}`;
  const value = parseLine(text.text, where);
  if (isEvent(value)) {
    const read = eventRecord.safeParse(value);
    if (!read.success) throw misfit(read.error, { where, at: 'event' });
    return corpusEvent(read.data, where);
  }
  const read = articleRecord.safeParse(value);
  if (read.success) return corpusArticle(read.data, where);
  const form = '. A line is an article (title and link or published_date) or an event (event_type)';
  throw misfit(read.error, { where, at: 'article', form });
}

function parseLine(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = 'not JSON. A corpus holds one JSON object a line';
    throw new CorpusError(`${where}: ${reason}`, { reason, cause });
  }
}

function misfit(
  error: z.ZodError,
  { where, at, form = '' }: { where: string; at: string; form?: string },
): CorpusError {
  const reason = lineOf(issuesOf(error, at));
  return new CorpusError(`${where}: ${reason}${form}`, { reason });
}

function corpusEvent(record: EventRecord, where: string): CorpusEvent {
  const eventAt = dateOf(record.event_date, `${where}, event_date`);
  const extractedAt = dateOf(record.extraction_date, `${where}, extraction_date`) ?? eventAt;
  if (extractedAt === undefined) {
    const reason = 'an event needs an extraction_date or an event_date';
    throw new CorpusError(`${where}: ${reason}`, { reason });
  }
  return { kind: 'event', id: record.id ?? hashOf(JSON.stringify(record)), record, eventAt, extractedAt };
}

function isEvent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'event_type' in value;
}

async function newestOf(
  files: readonly string[],
  otherwise: Instant,
  onSkip: CorpusReading['onSkip'],
): Promise<Instant> {
  // The second reading reports what is skipped.
  const skip = onSkip && (() => undefined);
  let newest = -Infinity;
  for (const file of files) {
    for await (const text of readTextLines(file)) {
      const line = usable(text, skip);
      if (line) newest = Math.max(newest, knownAt(line));
    }
  }
  return newest === -Infinity ? otherwise : newest;
}

function knownAt(line: CorpusLine): Instant {
  return line.kind === 'article' ? line.parsedAt : line.extractedAt;
}

function shifted(line: CorpusLine, by: number): CorpusLine {
  if (line.kind === 'article') return corpusArticle(shiftedRecord(line.record, { by, id: line.id }), line.id);
  return corpusEvent({ ...shiftEvent(line.record, by), id: line.id }, line.id);
}

function shiftedRecord(record: ArticleRecord, { by, id }: { by: number; id: string }): ArticleRecord {
  return { ...shiftArticle(record, by), id };
}

function dateOf(text: string | null | undefined, where: string): Instant | undefined {
  if (text === null || text === undefined || text.trim() === '') return undefined;
  const at = parseWireTime(text);
  if (at === undefined) {
    const message = `${where}: ${JSON.stringify(text)} is not a date such as 2026-11-21 08:00:00`;
    throw new CorpusError(message, { reason: `${where.replace(/^.*, /, '')} is not a date` });
  }
  return at;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The lines of a corpus that could not be used. */
interface SkippedLines {
  /** Takes the error of a line. */
  add(error: CorpusError): void;
  count(): number;
  /** What was skipped, for the user: the first lines in full, then the count by reason. Empty when nothing was. */
  report(lines: number): string[];
}

/** How many lines are named in full, and how many reasons are counted. */
const NAMED = 5;
const REASONS = 20;

function countSkipped(): SkippedLines {
  const first: string[] = [];
  const reasons = new Map<string, number>();
  let count = 0;
  return {
    count: () => count,
    add: ({ message, reason }) => {
      count += 1;
      if (first.length < NAMED) first.push(message);
      // A line may hold anything, so the number of reasons has no other limit.
      const key = reasons.has(reason) || reasons.size < REASONS ? reason : 'other reasons';
      reasons.set(key, (reasons.get(key) ?? 0) + 1);
    },
    report: (lines) => {
      if (count === 0) return [];
      const amount = (n: number) => n.toLocaleString('en');
      const most = [...reasons].toSorted(([, one], [, other]) => other - one);
      const isAre = count === 1 ? 'was' : 'were';
      return [
        `${amount(count)} of ${amount(lines)} lines of the corpus ${isAre} skipped:`,
        ...first.map((message) => `  ${message}`),
        ...(count > first.length ? most.map(([reason, n]) => `  ${amount(n)} × ${reason}`) : []),
        '  Correct these lines to use them. With --strict such a corpus is refused.',
      ];
    },
  };
}

/** When no line can be used, the file has another format: nothing could be served. */
function assertSomeUsed(skipped: SkippedLines, lines: number): void {
  if (lines > 0 && skipped.count() === lines) {
    throw new CorpusError(
      `No line of the corpus can be used.\n${skipped.report(lines).slice(1, -1).join('\n')}`,
    );
  }
}

/**
 * Moves every date of an article by `by` milliseconds, also the `_visible_date` of one that is shown late. The dates
 * are written `YYYY-MM-DD HH:MM:SS`.
 */
function shiftArticle(record: ArticleRecord, by: number): ArticleRecord {
  const late = record['_visible_date'];
  return {
    ...record,
    ...(typeof late === 'string' && { _visible_date: shiftDate(late, by) }),
    published_date: shiftDate(record.published_date, by),
    published_date_precision: precisionOf(record),
    parse_date: shiftDate(record.parse_date, by),
    updated_date: shiftDate(record.updated_date, by),
  };
}

/** Moves every date of an event, those of a tariff too, which may be a day or a month only. */
function shiftEvent(record: EventRecord, by: number): EventRecord {
  const tariff = record.tariffs_v2;
  return {
    ...record,
    event_date: shiftDate(record.event_date, by),
    extraction_date: shiftDate(record.extraction_date, by),
    ...(tariff ? { tariffs_v2: shiftTariff(tariff, by) } : {}),
  };
}

function shiftTariff(tariff: Record<string, unknown>, by: number): Record<string, unknown> {
  const moved = { ...tariff };
  for (const key of ['announcement_date', 'implementation_date', 'expiration_date']) {
    const value = moved[key];
    if (typeof value === 'string') moved[key] = shiftPartialDate(value, by);
  }
  return moved;
}

/** What is no date stays as it is. */
function shiftDate(text: string | null | undefined, by: number): string | null | undefined {
  const at = text ? parseWireTime(text) : undefined;
  return at === undefined
    ? text
    : isoOf(at + by)
        .slice(0, 19)
        .replace('T', ' ');
}

/** Keeps the form: `2025/01`, `2025-01`, `2025/01/31`, `2025-01-31`; moves by whole days. */
function shiftPartialDate(text: string, by: number): string {
  const [, year, mark, month, day] = /^(\d{4})([-/])(\d{2})(?:\2(\d{2}))?$/.exec(text.trim()) ?? [];
  if (!year || !mark || !month) return shiftDate(text, by) ?? text;
  const at = parseWireTime(`${year}-${month}-${day ?? '01'}`);
  if (at === undefined) return text;
  const moved = isoOf(at + Math.round(by / DAY) * DAY).slice(0, day ? 10 : 7);
  return moved.replaceAll('-', mark);
}
