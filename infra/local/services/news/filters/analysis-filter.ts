import type { Analyst } from '../analysis/analyst.ts';
import type { EntityKind } from '../analysis/english.ts';
import type { Keep } from '../library/find-hits.ts';
import type { NameOf, Parameters } from '../request/parameters.ts';
import { anyNameFilter, entityFilter } from './entity-filter.ts';
import { listFilters } from './list-filter.ts';

const ENTITY_PARAMETERS: readonly (readonly [NameOf<'entities'>, EntityKind])[] = [
  ['ORG_entity_name', 'ORG'],
  ['PER_entity_name', 'PER'],
  ['LOC_entity_name', 'LOC'],
  ['MISC_entity_name', 'MISC'],
];

/**
 * The filters on the language layer; what was not sent keeps everything. They cost most and come last.
 *
 * @throws RequestRefused 422 for an entity query that cannot be read.
 */
export function analysisFilters(parameters: Parameters, analyst: Analyst): Keep[] {
  return [
    ...(parameters.flag('has_nlp') === true ? [analyst.knows] : []),
    ...listFilters(parameters, 'iptc_tags', (entry) => analyst.tags(entry).iptc),
    ...listFilters(parameters, 'iab_tags', (entry) => analyst.tags(entry).iab),
    ...listFilters(parameters, 'theme', analyst.themes),
    ...entityFilters(parameters, analyst),
    ...sentimentFilters(parameters, analyst),
  ];
}

function entityFilters(parameters: Parameters, analyst: Analyst): Keep[] {
  const names = (parameters.text('ner_name') ?? '').split(',').flatMap((name) => name.trim() || []);
  return [
    ...ENTITY_PARAMETERS.flatMap(([parameter, kind]) => {
      const text = parameters.text(parameter);
      return text === undefined ? [] : [entityFilter({ text, parameter, kind }, analyst)];
    }),
    ...(names.length > 0 ? [anyNameFilter(names, analyst)] : []),
  ];
}

/** An article without a sentiment is within no bounds. */
function sentimentFilters(parameters: Parameters, { sentiment }: Analyst): Keep[] {
  return (['title', 'content'] as const).flatMap((part) => {
    const min = parameters.number(`${part}_sentiment_min`);
    const max = parameters.number(`${part}_sentiment_max`);
    if (min === undefined && max === undefined) return [];
    return [
      (entry) => {
        const value = sentiment(entry)[part];
        return value !== undefined && (min ?? -1) <= value && value <= (max ?? 1);
      },
    ] satisfies Keep[];
  });
}
