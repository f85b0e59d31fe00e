import {
  type Account,
  accountKeys,
  DEFAULT_PLAN,
  type Plan,
} from '../../../../../infra/local/services/kit/plan.ts';
import { type Host, hostServices } from '../../../../../infra/local/services/kit/http/host-services.ts';
import type { StateFolder } from '../../../../../infra/local/services/kit/state-folder.ts';
import { createExtractionService } from '../../../../../infra/local/services/extraction/service.ts';
import type { ExtractionSettings } from '../../../../../infra/local/services/extraction/settings.ts';
import { compileQuery } from '../../../../../shared/domain/query/match.ts';
import { wordsIn } from '../../../../../shared/domain/query/words.ts';
import { NOW, testDeps } from '../kit/test-deps.ts';
import type {
  ArticleIndex,
  OutboundAnswer,
  OutboundRequest,
  SendOutbound,
  SourceArticle,
  TimerClock,
} from '../../../../../infra/local/services/extraction/ports.ts';

export const START = NOW;
export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A clock that stands still until the test moves it; timers that come due ring in order, each to its end. */
export function heldClock(start = START): TimerClock & { advance(ms: number): Promise<void> } {
  let at = start;
  const timers = new Set<{ at: number; run: () => Promise<void> }>();
  return {
    now: () => at,
    setTimer(delay, run) {
      const timer = { at: at + delay, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const until = at + ms;
      for (;;) {
        const [next] = [...timers].filter((timer) => timer.at <= until).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        at = Math.max(at, next.at);
        await next.run();
      }
      at = until;
    },
  };
}

/** An index over a list: real queries, matched by the project's own query language. */
export function articleIndex(articles: readonly SourceArticle[]): ArticleIndex & { searches: number } {
  const index = {
    searches: 0,
    async find(query: Parameters<ArticleIndex['find']>[0], scope: Parameters<ArticleIndex['find']>[1]) {
      index.searches += 1;
      const matcher = compileQuery(query);
      return articles
        .filter(({ discoveredAt }) => discoveredAt >= scope.from && discoveredAt < scope.to)
        .filter(({ domain }) => scope.domains?.includes(domain) ?? true)
        .filter(({ title, description, content }) =>
          matcher.matches([title, description ?? '', content ?? ''].map(wordsIn)),
        )
        .slice(0, scope.limit);
    },
  };
  return index;
}

let made = 0;

/** An article with a title; it was discovered an hour before the start unless told otherwise. */
export function article(title: string, more: Partial<SourceArticle> = {}): SourceArticle {
  made += 1;
  const discoveredAt = more.discoveredAt ?? START - HOUR;
  return {
    id: `a${String(made).padStart(4, '0')}`,
    title,
    link: `https://news.example/${made}`,
    publishedAt: discoveredAt,
    discoveredAt,
    domain: 'news.example',
    sourceName: 'Example News',
    ...more,
  };
}

export interface Answered {
  status: number;
  body: any;
  text: string;
  type: string;
}

type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answered>;

export type OpenExtraction = Awaited<ReturnType<typeof openExtraction>>;

export interface OpenOptions {
  articles?: readonly SourceArticle[];
  /** In place of `articles`. */
  index?: ArticleIndex;
  settings?: Partial<ExtractionSettings>;
  plan?: Partial<Plan['extraction']>;
  accounts?: readonly Account[];
  state?: StateFolder;
  clock?: ReturnType<typeof heldClock>;
  send?: SendOutbound;
  /** Answers of receivers when no `send` is given: 200 when left out. */
  receiver?: (request: OutboundRequest) => OutboundAnswer;
}

export const ACCOUNTS: readonly Account[] = [
  ['ann', 'acme'] as const,
  ['bob', 'acme'] as const,
  ['eve', 'globex'] as const,
].map(([name, organization]) => ({
  email: `${name}@${organization}.example`,
  organizations: [organization],
  keys: [{ key: `key-of-${name}`, organization, active: true }],
}));

/** The extraction service on a free port, with a clock that tests move. `sent` is what went to webhooks, in order. */
export async function openExtraction(options: OpenOptions = {}) {
  const clock = options.clock ?? heldClock();
  const usual = testDeps({ ...DEFAULT_PLAN, extraction: { ...DEFAULT_PLAN.extraction, ...options.plan } });
  const deps = { ...usual, clock };
  const sent: OutboundRequest[] = [];
  const service = createExtractionService({
    ...deps,
    state: options.state ?? deps.state,
    articles: options.index ?? articleIndex(options.articles ?? []),
    keys: accountKeys(options.accounts ?? ACCOUNTS),
    ...(options.settings && { settings: options.settings }),
    send:
      options.send ??
      (async (request) => {
        sent.push(request);
        return options.receiver?.(request) ?? { status: 200, body: 'ok' };
      }),
  });
  await service.resume();
  const host: Host = await hostServices([service], { ...deps, newId: () => 'request' });
  const call: Call = async (method, path, body, headers = {}) => {
    const form = body instanceof FormData;
    const answer = await fetch(`${host.url}/jobs${path}`, {
      method,
      headers: {
        'x-api-key': 'key-of-ann',
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? '';
    return { status: answer.status, text, type, body: type.includes('json') ? JSON.parse(text) : undefined };
  };
  return {
    ...deps,
    host,
    service,
    sent,
    call,
    /** Makes a job and takes it to its end. */
    async finishedJob(body: object = {}): Promise<string> {
      const made = await call('POST', '/svc/submit', { query: 'Data breaches at retailers', ...body });
      await clock.advance(10 * 60 * SECOND);
      return made.body.job_id;
    },
    close: () => host.close(),
  };
}
