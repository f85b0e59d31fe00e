import { articleForm } from '../answer/article-answer.ts';
import { envelope, pageOf } from '../answer/envelope.ts';
import { mentionsDomain, mentionsLink } from '../filters/content-filter.ts';
import { domainOf, isBareDomain, linkKey } from '../library/addresses.ts';
import type { Keep } from '../library/find-hits.ts';
import { sortHits } from '../library/sort-hits.ts';
import type { Newsroom } from '../newsroom.ts';
import type { Parameters } from '../request/parameters.ts';
import { findMatching } from './find-matching.ts';

/**
 * Answers `search_by_link`, newest first: the articles that link to one of the addresses or bare domains, and those
 * whose own address or id is requested, so that both readings of this path are served (news service, differences).
 */
export async function searchByLink(
  newsroom: Newsroom,
  parameters: Parameters,
): Promise<Record<string, unknown>> {
  const { entries } = await findMatching(newsroom, { parameters, also: askedFor(parameters) });
  const hits = entries.map((entry) => ({ entry, score: 0 }));
  const page = pageOf(sortHits(hits, { order: 'date' }), { parameters });
  const toArticle = articleForm(newsroom, parameters);
  return envelope(page, { parameters, body: { articles: page.items.map(toArticle) } });
}

function askedFor(parameters: Parameters): Keep {
  const ids = new Set(parameters.list('ids'));
  const links = parameters.list('links');
  const keys = new Set(links.map(linkKey));
  const domains = links.filter(isBareDomain).map(domainOf);
  return (entry) =>
    ids.has(entry.id) ||
    keys.has(linkKey(entry.link)) ||
    mentionsLink(entry, keys) ||
    mentionsDomain(entry, domains);
}
