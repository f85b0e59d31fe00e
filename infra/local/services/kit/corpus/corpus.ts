import { createHash } from 'node:crypto';
import { isObject } from '../../../../../shared/domain/lib/fields.ts';
import {
  DAY,
  type Instant,
  isoOf,
  parseWireTime,
  SECOND,
} from '../../../../../shared/domain/time/instant.ts';
import { issuesOf, lineOf } from '../http/refusal.ts';
import {
  articleRecord,
  type ArticleRecord,
  type CorpusArticle,
  eventRecord,
  type EventRecord,
  precisionOf,
} from './article-record.ts';
import { openFiling } from './filed-articles.ts';
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
  /** Moves all dates of all files by the same number of whole seconds, so that the newest line is of `now`. */
  shiftToNow: boolean;
  now: Instant;
  /** Called after every 1,000 lines and at the end, with the lines read so far. */
  onProgress?: (lines: number) => void;
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
  const skipped: CorpusError[] = [];
  const corpus = await loadCorpus(files, { ...reading, onSkip: (error) => skipped.push(error) });
  const used = corpus.articles.length + corpus.events.length;
  const notes = skippedNotes(skipped, used + skipped.length);
  if (used === 0 && skipped.length > 0) {
    throw new CorpusError(`No line of the corpus can be used.\n${notes.slice(1, -1).join('\n')}`);
  }
  return { ...corpus, notes };
}

/**
 * Reads NDJSON files: a line with `event_type` is an event, one with `title` an article. Records of articles are kept
 * outside of the memory. The age of a line counts from the time when the service has it (parse or extraction), not
 * from the event.
 *
 * @throws CorpusError for a file that cannot be read and, without `onSkip`, for the first line that cannot be used.
 */
export async function loadCorpus(files: readonly string[], reading: CorpusReading): Promise<Corpus> {
  const { shiftToNow, now, onProgress = () => {}, onSkip } = reading;
  const filing = openFiling();
  const events: CorpusEvent[] = [];
  let newest = -Infinity;
  let count = 0;
  for (const file of files) {
    for await (const text of readTextLines(file)) {
      const line = usable(text, onSkip);
      if (line?.kind === 'event') events.push(line);
      else if (line) filing.add(line, text.text);
      if (line) newest = Math.max(newest, line.kind === 'event' ? line.extractedAt : line.parsedAt);
      count += 1;
      if (count % 1_000 === 0) onProgress(count);
    }
  }
  onProgress(count);
  const by = shiftToNow && count > 0 ? Math.floor((now - newest) / SECOND) * SECOND : 0;
  // A date that is moved has a time: what its precision was follows from its line.
  const move = (record: ArticleRecord): ArticleRecord =>
    by === 0 ? record : { ...record, published_date_precision: precisionOf(record), ...shifted(record, by) };
  const articles = filing.articles(by, move);
  return { articles, events: by === 0 ? events : events.map((event) => shiftedEvent(event, by)) };
}

/**
 * An article of the corpus from a record of the news service's shape; `where` names it in errors. @throws
 * CorpusError.
 */
export function corpusArticle(record: ArticleRecord, where: string): CorpusArticle {
  const published = dateAt(record, 'published_date', where);
  const parsedAt = dateAt(record, 'parse_date', where) ?? published;
  if (parsedAt === undefined) throw unusable(where, 'an article needs a published_date or a parse_date');
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
export function lineFrom(text: TextLine): CorpusLine {
  const where = `${text.file}, line ${text.line}`;
  const value = parseLine(text.text, where);
  if (isObject(value) && 'event_type' in value) {
    const event = eventRecord.safeParse(value);
    if (event.success) return corpusEvent(event.data, where);
    throw unusable(where, lineOf(issuesOf(event.error, 'event')));
  }
  const article = articleRecord.safeParse(value);
  if (article.success) return corpusArticle(article.data, where);
  const form = 'A line is an article (title and link or published_date) or an event (event_type)';
  throw unusable(where, `${lineOf(issuesOf(article.error, 'article'))}. ${form}`);
}

function unusable(where: string, message: string): CorpusError {
  return new CorpusError(`${where}: ${message}`);
}

function parseLine(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(where, 'not JSON. A corpus holds one JSON object a line');
  }
}

function corpusEvent(record: EventRecord, where: string): CorpusEvent {
  const eventAt = dateAt(record, 'event_date', where);
  const extractedAt = dateAt(record, 'extraction_date', where) ?? eventAt;
  if (extractedAt === undefined) throw unusable(where, 'an event needs an extraction_date or an event_date');
  return { kind: 'event', id: record.id ?? hashOf(JSON.stringify(record)), record, eventAt, extractedAt };
}

function shiftedEvent({ record, id }: CorpusEvent, by: number): CorpusEvent {
  return corpusEvent({ ...record, ...shifted(record, by), id }, id);
}

function dateAt(record: Fields, key: string, where: string): Instant | undefined {
  const text = record[key];
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const at = parseWireTime(text);
  if (at !== undefined) return at;
  throw unusable(`${where}, ${key}`, `${JSON.stringify(text)} is not a date such as 2026-11-21 08:00:00`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** How many lines are named. */
const NAMED = 5;

/** What was skipped, for the user: the first lines, and how many there are. Empty when nothing was. */
function skippedNotes(skipped: readonly CorpusError[], lines: number): string[] {
  const { length: count } = skipped;
  if (count === 0) return [];
  const amount = (n: number) => n.toLocaleString('en');
  return [
    `${amount(count)} of ${amount(lines)} lines of the corpus ${count === 1 ? 'was' : 'were'} skipped:`,
    ...skipped.slice(0, NAMED).map(({ message }) => `  ${message}`),
    ...(count > NAMED ? [`  and ${amount(count - NAMED)} more`] : []),
    '  Correct these lines to use them. With --strict such a corpus is refused.',
  ];
}

/** The dates of articles and events, and of tariffs in them. */
const DATES = [
  'published_date',
  'parse_date',
  'updated_date',
  '_visible_date',
  'event_date',
  'extraction_date',
  'announcement_date',
  'implementation_date',
  'expiration_date',
];

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record with every date moved by `by` milliseconds. */
function shifted(record: Fields, by: number, shift = shiftDate): Fields {
  const tariff = record['tariffs_v2'];
  const dates = DATES.map((key) => [key, record[key]] as const);
  return {
    ...Object.fromEntries(
      dates.flatMap(([key, text]) => (typeof text === 'string' ? [[key, shift(text, by)] as const] : [])),
    ),
    ...(isObject(tariff) && { tariffs_v2: { ...tariff, ...shifted(tariff, by, shiftPartialDate) } }),
  };
}

/** As `YYYY-MM-DD HH:MM:SS`. What is no date stays as it is. */
function shiftDate(text: string, by: number): string {
  const at = parseWireTime(text);
  return at === undefined
    ? text
    : isoOf(at + by)
        .slice(0, 19)
        .replace('T', ' ');
}

/** A date of a tariff may be a month or a day: it keeps the form `2025/01`, `2025-01`, `2025/01/31`; moves by whole days. */
function shiftPartialDate(text: string, by: number): string {
  const [, year, mark = '', month, day] = /^(\d{4})([-/])(\d{2})(?:\2(\d{2}))?$/.exec(text.trim()) ?? [];
  const at = parseWireTime(`${year}-${month}-${day ?? '01'}`);
  if (at === undefined) return shiftDate(text, by);
  return isoOf(at + Math.round(by / DAY) * DAY)
    .slice(0, day ? 10 : 7)
    .replaceAll('-', mark);
}
