import { EVENT_TYPES } from '../services/event-filters.ts';
import { factNamesOf } from '../services/fact-names.ts';
import { policyOf } from '../policies/registry.ts';
import type { Counting, Subject } from '../policies/policy.ts';
import type { CountedItems } from './judge-hours.ts';
import type { Watch } from '../watches/watch.ts';
import { windowRuleOf } from '../watches/watch-kinds.ts';

/** What a watch of this kind has for a policy to judge. */
export function subjectOf({ kind, query, watchlist }: Pick<Watch, 'kind' | 'query' | 'watchlist'>): Subject {
  const frame = query['aggregation_by'] === 'day' ? 'day' : 'hour';
  if (windowRuleOf(kind)?.holds === 'counts') return { finds: 'numbers', frame, namesCompanies: false };
  if (kind === 'events') {
    const type = EVENT_TYPES.find((one) => one === query['event_type']);
    return { finds: 'events', frame, namesCompanies: true, ...(type && { facts: factNamesOf(type) }) };
  }
  if (kind === 'extraction') {
    const follows = watchlist !== undefined || query['connected_dataset_ids'] !== undefined;
    return { finds: 'records', frame, namesCompanies: follows || query['mode'] !== 'lite' };
  }
  return { finds: 'articles', frame, namesCompanies: query['include_nlp_data'] === true };
}

/** How the policy of a watch judges its hours; undefined where it judges findings, or nothing. */
export function countingOf({ alert }: Pick<Watch, 'alert'>): Counting | undefined {
  return policyOf(alert.when).counting?.(alert.settings ?? {});
}

/** Of what a watch tells the first that comes; undefined where it tells no firsts. */
export function firstSeenKindOf({ alert }: Pick<Watch, 'alert'>): string | undefined {
  return policyOf(alert.when).firstSeenKind?.(alert.settings ?? {});
}

const NOUNS = { articles: 'article', numbers: 'article', events: 'event', records: 'record' } as const;

/** What is counted of a watch. */
export function countedItemsOf(watch: Pick<Watch, 'kind' | 'query' | 'timezone'>): CountedItems {
  const { finds } = subjectOf(watch);
  return { noun: NOUNS[finds], knowsStories: finds !== 'numbers', timezone: watch.timezone };
}
