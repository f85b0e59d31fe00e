import type { QueryNode } from '../../../../shared/domain/query/ast.ts';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import type { Clock } from '../kit/clock.ts';
import type { Facts } from '../kit/labels.ts';
import type { Names } from '../kit/read-english.ts';

/** One article as the extraction service needs it. */
export interface SourceArticle {
  id: string;
  title: string;
  link: string;
  /** When the article says it appeared. */
  publishedAt: Instant;
  /** When the service first saw the page: the time that start_date and end_date bound. */
  discoveredAt: Instant;
  domain: string;
  sourceName?: string | undefined;
  description?: string | undefined;
  content?: string | undefined;
  /** What the corpus says of it beside its texts (kit/labels.ts). */
  story?: string | undefined;
  facts?: Facts | undefined;
  names?: Names | undefined;
}

/** A clock with timers. Tests hold it; the real one is `systemTimers`. */
export interface TimerClock extends Clock {
  /** Calls `run` once, `delay` milliseconds from now. The function given back takes the timer away. */
  setTimer(delay: number, run: () => Promise<void>): () => void;
}

/** Real timers beside a clock that may be moved: time is read from `clock`, delays pass at the machine's pace. */
export function systemTimers(clock: Clock): TimerClock {
  return {
    now: () => clock.now(),
    setTimer(delay, run) {
      const timer = setTimeout(() => void run(), delay).unref();
      return () => clearTimeout(timer);
    },
  };
}

/**
 * Which articles a search may give: discovered in `[from, to)`, at most `limit`, of these domains where they are
 * given.
 */
interface ArticleScope {
  from: Instant;
  to: Instant;
  domains?: readonly string[] | undefined;
  limit: number;
}

/** The news index behind the service. Within a scope the same query always gives the same articles. */
export interface ArticleIndex {
  find(query: QueryNode, scope: ArticleScope): Promise<SourceArticle[]>;
}

/** One HTTP request to the receiver of a webhook. */
export interface OutboundRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  /** Undefined for GET. */
  body: string | undefined;
}

/** What came back: the receiver's status with the start of its body, or why nothing came. */
export type OutboundAnswer = { status: number; body: string } | { failure: string };

/** Sends one request once; never throws. */
export type SendOutbound = (request: OutboundRequest) => Promise<OutboundAnswer>;
