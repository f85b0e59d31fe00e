import { isNewsKind } from '../../domain/services/news-kinds.ts';
import { NEWS_ANSWER_CAP } from '../../domain/services/news-rules.ts';
import type { WatchKind } from '../../domain/watches/watch.ts';
import type { CallLimits, Clock } from '../../use-cases/ports/clock.ts';
import type { FoundPage, Source } from '../../use-cases/ports/source.ts';
import type { NewsClient } from './create-news-client.ts';
import type { FetchKind, KindPage, PageAsk } from './kinds/fetch-kind.ts';
import { NEWS_FETCHES } from './kinds/kinds.ts';

/** The news service as a port of runs. */
export function newsSource(client: NewsClient, clock: Pick<Clock, 'now'>): Source {
  /** One page, with the number of its requests. */
  const fetch = async (ask: Omit<PageAsk, 'now'>, { deadline }: CallLimits): Promise<FoundPage> => {
    let calls = 0;
    let correlationId: string | undefined;
    const page: KindPage = await fetchOf(ask.watch.kind)(
      { ...ask, now: clock.now() },
      {
        client,
        options: {
          deadline,
          observe: (exchange) => {
            calls += exchange.sent ? 1 : 0;
            correlationId = exchange.correlationId ?? correlationId;
          },
        },
      },
    );
    return { ...page, calls, ...(correlationId !== undefined && { correlationId }) };
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
