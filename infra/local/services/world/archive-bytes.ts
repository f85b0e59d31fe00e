import { zipSync } from 'fflate';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import { type ArchiveFile, fileNameOf, stampOf } from '../../../../shared/domain/world/archive-file.ts';

/** What a file of the archive says of an article. */
export interface ArchiveArticle {
  link: string;
  domain: string;
  title: string;
  /** ISO 639-1. */
  language: string;
  people?: readonly string[];
  organizations?: readonly string[];
  names?: readonly string[];
  themes?: readonly string[];
  authors?: readonly string[];
  /** -100 to 100. */
  tone?: number;
  image?: string;
  publishedAt?: Instant;
}

/** ISO 639-3 of some languages, as the archive has them. */
const LONG_CODES: Readonly<Record<string, string>> = {
  de: 'deu',
  es: 'spa',
  fr: 'fra',
  it: 'ita',
  ja: 'jpn',
  nl: 'nld',
  pt: 'por',
  zh: 'zho',
};

/** A line of a file in the format of the archive: 27 columns, of which those stay empty that nobody here reads. */
export function archiveLine(article: ArchiveArticle, { slot, stream }: ArchiveFile, number: number): string {
  const { link, domain, language, tone = 0, people = [], organizations = [], names = [] } = article;
  const columns = Array.from({ length: 27 }, () => '');
  const stamp = stampOf(slot);
  columns[0] = `${stamp}-${stream === 'translated' ? 'T' : ''}${number}`;
  columns[1] = stamp;
  columns[2] = '1';
  columns[3] = domain;
  columns[4] = link;
  columns[7] = (article.themes ?? []).map((theme) => `${theme};`).join('');
  columns[12] = withPlaces(people);
  columns[14] = withPlaces(organizations);
  columns[15] = `${tone},${Math.max(0, tone)},${Math.max(0, -tone)},${Math.abs(tone)},20.5,1.5,300`;
  columns[18] = article.image ?? '';
  columns[23] = withPlaces([...people, ...organizations, ...names]);
  columns[25] = stream === 'translated' ? `srclc:${LONG_CODES[language] ?? language};eng:local 1.0` : '';
  columns[26] = extrasOf(article);
  return `${columns.join('\t')}\n`;
}

function withPlaces(names: readonly string[]): string {
  return names.map((name, n) => `${name.replaceAll(/[;\t\n]/g, ' ')},${(n + 1) * 40}`).join(';');
}

function extrasOf({ title, authors = [], publishedAt }: ArchiveArticle): string {
  const parts = [
    ...(authors.length > 0 ? [`<PAGE_AUTHORS>${encoded(authors.join(';'))}</PAGE_AUTHORS>`] : []),
    ...(publishedAt === undefined
      ? []
      : [`<PAGE_PRECISEPUBTIMESTAMP>${stampOf(publishedAt)}</PAGE_PRECISEPUBTIMESTAMP>`]),
    `<PAGE_TITLE>${encoded(title)}</PAGE_TITLE>`,
  ];
  return parts.join('');
}

/** Other characters than those of ASCII are character references. */
function encoded(text: string): string {
  return text.replaceAll(
    /[&<>\t\n]|[^\x20-\x7e]/gu,
    (one) => `&#x${(one.codePointAt(0) ?? 0).toString(16)};`,
  );
}

/** A file of the archive, packed. */
export function archiveZip(articles: readonly ArchiveArticle[], file: ArchiveFile): Uint8Array {
  return packLines(articles.map((article, n) => archiveLine(article, file, n)).join(''), file);
}

export function packLines(lines: string, file: ArchiveFile): Uint8Array {
  const name = fileNameOf(file).replace(/\.zip$/, '');
  return zipSync({ [name]: new TextEncoder().encode(lines) }, { mtime: file.slot });
}
