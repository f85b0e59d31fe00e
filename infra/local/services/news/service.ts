import { NEWS_PATHS, type NewsPath } from '../../../../shared/domain/services/news-parameters.ts';
import { json } from '../kit/answer.ts';
import type { LocalService, Route } from '../kit/local-service.ts';
import { statusErrors } from '../kit/refusal.ts';
import { countArticles } from './endpoints/count-articles.ts';
import { listSources } from './endpoints/list-sources.ts';
import { searchArticles } from './endpoints/search-articles.ts';
import { searchByLink } from './endpoints/search-by-link.ts';
import { searchSimilar } from './endpoints/search-similar.ts';
import { tellBreakingNews } from './endpoints/tell-breaking-news.ts';
import { tellSubscription } from './endpoints/tell-subscription.ts';
import { type NewsDeps, type Newsroom, openNewsroom } from './newsroom.ts';
import { checkParameters } from './request/check-parameters.ts';
import type { Parameters } from './request/parameters.ts';
import { readParameters } from './request/read-parameters.ts';
import { sentParameters } from './request/sent-parameters.ts';

/** Answers the parameters of one path. */
type Endpoint = (
  newsroom: Newsroom,
  parameters: Parameters,
) => Record<string, unknown> | Promise<Record<string, unknown>>;

const ENDPOINTS = {
  search: searchArticles,
  latest_headlines: searchArticles,
  breaking_news: tellBreakingNews,
  authors: searchArticles,
  search_by_link: searchByLink,
  search_similar: searchSimilar,
  sources: listSources,
  aggregation_count: countArticles,
} as const satisfies Record<NewsPath, Endpoint>;

/**
 * The news service on this machine, over the articles of a corpus: those that the clock has reached. Loading takes
 * about a second for 4,000 articles of 400 words.
 */
export function createNewsService(deps: NewsDeps): LocalService {
  const newsroom = openNewsroom(deps);
  const { plan, usage, keys } = deps;
  return {
    name: 'news',
    prefix: '/news',
    keys,
    errors: statusErrors,
    limits: { concurrentCalls: plan.news.concurrentCalls, monthlyCalls: plan.news.monthlyCalls },
    routes: [
      ...NEWS_PATHS.map((path) => routeOf(path, { newsroom, endpoint: ENDPOINTS[path] })),
      {
        methods: ['GET', 'POST'],
        path: '/subscription',
        counted: false,
        handler: () => json(tellSubscription(plan, usage)),
      },
    ],
    close: async () => newsroom.library.index.close(),
  };
}

function routeOf(path: NewsPath, { newsroom, endpoint }: { newsroom: Newsroom; endpoint: Endpoint }): Route {
  return {
    methods: ['GET', 'POST'],
    path: `/${path}`,
    async handler(request) {
      const sent = await sentParameters(request);
      const parameters = readParameters(sent, { path, now: newsroom.clock.now() });
      checkParameters(parameters, newsroom.plan);
      if (needsGroups(parameters)) await newsroom.groups.carryOn(parameters.now);
      return json(await endpoint(newsroom, parameters));
    },
  };
}

/** Whether an answer speaks of copies or similar articles of any time. */
function needsGroups(parameters: Parameters): boolean {
  return (
    parameters.flag('exclude_duplicates') === true || parameters.flag('include_similar_documents') === true
  );
}
