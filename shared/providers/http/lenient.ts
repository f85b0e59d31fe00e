import * as z from 'zod';
import {
  type Finding,
  type FoundItem,
  foundItemOf,
  type Publication,
  PUBLISHED_PRECISIONS,
  UNRANKED,
} from '../../domain/findings/finding.ts';
import { unreadItem, type UnusableItem } from '../../domain/findings/quarantine.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { eachApart } from '../../domain/lib/in-parallel.ts';
import { type Instant, parseWireTime } from '../../domain/time/instant.ts';
import type { FoundItems } from '../../use-cases/ports/services.ts';

/**
 * Parts of response schemas. An optional field that is missing, null, of a wrong type or out of its range is
 * undefined: an unexpected field must not stop the news (contract, rules for schemas).
 */

/** The longest text that is read, in UTF-16 units: a whole article is far shorter. The rest is left out. */
const LONGEST_TEXT = 200_000;
/** The longest optional identifier, in bytes: some are parts of keys, which hold 1,024 bytes (DynamoDB, sort key). */
const LONGEST_ID = 1_000;
/** The most entries of a list that are read. */
const MOST_ENTRIES = 5_000;
/** The number closest to 0 that the store holds (DynamoDB, Number). */
const LEAST_NUMBER = 1e-130;
/** The last instant with a year of four digits. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A text, without NUL, and with U+FFFD for half a character. */
export const maybeText = z.preprocess(textIn, z.string().optional());

/** A number that can be stored, also as text. */
export const maybeNumber = z.preprocess(storableIn, z.number().optional());

/** A number of things, also as text. */
export const maybeCount = z.preprocess(between(0, Number.MAX_SAFE_INTEGER), z.number().optional());

/** The rank of a site, from 1 to `UNRANKED`, also as text. */
export const maybeRank = z.preprocess(between(1, UNRANKED), z.number().optional());

/** A sentiment, -1..1, also as text. */
export const maybeSentiment = z.preprocess(between(-1, 1), z.number().optional());

/** A required number. */
export const number = z.preprocess(numberIn, z.number());

/** True or false, also as text. */
export const maybeFlag = z.preprocess(flagIn, z.boolean().optional());

/** A date in any of the services' forms, as an instant, from 1970 to 9999. Undefined for other texts. */
export const maybeInstant = z.preprocess(instantIn, z.number().optional());

const dayOnly = z.looseObject({ published_date: z.string().regex(/^\s*\d{4}[-/]\d{2}[-/]\d{2}\s*$/) });

/** An item whose `published_date` is a date without a time has the precision `date`, whatever it says itself. */
export function withDatePrecision(value: unknown): unknown {
  const { success, data } = dayOnly.safeParse(value);
  return success ? { ...data, published_date_precision: 'date' } : value;
}

/** When an item was published, as findings have it. Without a date it has no precision either. */
export function publicationOf(item: {
  published_date?: Instant | undefined;
  published_date_precision?: string | undefined;
}): Publication {
  const { published_date: publishedAt, published_date_precision: text = '' } = item;
  if (publishedAt === undefined) return {};
  const said = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  const publishedPrecision = PUBLISHED_PRECISIONS.find((one) => one === said);
  return { publishedAt, ...(publishedPrecision !== undefined && { publishedPrecision }) };
}

/** An identifier as text, even when it looks like a number. */
export const identifier = z.preprocess(identifierIn, z.string());
export const maybeIdentifier = z.preprocess(shortIdentifierIn, z.string().optional());

/** A list of texts: an array, one text, or null, read as an array. Other entries are left out. */
export const texts = z.preprocess(
  (value) =>
    shortListIn(value)
      .map(textIn)
      .filter((entry) => entry !== undefined && entry !== ''),
  z.array(z.string()),
);

/** A list of identifiers, read as an array. */
export const identifiers = z.preprocess(
  (value) =>
    shortListIn(value)
      .map(identifierIn)
      .filter((entry) => entry !== undefined),
  z.array(z.string()),
);

/** An object with unknown keys. */
export const maybeObject = z.record(z.string(), z.unknown()).nullish().transform(dropNull).catch(undefined);

/** An object of a known shape. Undefined if it is missing or has another shape. */
export function maybe<T>(schema: z.ZodType<T>) {
  return schema.nullish().transform(dropNull).catch(undefined);
}

/** The usable items of a list, each with its JSON, and the others. */
export interface Items<T> {
  kept: (T & { raw: unknown })[];
  unusable: UnusableItem[];
  /** How many are unusable. */
  dropped: number;
}

