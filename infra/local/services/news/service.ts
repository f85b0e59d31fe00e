import { Hono } from 'hono';
import { NEWS_PATHS, type NewsPath } from '../../../../shared/domain/services/news-rules.ts';
import type { Call, LocalService, ServiceApp } from '../kit/http/local-service.ts';
import { statusErrors } from '../kit/http/refusal.ts';
import type { Plan } from '../kit/plan.ts';
import type { Usage } from '../kit/usage.ts';
import { countArticles } from './endpoints/count-articles.ts';
import { listBreakingNews } from './endpoints/list-breaking-news.ts';
import { listSources } from './endpoints/list-sources.ts';
import { searchArticles, searchByLink, searchSimilar } from './endpoints/search-articles.ts';
import { type NewsDeps, type Newsroom, openNewsroom } from './newsroom.ts';
import { checkParameters } from './request/check-parameters.ts';
import type { Parameters } from './request/read-parameters.ts';
import { readParameters, sentParameters } from './request/read-parameters.ts';

/** Answers the parameters of one path. */
type Endpoint = (
  newsroom: Newsroom,
  parameters: Parameters,
) => Record<string, unknown> | Promise<Record<string, unknown>>;

const ENDPOINTS = {
  search: searchArticles,
  latest_headlines: searchArticles,
  breaking_news: listBreakingNews,
  authors: searchArticles,
  search_by_link: searchByLink,
  search_similar: searchSimilar,
  sources: listSources,
  aggregation_count: countArticles,
} as const satisfies Record<NewsPath, Endpoint>;

/**
 * The news service on this machine, over the articles of a corpus: those that the clock has reached. Loading takes
 * about a second for 3,000 articles of 400 words.
 */
export function createNewsService(deps: NewsDeps): LocalService {
  const newsroom = openNewsroom(deps);
  const { plan, keys } = deps;
  return {
    name: 'news',
    prefix: '/news',
    ...(plan.fixedPaths && { aliases: { '/news/api': '/news' } }),
    keys,
    errors: statusErrors,
    limits: { concurrentCalls: plan.news.concurrentCalls, monthlyCalls: plan.news.monthlyCalls },
    uncountedPaths: ['/subscription'],
    app: appOf(newsroom, deps),
  };
}

function appOf(newsroom: Newsroom, { plan, usage }: NewsDeps): ServiceApp {
  const app: ServiceApp = new Hono();
  for (const path of NEWS_PATHS) {
    app.on(['GET', 'POST'], `/${path}`, async (call) => call.json(await answerOf(call, { newsroom, path })));
  }
  app.on(['GET', 'POST'], '/subscription', (call) => call.json(describeSubscription(plan, usage)));
  return app;
}

async function answerOf(call: Call, { newsroom, path }: { newsroom: Newsroom; path: NewsPath }) {
  const sent = await sentParameters(call);
  const parameters = readParameters(sent, { path, now: newsroom.clock.now(), strict: newsroom.plan.strict });
  checkParameters(parameters, newsroom.plan);
  return ENDPOINTS[path](newsroom, parameters);
}

/** Answers `subscription`: the plan and what is left of it this month (news service, subscription). */
function describeSubscription(plan: Plan, usage: Usage): Record<string, unknown> {
  const { concurrentCalls, monthlyCalls, historyDays } = plan.news;
  return {
    active: plan.active,
    concurrent_calls: concurrentCalls,
    plan: plan.name,
    plan_calls: monthlyCalls,
    remaining_calls: Math.max(0, monthlyCalls - usage.used('news')),
    historical_days: historyDays,
  };
}
