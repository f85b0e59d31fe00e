import type { EVENT_FILTERS, EventType } from '../../domain/services/event-filters.ts';
import type { ARTICLE_FIELDS } from '../../domain/services/event-values.ts';

/** A span of days, including both ends. Either may be missing. `2026-11-21`, `now`, `now-30d`, `30d`. */
export interface DateRange {
  gte?: string;
  lte?: string;
}

export interface NumberRange {
  gte?: number;
  lte?: number;
}

type ValueOf<F> = F extends { form: 'dates' }
  ? DateRange
  : F extends { form: 'numbers' }
    ? NumberRange
    : TextOf<F> | readonly TextOf<F>[] | (F extends { form: 'text-or-dates' } ? DateRange : never);

type TextOf<F> = F extends { open: true } ? string : F extends { values: readonly (infer V)[] } ? V : string;

/** The filters of an event type. An event must match all of them. */
export type EventFilters<T extends EventType> = {
  readonly [K in keyof (typeof EVENT_FILTERS)[T]]?: ValueOf<(typeof EVENT_FILTERS)[T][K]>;
};

/** A search for events of one type, typed from the table of filters. */
export interface EventsRequest<T extends EventType> {
  event_type: T;
  /** Without `event_date` the service searches the last 30 days. */
  additional_filters?: EventFilters<T>;
  /** True: the answer contains the articles of the events. */
  attach_articles_data?: boolean;
  /** In addition to id, title, link and media. Only with attach_articles_data. */
  additional_article_fields?: readonly (typeof ARTICLE_FIELDS)[number][];
}