/** A list in which an unusable item is dropped alone. A missing list is empty. */
export function items<T extends object>(schema: z.ZodType<T>) {
  return z.preprocess(listIn, requiredItems(schema));
}

/** As {@link items}, for a required list. */
export function requiredItems<T extends object>(schema: z.ZodType<T>) {
  return z.array(z.unknown()).transform((entries): Items<T> => {
    const { results: kept, unusable } = readApart<T & { raw: unknown }>(entries, (raw) => {
      const item = schema.safeParse(raw);
      return item.success ? { result: { ...item.data, raw } } : { reason: reasonOf(item.error) };
    });
    return { kept, unusable, dropped: unusable.length };
  });
}

/** As {@link items}, without the dropped items and without JSON. */
export function list<T>(schema: z.ZodType<T>) {
  return z.preprocess(shortListIn, z.array(z.unknown())).transform(
    (entries): T[] =>
      readApart<T>(entries, (raw) => {
        const item = schema.safeParse(raw);
        return item.success ? { result: item.data } : { reason: reasonOf(item.error) };
      }).results,
  );
}

/** Reads items each by itself: one that cannot be read, or at which our code fails, leaves the others alone. */
function readApart<R>(
  entries: readonly unknown[],
  read: (raw: unknown) => { result: R } | { reason: string },
): { results: R[]; unusable: UnusableItem[] } {
  const results: R[] = [];
  const unusable: UnusableItem[] = [];
  for (const raw of entries) {
    try {
      const item = read(raw);
      if ('result' in item) results.push(item.result);
      else unusable.push({ raw, reason: item.reason });
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      unusable.push({ raw, reason: `It cannot be read: ${error.message}`, error });
    }
  }
  return { results, unusable };
}

/** The first place where an item differs from the contract. */
function reasonOf({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.join('.') ?? '';
  return place === '' ? 'It is not an object.' : `Its field ${place} is missing or not valid.`;
}

function listIn(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** As `listIn`, of the first entries. */
function shortListIn(value: unknown): unknown[] {
  return listIn(value).slice(0, MOST_ENTRIES);
}

function textIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.slice(0, LONGEST_TEXT).toWellFormed().replaceAll('\0', '');
}

function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** A number that the store holds: JavaScript knows it exactly, and it is not too close to 0. */
function storableIn(value: unknown): number | undefined {
  const number = numberIn(value) ?? Number.NaN;
  const size = Math.abs(number);
  return size === 0 || (size >= LEAST_NUMBER && size <= Number.MAX_SAFE_INTEGER) ? number : undefined;
}

/** Reads a number from `least` to `most`. */
function between(least: number, most: number) {
  return (value: unknown): number | undefined => {
    const number = storableIn(value);
    return number !== undefined && number >= least && number <= most ? number : undefined;
  };
}

/** A service may write 1970-01-01T00:00:00 for a date that it does not know. */
function instantIn(value: unknown): number | undefined {
  const at = typeof value === 'string' && value.length < 100 ? parseWireTime(value) : undefined;
  return at !== undefined && at > 0 && at <= LATEST ? at : undefined;
}

function flagIn(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

function identifierIn(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function shortIdentifierIn(value: unknown): string | undefined {
  const id = identifierIn(value);
  return id === undefined || Buffer.byteLength(id) > LONGEST_ID || !id.isWellFormed() ? undefined : id;
}

function dropNull<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined;
}

/** How the items of an answer become findings. */
interface FindingReading<T> {
  toFinding: (item: T) => Finding;
  /** Items of the same answer that cannot be read. */
  unusable: readonly UnusableItem[];
}

/** Items as findings, each read by itself: one at which our code fails leaves the others alone. */
export function foundItems<T extends { raw: unknown }>(
  items: readonly T[],
  reading: FindingReading<T>,
): FoundItems {
  const page = foundPageItems(items, reading);
  const sources = new Map(page.items.map(({ fingerprint, source }) => [fingerprint, source()]));
  return { findings: page.items.map(({ read }) => read()), sources, unusable: page.unusable };
}

/** The same, as the items of a page: for a service whose items take little to read. */
export function foundPageItems<T extends { raw: unknown }>(
  items: readonly T[],
  { toFinding, unusable: unread }: FindingReading<T>,
): { items: FoundItem[]; unusable: UnusableItem[] } {
  const { results, failed } = eachApart(items, (item) => foundItemOf(toFinding(item), item.raw));
  const unusable = [...unread, ...failed.map(({ item, error }) => unreadItem(item.raw, error))];
  return { items: results, unusable };
}
