import type { Instant } from '../../../domain/time/instant.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import type { Window } from '../../../domain/time/window.ts';
import type { FoundPage } from '../../../use-cases/ports/source.ts';
import type { CallOptions } from '../../http/call-options.ts';
import type { NewsClient } from '../create-news-client.ts';

/** One page of what a watch asks for in a window. */
export interface PageAsk {
  watch: Watch;
  window: Window;
  /** From 1. */
  page: number;
  /** The most articles that the page should hold. */
  pageSize: number;
  /** The time of the question. */
  now: Instant;
}

/** By what a page is asked for. */
export interface Asking {
  client: NewsClient;
  options: CallOptions;
}

/** What a page holds; who sends the requests counts them. */
export type KindPage = Omit<FoundPage, 'calls' | 'correlationId'>;

/** How one kind of watch is asked of the news service, and how its answer is read. */
export type FetchKind = (ask: PageAsk, asking: Asking) => Promise<KindPage>;
