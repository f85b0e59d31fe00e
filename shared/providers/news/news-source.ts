import { wireTimeOf } from '../../domain/instant.ts';
import type { Watch, WatchKind } from '../../domain/watch.ts';
import type { Window } from '../../domain/window.ts';
import type { CallLimits, FoundPage, Source } from '../../use-cases/ports.ts';
import type { CallOptions } from '../http/call-options.ts';
import type { ArticlesAnswer } from './article-search.ts';
import { newsRequest } from './check-request.ts';
import type { NewsClient } from './create-news-client.ts';
import { sightOf, toFinding } from './to-finding.ts';

/** As many articles as one answer may carry (news service, limits). */
const PAGE_SIZE = 1_000;
/** The service counts no further, and gives no more over all pages of one search. */
const CAP = 10_000;

/** The news service as a run sees it. */
export function newsSource(client: NewsClient): Source {
  return {
    async fetchPage({ watch, window, page }, limits) {
      const { answer, calls, correlationId } = await search(client, {
        watch,
        window,
        page,
        pageSize: PAGE_SIZE,
        limits,
      });
      const sight = sightOf(watch);
      const found = answer.articles.map((article) => {
        return { finding: toFinding(article, { sight, window }), raw: article.raw };
      });
      const result: FoundPage = {
        findings: found.map(({ finding }) => finding),
        refused: answer.dropped,
        hits: answer.total_hits,
        pages: Math.min(answer.total_pages, Math.ceil(CAP / Math.max(answer.page_size, 1))),
        capped: answer.total_hits >= CAP,
        calls,
        ...(watch.keep === 'full' && {
          raw: new Map(found.map(({ finding, raw }) => [finding.fingerprint, JSON.stringify(raw)])),
        }),
        ...(correlationId !== undefined && { correlationId }),
      };
      return result;
    },

    async count({ watch, window }, limits) {
      const { answer, calls } = await search(client, { watch, window, page: 1, pageSize: 1, limits });
      return { hits: answer.total_hits, calls };
    },
  };
}

interface Search {
  watch: Watch;
  window: Window;
  page: number;
  pageSize: number;
  limits: CallLimits;
}

/** Asks one page of a window of parse time, sorted by date so that pages do not shift by relevance. */
async function search(client: NewsClient, { watch, window, page, pageSize, limits }: Search) {
  const request = {
    ...watch.query,
    ...withoutDomains(watch),
    from_: wireTimeOf(window.from),
    to_: wireTimeOf(window.to),
    by_parse_date: true,
    sort_by: 'date',
    page,
    page_size: pageSize,
  };
  let calls = 0;
  let correlationId: string | undefined;
  const options: CallOptions = {
    deadline: limits.deadline,
    observe: (exchange) => {
      calls += exchange.sent ? 1 : 0;
      correlationId = exchange.correlationId ?? correlationId;
    },
  };
  const ask = ASKS[watch.kind];
  if (!ask) throw new Error(`Watches of kind ${watch.kind} are not asked of the news service by window.`);
  const answer = await ask(client, request, options);
  return { answer, calls, correlationId };
}

type Ask = (client: NewsClient, request: object, options: CallOptions) => Promise<ArticlesAnswer>;

/** How each kind of watch is asked. */
const ASKS: Readonly<Partial<Record<WatchKind, Ask>>> = {
  search: (client, request, options) => client.search(newsRequest('search', request), options),
  authors: (client, request, options) => client.authors(newsRequest('authors', request), options),
};

/** Domains that are excluded for all watches are left out by the service itself, beside those of the query. */
function withoutDomains({ query, exclude }: Watch): { not_sources?: readonly string[] } {
  if (exclude.domains.length === 0) return {};
  const own = query['not_sources'] ?? [];
  const listed = typeof own === 'string' ? own.split(',') : Array.isArray(own) ? own : [];
  return { not_sources: [...new Set([...listed, ...exclude.domains])] };
}
