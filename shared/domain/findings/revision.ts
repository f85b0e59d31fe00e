import { defined } from '../lib/fields.ts';
import { idOf } from '../lib/hash.ts';
import { wordTexts } from '../query/words.ts';
import { headlineOf } from '../text/headline.ts';
import type { Instant } from '../time/instant.ts';
import type { AwaitedChange, FactChange, Finding, FindingChange, StoredFinding } from './finding.ts';

/** A record is recognised by this many of its earliest articles: later ones join at the end. */
const KEYED_ARTICLES = 4;

/** A key under which a record is recognised, with the finding that stores it and the extraction that saw it first. */
export interface RecordKey {
  /** Hash of the title with one article, or of the service's own id. */
  id: string;
  fingerprint: string;
  extractionId: string;
}

/**
 * The keys of a record: the words of its title with each of its first articles. The service's id is no key, because
 * the same fact has another id in the next job (extraction service, record). An article alone is no key either,
 * because one article can report two facts.
 */
export function recordKeysOf({ title, articles = [] }: Finding): string[] {
  const words = wordTexts(title).join(' ');
  const first = articles.toSorted((a, b) => (a.publishedAt ?? Infinity) - (b.publishedAt ?? Infinity));
  const links = new Set(first.flatMap(({ link }) => link ?? []));
  return [...links].slice(0, KEYED_ARTICLES).map((link) => idOf('record', words, link));
}

/**
 * The key of the service's id: it keeps a job's record under its first fingerprint, whatever is joined to it later.
 */
export function idKeyOf(fingerprint: string): string {
  return idOf('record-id', fingerprint);
}

/** The fact name of an article's title. */
export const HEADLINE = 'headline';

/** How many changes of a finding are kept. */
const MOST_CHANGES = 10;

/** The new content of a known finding, with what changed. */
export interface Revision {
  finding: Finding;
  /** Absent where the content says more, and nothing else than before: that is no change. */
  changedAt?: Instant;
  changes?: readonly FindingChange[];
  /** All changes on which an alert is due, this one included. */
  awaited?: readonly AwaitedChange[];
}

/**
 * The revision of a known finding that the service gives again; undefined when nothing changed. A change is never a
 * new finding: `foundAt` and the verdict stay. Where all that differs is that one of the two names the company of a
 * record, nothing has changed: the finding keeps the name, or gets it.
 */
export function revisionOf(known: StoredFinding, given: Finding, now: Instant): Revision | undefined {
  if (namesMore(known.finding, given)) return undefined;
  if (namesMore(given, known.finding)) return { finding: given };
  const facts = factChanges(known.finding, given);
  const isSame = known.finding.contentHash === given.contentHash;
  if (isSame && (given.contentHash !== undefined || facts.length === 0)) return undefined;
  if (facts.length === 0) return { finding: given, changedAt: now };
  const changes = [...(known.changes ?? []), { at: now, facts }].slice(-MOST_CHANGES);
  return { finding: given, changedAt: now, changes };
}

/** Whether a record is another one and the companies in its fields, nothing else. */
function namesMore({ hashWithoutCompanies }: Finding, { contentHash }: Finding): boolean {
  return hashWithoutCompanies !== undefined && hashWithoutCompanies === contentHash;
}

function factChanges(known: Finding, given: Finding): FactChange[] {
  const [before, after] = [factsOf(known), factsOf(given)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    const isSame = from === to || (name === HEADLINE && areSameHeadlines(known, given));
    return isSame ? [] : [defined<FactChange>({ name, from, to })];
  });
}

/**
 * Whether two titles of one finding read the same. Tags, character references and the name of the outlet, as it was
 * known before or is known now, are no part of a headline.
 */
function areSameHeadlines(known: Finding, given: Finding): boolean {
  const [before, after] = [known, given].map(({ title }) =>
    headlineOf(headlineOf(title, known.outlet), given.outlet),
  );
  return before === after;
}

/** The title is a fact of an article or a record. The title of an event is only the service's wording. */
function factsOf({ type, title, facts = {} }: Finding): Readonly<Record<string, string>> {
  return type === 'event' ? facts : { ...facts, [HEADLINE]: title };
}
