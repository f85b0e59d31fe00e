import {
  isCountry,
  isLanguage,
  isPublishedLanguage,
  TIME_FRAMES,
} from '../../../../../shared/domain/services/news-values.ts';
import { typedKeys } from '../../../../../shared/domain/lib/fields.ts';
import { parameterOf } from '../../../../../shared/domain/services/news-rules.ts';
import { DAY } from '../../../../../shared/domain/time/instant.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { Plan } from '../../kit/plan.ts';
import type { Parameters } from './parameters.ts';
import { readSpan } from '../../../../../shared/domain/time/spoken-time.ts';

/**
 * From this day on articles are clustered in another way: a clustered search may not reach over it (news service,
 * clustered).
 */
const CLUSTERS_CUT = Date.UTC(2026, 0, 1);

const MOST_SHOWN = 1_000;

/**
 * Checks what no single value shows: the plan, bounds against each other, parameters that exclude one another.
 *
 * @throws RequestRefused 403 for what the plan does not hold, 499 for a missing parameter, 422 for the rest.
 */
export function checkParameters(parameters: Parameters, plan: Plan): void {
  checkPlan(parameters, plan);
  checkPeriod(parameters, plan);
  checkRanks(parameters);
  checkCodes(parameters, plan);
  if (parameters.path === 'search_by_link') checkLinks(parameters);
  if (parameters.path === 'sources') checkSources(parameters);
  if (parameters.path === 'breaking_news') checkShown(parameters);
  if (parameters.path === 'aggregation_count') checkFrame(parameters);
  if (parameters.path === 'search_similar') checkFields(parameters);
}

function refuse(message: string, status = 422): never {
  throw new RequestRefused(status, message);
}

function checkPeriod(parameters: Parameters, plan: Plan): void {
  const from = parameters.time('from_');
  const to = parameters.time('to_');
  if (from !== undefined && to !== undefined && from >= to) refuse("The date 'from_' must lie before 'to_'");
  const days = plan.news.historyDays;
  const when = readSpan(parameters.text('when') ?? '') ?? 0;
  const reach = parameters.isSent('from_') && from !== undefined ? parameters.now - from : 0;
  if (Math.max(reach, parameters.isSent('when') ? when : 0) > days * DAY) {
    refuse(`Your plan allows searches over the last ${days} days only`, 403);
  }
  const start = from ?? parameters.now - when;
  const end = to ?? parameters.now;
  if (parameters.flag('clustering_enabled') === true && start < CLUSTERS_CUT && CLUSTERS_CUT <= end) {
    refuse(
      "With 'clustering_enabled' a period may not reach over 2026-01-01 00:00:00 UTC; ask for each side of it",
    );
  }
}

function checkRanks(parameters: Parameters): void {
  const from = parameters.number('from_rank') ?? 0;
  const to = parameters.number('to_rank') ?? Infinity;
  if (from > to) refuse("'from_rank' must not be above 'to_rank'");
}

/** A strict service takes the languages of its published list only. */
function checkCodes(parameters: Parameters, { strict }: Plan): void {
  const check = (name: CodeList, isKnown: (value: string) => boolean, wrong: string) => {
    const unknown = parameters.list(name).find((value) => !isKnown(value));
    if (unknown !== undefined) refuse(`Invalid value of the parameter '${name}': '${unknown}' is ${wrong}`);
  };
  const isSpoken = strict ? isPublishedLanguage : isLanguage;
  const isPlace = (entry: string) => {
    const [, count, country = ''] = entry.split(' ');
    return Number(count) >= 1 && isCountry(country);
  };
  check('lang', isSpoken, 'no supported language (Chinese is cn or tw)');
  check('not_lang', isSpoken, 'no supported language (Chinese is cn or tw)');
  check('countries', isCountry, 'no country');
  check('not_countries', isCountry, 'no country');
  check('predefined_sources', isPlace, "not of the form 'top 50 US'");
}

