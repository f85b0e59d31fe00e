import { typedKeys } from '../../../../../shared/domain/lib/fields.ts';
import { newsRequestBreaches, parameterOf } from '../../../../../shared/domain/services/news-rules.ts';
import {
  isCountry,
  isLanguage,
  isPublishedLanguage,
  TIME_FRAMES,
} from '../../../../../shared/domain/services/news-values.ts';
import { DAY } from '../../../../../shared/domain/time/instant.ts';
import { readSpan } from '../../../../../shared/domain/time/spoken-time.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { Plan } from '../../kit/plan.ts';
import type { Parameters } from './read-parameters.ts';

/**
 * Checks what no single value shows: the plan, bounds against each other, parameters that exclude one another.
 *
 * @throws RequestRefused 403 for what the plan does not hold, 499 for a missing parameter, 422 for the rest.
 */
export function checkParameters(parameters: Parameters, plan: Plan): void {
  checkPlan(parameters, plan);
  checkPeriod(parameters, plan);
  checkBreaches(parameters);
  checkWords(parameters, plan);
}

function refuse(message: string, status = 422): never {
  throw new RequestRefused(status, message);
}

/** Of a page that begins before the last find that can be reached, the rest is left out (`pageOf`). */
function checkBreaches({ path, values, sent }: Parameters): void {
  const given = [...values].filter(([name]) => sent.has(name) && name !== 'page');
  const [breach] = newsRequestBreaches(path, Object.fromEntries(given));
  if (breach) refuse(breach.message, breach.fields.some((name) => sent.has(name)) ? 422 : 499);
}

/**
 * From this day on articles are clustered in another way: a clustered search may not reach over it (news service,
 * clustered).
 */
const CLUSTERS_CUT = Date.UTC(2026, 0, 1);

function checkPeriod(parameters: Parameters, plan: Plan): void {
  const { now, sent } = parameters;
  const from = parameters.number('from_');
  const end = parameters.number('to_') ?? now;
  if (from !== undefined && from >= end && sent.size > 0) refuse("The date 'from_' must lie before 'to_'");
  const start = from ?? now - (readSpan(parameters.text('when') ?? '') ?? 0);
  const days = plan.news.historyDays;
  if ((sent.has('from_') || sent.has('when')) && now - start > days * DAY)
    refuse(`Your plan allows searches over the last ${days} days only`, 403);
  if (parameters.flag('clustering_enabled') && start < CLUSTERS_CUT && CLUSTERS_CUT <= end) {
    refuse(
      "With 'clustering_enabled' a period may not reach over 2026-01-01 00:00:00 UTC; ask for each side of it",
    );
  }
}

/**
 * Languages, countries and places, of which a strict service takes those of its published lists only; and names in open
 * texts: what is counted, and the fields by which documents are similar (news service, differences).
 */
function checkWords(parameters: Parameters, { strict }: Plan): void {
  const isSpoken = strict ? isPublishedLanguage : isLanguage;
  const isPlace = (entry: string) => {
    const [, count, country = ''] = entry.split(' ');
    return Number(count) >= 1 && isCountry(country);
  };
  const isCounted = (value: string) =>
    TIME_FRAMES.some((known) => known === value) || groupOf(value) !== undefined;
  const language = 'no supported language (Chinese is cn or tw)';
  for (const [name, isKnown, wrong] of [
    ['lang', isSpoken, language],
    ['not_lang', isSpoken, language],
    ['countries', isCountry, 'no country'],
    ['not_countries', isCountry, 'no country'],
    ['predefined_sources', isPlace, "not of the form 'top 50 US'"],
    ['aggregation_by', isCounted, `none of ${[...TIME_FRAMES, ...typedKeys(GROUPS)].join(', ')}`],
    [
      'similar_documents_fields',
      (field: string) => ['title', 'content'].includes(field),
      'none of title, content',
    ],
  ] as const) {
    const text = parameters.text(name)?.split(',');
    const values = text?.map((value) => value.trim()) ?? parameters.list(name);
    const unknown = values.find((value) => !isKnown(value));
    if (unknown !== undefined) refuse(`Invalid value of the parameter '${name}': '${unknown}' is ${wrong}`);
  }
}

/** Fields that an article simply has not without the plan. Only a strict service refuses to be asked for them. */
const FIELDS: ReadonlySet<string> = new Set(['include_nlp_data', 'include_translation_fields']);

const WORDS = { nlp: 'NLP', tags: 'IPTC tags (v3_nlp_iptc_tags)' } as const;

/**
 * Refuses what the plan does not hold (news service, plan gates). A switch that stays off needs nothing.
 *
 * @throws RequestRefused 403.
 */
function checkPlan(parameters: Parameters, { news, strict }: Plan): void {
  for (const [name, value] of parameters.values) {
    const needs = parameterOf(name)?.needs;
    const isFree = value === false || !parameters.sent.has(name) || (FIELDS.has(name) && !strict);
    if (needs && !news[needs] && !isFree)
      refuse(`The parameter '${name}' needs a plan with ${WORDS[needs]}`, 403);
  }
  const summaries = parameters.list('search_in').find((place) => place.startsWith('summary'));
  if (summaries && !news.nlp) refuse(`To search in '${summaries}' needs a plan with ${WORDS.nlp}`, 403);
}

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
