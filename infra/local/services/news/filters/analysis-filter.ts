import type { Analyst } from '../analysis/analyst.ts';
import type { EntityKind } from '../analysis/english.ts';
import type { Entry } from '../library/entry.ts';
import type { Keep } from '../library/find-hits.ts';
import type { NameOf, Parameters } from '../request/parameters.ts';
import { anyNameFilter, entityFilter } from './entity-filter.ts';

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
    ...tagFilters(parameters, analyst),
    ...themeFilters(parameters, analyst),
    ...entityFilters(parameters, analyst),
    ...sentimentFilters(parameters, analyst),
  ];
}

function themeFilters(parameters: Parameters, analyst: Analyst): Keep[] {
  const wanted = parameters.list('theme');
  const unwanted = parameters.list('not_theme');
  return [
    ...(wanted.length > 0 ? [hasOne(wanted, analyst.themes)] : []),
    ...(unwanted.length > 0 ? [not(hasOne(unwanted, analyst.themes))] : []),
  ];
}

function tagFilters(parameters: Parameters, { tags }: Analyst): Keep[] {
  const filters: Keep[] = [];
  const add = (name: NameOf<'list'>, make: (wanted: readonly string[]) => Keep) => {
    const wanted = parameters.list(name);
    if (wanted.length > 0) filters.push(make(wanted));
  };
  add('iptc_tags', (wanted) => hasOne(wanted, (entry) => tags(entry).iptc));
  add('not_iptc_tags', (wanted) => not(hasOne(wanted, (entry) => tags(entry).iptc)));
  add('iab_tags', (wanted) => hasOne(wanted, (entry) => tags(entry).iab));
  add('not_iab_tags', (wanted) => not(hasOne(wanted, (entry) => tags(entry).iab)));
  return filters;
}

function hasOne(wanted: readonly string[], listOf: (entry: Entry) => readonly string[]): Keep {
  const keys = new Set(wanted.map((value) => value.toLowerCase()));
  return (entry) => listOf(entry).some((value) => keys.has(value.toLowerCase()));
}

function not(keep: Keep): Keep {
  return (entry) => !keep(entry);
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