type CodeList = 'lang' | 'not_lang' | 'countries' | 'not_countries' | 'predefined_sources';

function checkLinks(parameters: Parameters): void {
  const links = parameters.list('links').length;
  const ids = parameters.list('ids').length;
  if (links + ids === 0) refuse("One of the parameters 'links' and 'ids' is required", 499);
  if (links > 0 && ids > 0) refuse("'links' and 'ids' cannot be used together");
}

function checkSources(parameters: Parameters): void {
  const filters = [...parameters.values.keys()].filter(
    (name) => parameters.isSent(name) && name !== 'include_additional_info',
  );
  if (filters.length === 0)
    refuse('At least one filter is required, such as lang, countries or source_url', 499);
  const others = filters.filter((name) => name !== 'source_url');
  if (filters.includes('source_url') && others.length > 0) {
    refuse(`With 'source_url' only 'include_additional_info' may be used, not '${others[0]}'`);
  }
}

function checkShown(parameters: Parameters): void {
  const shown = (parameters.number('top_n_articles') ?? 1) * (parameters.number('page_size') ?? 100);
  if (shown > MOST_SHOWN) {
    refuse(`'top_n_articles' times 'page_size' is ${shown}, at most ${MOST_SHOWN} articles can be shown`);
  }
}

/**
 * Times, and groups by language, country and source; the values of other groups are not known (news service,
 * differences).
 */
function checkFrame(parameters: Parameters): void {
  const frame = parameters.text('aggregation_by') ?? 'day';
  if (!TIME_FRAMES.some((known) => known === frame) && groupOf(frame) === undefined) {
    const known = [...TIME_FRAMES, ...typedKeys(GROUPS)].join(', ');
    refuse(`Invalid value of the parameter 'aggregation_by': '${frame}' is none of ${known}`);
  }
}

function checkFields(parameters: Parameters): void {
  const fields = (parameters.text('similar_documents_fields') ?? '').split(',').map((field) => field.trim());
  const unknown = fields.find((field) => field !== 'title' && field !== 'content');
  if (unknown !== undefined) {
    refuse(
      `Invalid value of the parameter 'similar_documents_fields': '${unknown}' is none of title, content`,
    );
  }
}

/** Fields that an article simply has not without the plan. Only a strict service refuses to be asked for them. */
const FIELDS: ReadonlySet<string> = new Set(['include_nlp_data', 'include_translation_fields']);

/**
 * Refuses what the plan does not hold (news service, plan gates). A switch that stays off needs nothing.
 *
 * @throws RequestRefused 403.
 */
function checkPlan(parameters: Parameters, plan: Plan): void {
  for (const [name, value] of parameters.values) {
    const needs = parameterOf(name)?.needs;
    if (needs === undefined || plan.news[needs] || !parameters.isSent(name)) continue;
    if (value === false) continue;
    if (FIELDS.has(name) && !plan.strict) continue;
    refuse(`The parameter '${name}' needs a plan with ${WORDS[needs]}`, 403);
  }
  const summaries = parameters.list('search_in').find((place) => place.startsWith('summary'));
  if (summaries !== undefined && !plan.news.nlp) {
    refuse(`To search in '${summaries}' needs a plan with ${WORDS.nlp}`, 403);
  }
}

const WORDS = { nlp: 'NLP', tags: 'IPTC tags (v3_nlp_iptc_tags)' } as const;

/**
 * What `aggregation_count` groups by besides time, also by names like those of the parameters and of the fields of an
 * article; the answer has each group under this name.
 */
const GROUPS = {
  language: ['language', 'languages', 'lang'],
  country: ['country', 'countries'],
  source: ['source', 'sources', 'domain', 'domain_url'],
} as const;

export type Group = keyof typeof GROUPS;

/** The group that a value of `aggregation_by` names; undefined for a time. Case does not count. */
export function groupOf(value: string): Group | undefined {
  return typedKeys(GROUPS).find((group) => GROUPS[group].some((name) => name === value.toLowerCase()));
}
