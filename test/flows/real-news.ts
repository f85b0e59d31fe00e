import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { DAY, HOUR } from '../../shared/domain/time/instant.ts';
import { aFinding } from '../ports/examples.ts';

// Labelled real news, where it lies beside the checkout: numbers of reports and pages are compared with plain counts
// of its rows.

const FILE = '../shared/data/news-stories.ndjson';

/** Whether the news is there. If not, it says on stderr what is skipped. */
export function hasRealNews(skipped: string): boolean {
  const there = existsSync(FILE);
  if (!there) process.stderr.write(`SKIPPED: ${skipped}. ${FILE} is not beside the checkout.\n`);
  return there;
}

const rowSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    published_date: z.string(),
    link: z.string(),
    domain_url: z.string(),
    name_source: z
      .string()
      .nullish()
      .transform((name) => name ?? undefined),
    _story: z.string(),
  })
  .transform(({ _story: story, ...row }) => ({ ...row, story }));
export type NewsRow = z.infer<typeof rowSchema>;

export function readRealNews(): NewsRow[] {
  const lines = readFileSync(FILE, 'utf8').trim().split('\n');
  return lines.map((line) => rowSchema.parse(JSON.parse(line)));
}

export function timeOf({ published_date: date }: NewsRow): number {
  return Date.parse(`${date.replace(' ', 'T')}Z`);
}

// The rows have neither countries nor sentiments: both are made of other facts of a row.
export const countryOf = ({ domain_url: domain }: NewsRow): string =>
  ['US', 'GB', 'DE', 'FR', 'IN'][domain.length % 5]!;
export const toneOf = ({ title }: NewsRow): number => ((title.length % 21) - 10) / 10;

/** A row as a watch has found it, ten minutes after it was published. */
export function foundBy(watchId: string, row: NewsRow): StoredFinding {
  const publishedAt = timeOf(row);
  return {
    watchId,
    foundAt: publishedAt + HOUR / 6,
    expiresAt: publishedAt + 400 * DAY,
    story: row.story,
    finding: aFinding(0, {
      fingerprint: row.id,
      title: row.title,
      link: row.link,
      publishedAt,
      indexedAt: publishedAt,
      outlet: {
        domain: row.domain_url,
        country: countryOf(row),
        ...(row.name_source !== undefined && { name: row.name_source }),
      },
      sentiment: { content: toneOf(row) },
      snippet: '',
      authors: [],
    }),
  };
}

/** How often each key occurs, the most frequent first, equal ones in the order of letters. */
export function frequencies(keys: readonly string[]): [string, number][] {
  const counts = Map.groupBy(keys, (key) => key);
  return Array.from(counts, ([key, all]): [string, number] => [key, all.length]).toSorted(
    ([one, a], [other, b]) => b - a || (one < other ? -1 : 1),
  );
}
