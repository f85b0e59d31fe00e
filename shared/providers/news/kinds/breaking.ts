import { SECOND } from '../../../domain/time/instant.ts';
import { NEWS_ANSWER_CAP, NEWS_HITS_CAP } from '../../../domain/services/news-rules.ts';
import { newsRequest } from '../check-request.ts';
import type { FetchKind } from './fetch-kind.ts';
import { foundArticles } from './found-articles.ts';
import { languageLayer } from './parameters.ts';

/** The default number of articles that a run reads of each event. */
const SHOWN = 10;

/**
 * Breaking news: the top articles of each event of the last 24 hours. Ids of events may differ in each
 * call, so each article is a finding of its own. It is in the window of the run that first sees it.
 */
export const fetchBreaking: FetchKind = async (ask, { client, options }) => {
  const { watch, page, pageSize } = ask;
  const shown = Number(watch.query['top_n_articles'] ?? SHOWN);
  const events = Math.max(
    1,
    Math.min(100, Math.floor(pageSize / shown), Math.floor(NEWS_ANSWER_CAP / shown)),
  );
  const request = { ...languageLayer(watch), ...watch.query, top_n_articles: shown, page, page_size: events };
  const answer = await client.breakingNews(newsRequest('breaking_news', request), options);
  const articles = answer.events.flatMap((event) => event.articles);
  return {
    ...foundArticles(articles, {
      ask,
      indexedAt: (_article, { to }) => to - SECOND,
      unusable: answer.unusable,
    }),
    refused: answer.dropped,
    hits: answer.total_hits ?? articles.length,
    pages: Math.min(answer.total_pages ?? 1, Math.ceil(NEWS_HITS_CAP / events)),
    capped: false,
  };
};
