import { chanceFrom, idsFrom } from '../../../../../infra/local/services/kit/clock.ts';
import { type Faults, playFaults } from '../../../../../infra/local/services/kit/faults.ts';
import { type Host, hostServices } from '../../../../../infra/local/services/kit/http/host-services.ts';
import {
  type Account,
  accountKeys,
  DEFAULT_PLAN,
  type Plan,
} from '../../../../../infra/local/services/kit/plan.ts';
import { openMemoryState, type StateFolder } from '../../../../../infra/local/services/kit/state-folder.ts';
import { trackUsage } from '../../../../../infra/local/services/kit/usage.ts';
import type {
  ArticleIndex,
  OutboundAnswer,
  OutboundRequest,
  SendOutbound,
  SourceArticle,
  TimerClock,
} from '../../../../../infra/local/services/extraction/ports.ts';
import {
  createExtractionService,
  type ExtractionService,
} from '../../../../../infra/local/services/extraction/service.ts';
import type { ExtractionSettings } from '../../../../../infra/local/services/extraction/settings.ts';
import { compileQuery } from '../../../../../shared/domain/query/match.ts';
import { wordsIn } from '../../../../../shared/domain/query/words.ts';

export const START = Date.parse('2026-11-21T08:00:00Z');
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

export interface OpenExtraction {
  host: Host;
  service: ExtractionService;
  clock: ReturnType<typeof heldClock>;
  faults: Faults;
  /** What was sent to webhooks, in order. */
  sent: OutboundRequest[];
  logged: string[];
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>;
  /** Makes a job and takes it to its end. */
  finishedJob: (body?: object) => Promise<string>;
  close: () => Promise<void>;
}

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
  {
    email: 'ann@acme.example',
    organizations: ['acme'],
    keys: [{ key: 'key-of-ann', organization: 'acme', active: true }],
  },
  {
    email: 'bob@acme.example',
    organizations: ['acme'],
    keys: [{ key: 'key-of-bob', organization: 'acme', active: true }],
  },
  {
    email: 'eve@globex.example',
    organizations: ['globex'],
    keys: [{ key: 'key-of-eve', organization: 'globex', active: true }],
  },
];

export async function openExtraction(options: OpenOptions = {}): Promise<OpenExtraction> {
  const clock = options.clock ?? heldClock();
  const state = options.state ?? openMemoryState();
  const faults = playFaults();
  const sent: OutboundRequest[] = [];
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const service = createExtractionService({
    clock,
    state,
    faults,
    log,
    articles: options.index ?? articleIndex(options.articles ?? []),
    newId: idsFrom(chanceFrom(clock.now() % 1_000_000)),
    keys: accountKeys(options.accounts ?? ACCOUNTS),
    plan: { ...DEFAULT_PLAN, extraction: { ...DEFAULT_PLAN.extraction, ...options.plan } },
    ...(options.settings && { settings: options.settings }),
    send:
      options.send ??
      (async (request) => {
        sent.push(request);
        return options.receiver?.(request) ?? { status: 200, body: 'ok' };
      }),
  });
  await service.resume();
  const usage = trackUsage({ clock, state: openMemoryState() });
  const host = await hostServices([service], { port: 0, clock, usage, faults, newId: () => 'request', log });
  const call: OpenExtraction['call'] = async (method, path, body, headers = {}) => {
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
    host,
    service,
    clock,
    faults,
    sent,
    logged,
    call,
    async finishedJob(body = {}) {
      const { body: made } = await call('POST', '/svc/submit', {
        query: 'Data breaches at retailers',
        ...body,
      });
      await clock.advance(10 * 60 * SECOND);
      return made.job_id;
    },
    close: () => host.close(),
  };
}
