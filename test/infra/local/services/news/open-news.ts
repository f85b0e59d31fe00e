import { chanceFrom, idsFrom } from '../../../../../infra/local/services/kit/clock.ts';
import { corpusArticle } from '../../../../../infra/local/services/kit/corpus/corpus.ts';
import { articleRecord } from '../../../../../infra/local/services/kit/corpus/article-record.ts';
import { playFaults } from '../../../../../infra/local/services/kit/faults.ts';
import { hostServices } from '../../../../../infra/local/services/kit/http/host-services.ts';
import { DEFAULT_PLAN, type Plan, singleKey } from '../../../../../infra/local/services/kit/plan.ts';
import { openMemoryState } from '../../../../../infra/local/services/kit/state-folder.ts';
import { trackUsage } from '../../../../../infra/local/services/kit/usage.ts';
import { createNewsService } from '../../../../../infra/local/services/news/service.ts';
import { handClock } from '../kit/http/open-host.ts';

export const NOW = Date.parse('2026-11-21T08:00:00Z');

export interface Asked {
  status: number;
  headers: Headers;
  body: any;
}

export interface OpenNews {
  clock: ReturnType<typeof handClock>;
  url: string;
  logged: string[];
  post(path: string, body?: unknown): Promise<Asked>;
  get(path: string, query?: Record<string, string>): Promise<Asked>;
  /** The ids that a POST to /search finds with `q`, sorted. */
  search(q: string, more?: Record<string, unknown>): Promise<string[]>;
  close(): Promise<void>;
}

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
export async function openNews(
  records: readonly Record<string, unknown>[],
  plan: Plan = DEFAULT_PLAN,
): Promise<OpenNews> {
  const clock = handClock(NOW);
  const state = openMemoryState();
  const usage = trackUsage({ clock, state });
  const faults = playFaults();
  const newId = idsFrom(chanceFrom(1));
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const service = createNewsService({
    keys: singleKey({ header: 'x-api-token', key: 'k' }),
    clock,
    chance: chanceFrom(2),
    newId,
    corpus: { articles: linesOf(records), events: [] },
    state,
    usage,
    faults,
    plan,
    log,
  });
  const host = await hostServices([service], { port: 0, clock, usage, faults, newId, log });
  const url = `${host.url}/news`;
  const ask = async (path: string, init: RequestInit): Promise<Asked> => {
    const headers = { 'x-api-token': 'k', 'content-type': 'application/json' };
    const answer = await fetch(`${url}/${path}`, { ...init, headers });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const post = (path: string, body: unknown = {}) =>
    ask(path, { method: 'POST', body: JSON.stringify(body) });
  return {
    clock,
    url,
    logged,
    post,
    get: (path, query = {}) => ask(`${path}?${new URLSearchParams(query).toString()}`, { method: 'GET' }),
    async search(q, more = {}) {
      const { status, body } = await post('search', { q, page_size: 1000, ...more });
      if (status !== 200) throw new Error(`${status} ${body.message}`);
      return body.articles.map((article: { id: string }) => article.id).toSorted();
    },
    close: () => host.close(),
  };
}
