import { EVENT_TYPES, factNamesOf } from '../services/event-filters.ts';
import type { Subject } from '../policies/policy.ts';
import type { CountedItems } from './judge-hours.ts';
import type { Watch } from '../watches/watch.ts';
import { kindFactsOf } from '../watches/watch-kinds.ts';

/** What a watch gives its policy to judge, by its kind and query. */
export function subjectOf({ kind, query, watchlist }: Pick<Watch, 'kind' | 'query' | 'watchlist'>): Subject {
  const { finds, window } = kindFactsOf(kind);
  const frame = query['aggregation_by'] === 'day' ? 'day' : 'hour';
  const common = { frame, hasSentiment: false } as const;
  if (window?.holds === 'counts') return { ...common, finds: 'numbers', namesCompanies: false };
  if (finds === 'events') {
    const type = EVENT_TYPES.find((one) => one === query['event_type']);
    return { ...common, finds, namesCompanies: true, ...(type && { facts: factNamesOf(type) }) };
  }
  if (finds === 'records') {
    const follows = watchlist !== undefined || query['connected_dataset_ids'] !== undefined;
    return { ...common, finds, namesCompanies: follows || query['mode'] !== 'lite' };
  }
  const hasNlp = query['include_nlp_data'] === true;
  return { finds, frame, namesCompanies: hasNlp, hasSentiment: hasNlp };
}

const NOUNS = { articles: 'article', numbers: 'article', events: 'event', records: 'record' } as const;

/** What a watch counts. */
export function countedItemsOf(watch: Pick<Watch, 'kind' | 'query' | 'timezone'>): CountedItems {
  const { finds } = subjectOf(watch);
  return { noun: NOUNS[finds], knowsStories: finds !== 'numbers', timezone: watch.timezone };
}
