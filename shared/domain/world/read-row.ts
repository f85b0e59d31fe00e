import { hostOf } from '../feeds/feed.ts';
import { languageCode } from '../feeds/languages.ts';
import type { Outlet } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import { idOf } from '../lib/hash.ts';
import { addressKey, bareHost, cleanLine } from '../text/clean-text.ts';
import { DAY, type Instant } from '../time/instant.ts';
import { type ArchiveFile, readStamp, type Stream } from './archive-file.ts';
import { countryOf } from './outlet-country.ts';

/** An article as the archive has it: its facts, with clean texts. It holds no text of the article. */
export interface WorldRow {
  /** Its identity: the same for all addresses of its page. */
  key: string;
  link: string;
  title: string;
  outlet: Outlet;
  /** ISO 639-1. */
  language?: string;
  authors: readonly string[];
  /** Names as the archive spells them, the most named first. Of a translated article they may be English. */
  people: readonly string[];
  companies: readonly string[];
  /** All names of the article, those of people and organisations among them. */
  names: readonly string[];
  /** Codes of the archive: `ECON_BANKRUPTCY`. */
  themes: readonly string[];
  /** Mean tone: mostly -10 to 10, at most -100 to 100. */
  tone?: number;
  image?: string;
  /** By its page; else the time of its file. */
  publishedAt: Instant;
  /** The time of its file. */
  slot: Instant;
}

/** A row with the time at which it counts as found. */
export interface SeenRow extends WorldRow {
  seenAt: Instant;
}

const COLUMNS = 27;
/** The places of what is read, from 0 (GKG 2.1 codebook). */
const AT = {
  outlet: 3,
  address: 4,
  themes: 7,
  people: 12,
  companies: 14,
  tone: 15,
  image: 18,
  names: 23,
  translation: 25,
  extras: 26,
} as const;

const TAB = 0x09;
/** More names of one kind than any article is about. */
const MOST_NAMES = 200;
const MOST_THEMES = 100;
const MOST_AUTHORS = 5;
const TITLE = 300;
const LINK = 2_000;

/** Bytes that are no UTF-8 become the character for that: an address may hold one. */
const decoder = new TextDecoder();

/**
 * A line of a file as a row; undefined for a line that has not 27 columns, or names no web page. Other columns are not
 * decoded: they are most of the bytes.
 */
export function readRow(line: Uint8Array, file: ArchiveFile): WorldRow | undefined {
  const ends = columnEnds(line);
  if (ends.length !== COLUMNS) return undefined;
  const column = (at: number) =>
    decoder.decode(line.subarray(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, ends[at]));
  const link = pageOf(column(AT.address));
  if (link === undefined) return undefined;
  const extras = column(AT.extras);
  const domain = bareHost(column(AT.outlet).trim().toLowerCase()) || hostOf(link);
  return defined<WorldRow>({
    key: idOf(addressKey(link)),
    link,
    title: cleanLine(extraOf(extras, 'PAGE_TITLE')).slice(0, TITLE) || link,
    outlet: defined<Outlet>({ domain, country: countryOf(domain) }),
    language: languageOf(column(AT.translation), file.stream),
    authors: authorsOf(extraOf(extras, 'PAGE_AUTHORS')),
    people: namesIn(column(AT.people)),
    companies: namesIn(column(AT.companies)),
    names: namesIn(column(AT.names)),
    themes: [...new Set(column(AT.themes).split(';'))].filter((one) => one !== '').slice(0, MOST_THEMES),
    tone: numberIn(column(AT.tone)),
    image: pageOf(column(AT.image)),
    publishedAt: publishedOf(extras, file),
    slot: file.slot,
  });
}

/** The time of the file that a line says that it is of. */
export function timeOfLine(line: Uint8Array): Instant | undefined {
  const from = line.indexOf(TAB) + 1;
  return readStamp(decoder.decode(line.subarray(from, line.indexOf(TAB, from))));
}

/** The place behind each column. */
function columnEnds(line: Uint8Array): number[] {
  const ends: number[] = [];
  for (let at = line.indexOf(TAB); at >= 0; at = line.indexOf(TAB, at + 1)) ends.push(at);
  return [...ends, line.length];
}

function pageOf(address: string): string | undefined {
  const text = address.trim();
  const url = text.length <= LINK && /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url?.href;
}

function extraOf(extras: string, name: string): string {
  const from = extras.indexOf(`<${name}>`);
  const to = from < 0 ? -1 : extras.indexOf(`</${name}>`, from);
  return to < 0 ? '' : extras.slice(from + name.length + 2, to);
}

/** Authors are separated by semicolons, and so end the character references in them. */
function authorsOf(text: string): string[] {
  const authors = cleanLine(text)
    .split(';')
    .map((one) => one.trim().slice(0, TITLE));
  return [...new Set(authors)].filter((one) => one !== '').slice(0, MOST_AUTHORS);
}

/** Names with the place of each mention: `Jane Doe,78;Acme Corp,132`. */
function namesIn(column: string): string[] {
  const counts = new Map<string, number>();
  for (const mention of column.split(';')) {
    const name = mention.replace(/,\d+$/, '').replaceAll(/\s+/g, ' ').trim();
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const ranked = [...counts].toSorted(([, a], [, b]) => b - a);
  return ranked.slice(0, MOST_NAMES).map(([name]) => name);
}

function numberIn(column: string): number | undefined {
  const number = Number.parseFloat(column);
  return Number.isFinite(number) ? number : undefined;
}

/** The language of the page: `srclc:fra;eng:…` of a translated one, English of others. */
function languageOf(translation: string, stream: Stream): string | undefined {
  const source = /srclc:([a-z]{2,3})/i.exec(translation)?.[1];
  if (source === undefined) return stream === 'english' ? 'en' : undefined;
  const code = languageCode(source.toLowerCase());
  return code?.length === 2 ? code : undefined;
}

/** What pages say of the future, and of years ago, is no time of news. */
const LONGEST_AGO = 30 * DAY;

function publishedOf(extras: string, { slot }: ArchiveFile): Instant {
  const said = readStamp(extraOf(extras, 'PAGE_PRECISEPUBTIMESTAMP'));
  return said !== undefined && said <= slot && said > slot - LONGEST_AGO ? said : slot;
}
