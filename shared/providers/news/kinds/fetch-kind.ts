import type { Instant } from '../../../domain/time/instant.ts';
import type { Watch } from '../../../domain/watches/watch.ts';
import type { Window } from '../../../domain/time/window.ts';
import type { FoundPage } from '../../../use-cases/ports/source.ts';
import type { CallOptions } from '../../http/call-options.ts';
import type { NewsClient } from '../create-news-client.ts';

/** The request for one page of a watch and a window. */
export interface PageAsk {
  watch: Watch;
  window: Window;
  /** From 1. */
  page: number;
  /** The most articles of the page. */
  pageSize: number;
  /** The time of the request. */
  now: Instant;
}

/** The client and options of a request. */
export interface Asking {
  client: NewsClient;
  options: CallOptions;
}

/** The content of a page, without the number of calls. */
export type KindPage = Omit<FoundPage, 'calls' | 'correlationId'>;

/** Queries the news service for one kind of watch and reads the answer. */
export type FetchKind = (ask: PageAsk, asking: Asking) => Promise<KindPage>;
