import { GoneError, RefusedError } from '../../domain/lib/errors.ts';
import type { QueryNode } from '../../domain/query/ast.ts';
import { printQuery } from '../../domain/query/match.ts';
import { wordTexts } from '../../domain/query/words.ts';
import type { Window } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { CallLimits } from '../../use-cases/ports/clock.ts';
import type { NameCounter } from '../../use-cases/ports/ports.ts';
import { counting } from '../http/http-client.ts';
import type { ClientSettings } from '../http/http-client.ts';
import { createNewsClient, type NewsClient } from './create-news-client.ts';
import { parsedIn, publishedIn, withoutDomains } from './kinds.ts';
import { parameterNamesOf } from '../../domain/services/news-rules.ts';

/** A name: its spellings in articles, and the words that show another meaning. */
interface CountedName {
  names: readonly string[];
  exclude: readonly string[];
}

/**
 * Counts the articles of the news service that contain a name, by publication time, including outlets without
 * a rank. Each count is 1 call.
 */
export function newsNameCounter(client: Pick<NewsClient, 'aggregationCount'>) {
  return {
    async count(
      name: CountedName,
      window: Window,
      limits: CallLimits,
    ): Promise<{ articles: number; calls: number }> {
      const query = { q: queryOf(name), ...publishedIn(window), ranked_only: false };
      const { answer, calls } = await counting(limits, (options) =>
        client.aggregationCount({ ...query, aggregation_by: 'day' }, options),
      );
      const summed = answer.counts.reduce((sum, { article_count: count }) => sum + count, 0);
      return { articles: answer.total_hits ?? summed, calls };
    },
  };
}

/** Counts names with a client of its own. */
export function openNameCounter(settings: ClientSettings | undefined): NameCounter {
  return settings ? newsNameCounter(createNewsClient(settings)) : noNameCounter;
}

/** For a stage that does not use the news service: reports then name what was not counted. */
const noNameCounter: NameCounter = {
  count(): Promise<never> {
    const facts = { service: 'news', operation: 'POST /aggregation_count' } as const;
    return Promise.reject(new GoneError('This stage does not use the news service.', facts));
  },
};

function queryOf({ names, exclude }: CountedName): string {
  const [first, ...others] = names.flatMap(phraseOf);
  if (!first) throw new RangeError('A name without a letter cannot be counted.');
  const any: QueryNode = others.length === 0 ? first : { type: 'any', parts: [first, ...others] };
  const not = exclude.flatMap(phraseOf).map((part): QueryNode => ({ type: 'not', part }));
  return printQuery(not.length === 0 ? any : { type: 'all', parts: [any, ...not] });
}

function phraseOf(text: string): QueryNode[] {
  const words = wordTexts(text).map((word) => ({ text: word, wildcard: false }));
  const [word] = words;
  if (!word) return [];
  return [words.length === 1 ? { type: 'term', word } : { type: 'phrase', words }];
}

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
      const { answer, calls } = await counting(limits, (options) => client.aggregationCount(asked, options));
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
