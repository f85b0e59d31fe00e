import type { Instant } from '../../../domain/time/instant.ts';
import { NEWS_HITS_CAP } from '../../../domain/services/news-rules.ts';
import type { Window } from '../../../domain/time/window.ts';
import type { CallOptions } from '../../http/call-options.ts';
import type { ListedArticle } from '../article.ts';
import type { ArticlesAnswer } from '../article-search.ts';
import type { NewsClient } from '../create-news-client.ts';
import type { FetchKind, PageAsk } from './fetch-kind.ts';
import { foundArticles } from './found-articles.ts';
import { languageLayer } from './parameters.ts';

/** The differences between the kinds of article searches. */
export interface ArticleKind {
  /** Sends a request to the path of the kind. */
  search: (client: NewsClient, request: object, options: CallOptions) => Promise<ArticlesAnswer>;
  /** The parameters that a run sets, in addition to the page. They replace those of the query. */
  own: (ask: PageAsk) => object;
  /** The time that decides the window of an article. Default: when the service parsed it. */
  indexedAt?: (article: ListedArticle, window: Window) => Instant;
}

/** A kind of watch whose answer is a list of articles, page by page. */
export function articleKind({ search, own, indexedAt }: ArticleKind): FetchKind {
  return async (ask, { client, options }) => {
    const { watch, page, pageSize } = ask;
    const request = { ...languageLayer(watch), ...watch.query, ...own(ask), page, page_size: pageSize };
    const answer = await search(client, request, options);
    return {
      ...foundArticles(answer.articles, { ask, indexedAt, unusable: answer.unusable }),
      refused: answer.dropped,
      hits: answer.total_hits,
      pages: Math.min(answer.total_pages, Math.ceil(NEWS_HITS_CAP / Math.max(answer.page_size, 1))),
      capped: answer.total_hits >= NEWS_HITS_CAP,
    };
  };
}
