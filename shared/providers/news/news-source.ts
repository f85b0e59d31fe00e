import { isNewsKind, NEWS_ANSWER_CAP } from '../../domain/services/news-rules.ts';
import type { WatchKind } from '../../domain/watches/watch.ts';
import type { CallLimits, Clock } from '../../use-cases/ports/clock.ts';
import type { FoundPage, Source } from '../../use-cases/ports/source.ts';
import { counting } from '../http/http-client.ts';
import type { NewsClient } from './create-news-client.ts';
import { type FetchKind, NEWS_FETCHES, type PageAsk } from './kinds.ts';

/** The news service as a port of runs. */
export function newsSource(client: NewsClient, clock: Pick<Clock, 'now'>): Source {
  /** One page, with the number of its requests. */
  const fetch = async (ask: Omit<PageAsk, 'now'>, limits: CallLimits): Promise<FoundPage> => {
    const { answer, ...counts } = await counting(limits, (options) =>
      fetchOf(ask.watch.kind)({ ...ask, now: clock.now() }, { client, options }),
    );
    return { ...answer, ...counts };
  };
  return {
    fetchPage: (ask, limits) => fetch({ ...ask, pageSize: NEWS_ANSWER_CAP }, limits),
    async count(ask, limits) {
      const { hits, calls } = await fetch({ ...ask, page: 1, pageSize: 1 }, limits);
      return { hits, calls };
    },
  };
}

function fetchOf(kind: WatchKind): FetchKind {
  if (isNewsKind(kind)) return NEWS_FETCHES[kind];
  throw new RangeError(`The news service does not answer watches of kind ${kind}.`);
}
