import { idOf } from '../lib/hash.ts';
import type { Finding } from './finding.ts';
import { wordTexts } from '../query/words.ts';

/** So many of its articles a record is recognised by: those that were published first, as later ones join at the end. */
const MARKED_ARTICLES = 4;

/** What a record is known by, beside others: the finding that stands for it, and the extraction that saw it first. */
export interface RecordKey {
  /** Made of what is recognised: an article with a title, or the service's own id. */
  id: string;
  fingerprint: string;
  extractionId: string;
}

/**
 * The marks of a record: its title, whatever its case and punctuation, with each of its first articles. The service's id
 * belongs to a job, so that the same fact has another one in the next job (extraction service, record); one article can
 * tell two facts, so that an article alone is not enough.
 */
export function recordKeysOf({ title, articles = [] }: Finding): string[] {
  const words = wordTexts(title).join(' ');
  const first = articles.toSorted((a, b) => (a.publishedAt ?? Infinity) - (b.publishedAt ?? Infinity));
  const links = new Set(first.flatMap(({ link }) => link ?? []));
  return [...links].slice(0, MARKED_ARTICLES).map((link) => idOf('record', words, link));
}

/** The mark of the service's id: under which fingerprint a record of a job goes on, whatever joins it later. */
export function idKeyOf(fingerprint: string): string {
  return idOf('record-id', fingerprint);
}
