import * as z from 'zod';
import type { ArticleRecord } from '../../kit/corpus/article-record.ts';
import { domainOf } from './addresses.ts';
import { type Entry, listOf } from './entry.ts';

/** A link in the text of an article (news service, article, `all_links_data`). */
export interface Anchor {
  domain_url: string;
  link: string;
  text: string;
}

const anchors = z.array(z.object({ link: z.string(), text: z.string().nullish() }));
const tags = z.record(z.string(), z.union([z.array(z.string()), z.string()]));

/** The addresses that an article links to, or where the corpus does not name them, those written out in its text. */
export function linksOf({ all_links: given, content }: ArticleRecord): readonly string[] {
  if (given !== null && given !== undefined) return listOf(given);
  if (!content?.includes('://')) return [];
  return Array.from(content.matchAll(/https?:\/\/[^\s"'<>()[\]]*[^\s"'<>()[\].,;:!?]/g), ([link]) => link);
}

/** The domains that an article links to. */
export function linkedDomainsOf(record: ArticleRecord): readonly string[] {
  const named = listOf(record.all_domain_links);
  return named.length > 0 ? named : [...new Set(linksOf(record).map(domainOf))];
}

/** The links of an article with their texts; a corpus that names the links alone has empty texts. */
export function anchorsOf(record: ArticleRecord): Anchor[] {
  const given = anchors.safeParse(record['all_links_data']);
  if (!given.success) return linksOf(record).map((link) => anchorOf(link, ''));
  return given.data.map(({ link, text }) => anchorOf(link, text ?? ''));
}

function anchorOf(link: string, text: string): Anchor {
  return { domain_url: domainOf(link), link, text };
}

/** The customer's own tags by taxonomy; what is not of that shape is left out. */
export function customTagsOf(record: ArticleRecord): Map<string, readonly string[]> {
  const given = tags.safeParse(record['custom_tags'] ?? {});
  const taxonomies = given.success ? Object.entries(given.data) : [];
  return new Map(taxonomies.map(([name, own]) => [name, listOf(own)]));
}

/** The section page of an article; the front page of its domain where the corpus names none. */
export function parentUrlOf({ record, link, domain }: Entry): string {
  return record.parent_url || `https://${domain || domainOf(link)}`;
}
