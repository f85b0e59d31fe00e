import { GoneError, RefusedError } from '../../domain/lib/errors.ts';
import { parameterNamesOf } from '../../domain/services/news-rules.ts';
import type { Window } from '../../domain/time/window.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import { counting } from '../http/http-client.ts';
import { newsRequest } from './request.ts';
import type { NewsClient } from './create-news-client.ts';
import { parsedIn, withoutDomains } from './kinds.ts';

/** What articles are grouped by. */
export const ARTICLE_GROUPS = ['source', 'country', 'language'] as const;
export type ArticleGroup = (typeof ARTICLE_GROUPS)[number];

/** How many articles have a value: a domain, a country or a language. */
export interface GroupCount {
  value: string;
  articles: number;
}

/**
 * Counts the articles of a watch and a window by outlet, country or language; one call. Undefined where the service
 * does not count so: it names groups besides time, and no values for them (news service, differences).
 */
export function newsGroupCounter(client: Pick<NewsClient, 'aggregationCount'>) {
  return async (
    { watch, window, group }: { watch: Watch; window: Window; group: ArticleGroup },
    limits: CallLimits,
  ): Promise<{ counts: GroupCount[] | undefined; calls: number }> => {
    const taken = new Set(parameterNamesOf('aggregation_count'));
    const query = Object.fromEntries(Object.entries(watch.query).filter(([name]) => taken.has(name)));
    const asked = { ...query, ...withoutDomains(watch), ...parsedIn(window), aggregation_by: group };
    try {
      const request = newsRequest('aggregation_count', asked);
      const { answer, calls } = await counting(limits, (options) =>
        client.aggregationCount(request, options),
      );
      return { counts: groupsIn(answer.counts), calls };
    } catch (error) {
      if (error instanceof RefusedError || error instanceof GoneError) return { counts: undefined, calls: 1 };
      throw error;
    }
  };
}

type Counts = Awaited<ReturnType<NewsClient['aggregationCount']>>['counts'];

/** The one text of each count is its group. A service that counts by time all the same gives none. */
function groupsIn(counts: Counts): GroupCount[] | undefined {
  const groups = counts.flatMap(({ article_count: articles, time_frame: at, ...rest }) => {
    const value = Object.values(rest).find((one) => typeof one === 'string' && one !== '');
    return at === undefined && typeof value === 'string' ? [{ value, articles }] : [];
  });
  if (groups.length < counts.length) return undefined;
  return groups.toSorted((a, b) => b.articles - a.articles);
}
