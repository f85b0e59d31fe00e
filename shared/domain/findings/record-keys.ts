import { idOf } from '../lib/hash.ts';
import type { Finding } from './finding.ts';
import { wordTexts } from '../query/words.ts';

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
 * The keys of a record: the words of its title with each of its first articles. The service's id is no key, because the
 * same fact has another id in the next job (extraction service, record). An article alone is no key either, because one
 * article can report two facts.
 */
export function recordKeysOf({ title, articles = [] }: Finding): string[] {
  const words = wordTexts(title).join(' ');
  const first = articles.toSorted((a, b) => (a.publishedAt ?? Infinity) - (b.publishedAt ?? Infinity));
  const links = new Set(first.flatMap(({ link }) => link ?? []));
  return [...links].slice(0, KEYED_ARTICLES).map((link) => idOf('record', words, link));
}

/** The key of the service's id: it keeps a job's record under its first fingerprint, whatever is joined to it later. */
export function idKeyOf(fingerprint: string): string {
  return idOf('record-id', fingerprint);
}
