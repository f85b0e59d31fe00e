import { articleRecord } from '../../../../../infra/local/services/kit/corpus/article-record.ts';
import { corpusArticle } from '../../../../../infra/local/services/kit/corpus/corpus.ts';
import { hostServices } from '../../../../../infra/local/services/kit/http/host-services.ts';
import { type Plan, singleKey } from '../../../../../infra/local/services/kit/plan.ts';
import { createNewsService } from '../../../../../infra/local/services/news/service.ts';
import { testDeps } from '../kit/test-deps.ts';

export { NOW } from '../kit/test-deps.ts';

export interface Asked {
  status: number;
  headers: Headers;
  body: any;
}

export type OpenNews = Awaited<ReturnType<typeof openNews>>;

/** Corpus lines from records of which only the title must be there; ids count from 0, dates are an hour ago. */
export function linesOf(records: readonly Record<string, unknown>[]) {
  return records.map((record, index) =>
    corpusArticle(
      articleRecord.parse({ id: String(index), published_date: '2026-11-21 07:00:00', rank: 100, ...record }),
      `record ${index}`,
    ),
  );
}

/** The news service over records, on a free port, with a clock that stands at `NOW` until a test moves it. */
export async function openNews(records: readonly Record<string, unknown>[], plan?: Plan) {
  const deps = testDeps(plan);
  const keys = singleKey({ header: 'x-api-token', key: 'k' });
  const service = createNewsService({ ...deps, keys, corpus: { articles: linesOf(records), events: [] } });
  const host = await hostServices([service], deps);
  const url = `${host.url}/news`;
  const ask = async (path: string, init: RequestInit): Promise<Asked> => {
    const headers = { 'x-api-token': 'k', 'content-type': 'application/json' };
    const answer = await fetch(`${url}/${path}`, { ...init, headers });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const post = (path: string, body: unknown = {}) =>
    ask(path, { method: 'POST', body: JSON.stringify(body) });
  return {
    ...deps,
    url,
    post,
    get: (path: string, query: Record<string, string> = {}) =>
      ask(`${path}?${new URLSearchParams(query).toString()}`, { method: 'GET' }),
    /** The ids that a POST to /search finds with `q`, sorted. */
    async search(q: string, more: Record<string, unknown> = {}): Promise<string[]> {
      const { status, body } = await post('search', { q, page_size: 1000, ...more });
      if (status !== 200) throw new Error(`${status} ${body.message}`);
      return body.articles.map((article: { id: string }) => article.id).toSorted();
    },
    close: () => host.close(),
  };
}
