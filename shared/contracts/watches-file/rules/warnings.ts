import { isNewsKind } from '../../../domain/services/news-kinds.ts';
import { isCountry, isLanguage, isPublishedLanguage } from '../../../domain/services/iso-codes.ts';
import { parameterOf } from '../../../domain/services/news-parameters.ts';
import type { ParameterValue } from '../../../domain/watches/watch.ts';
import { isNoCountry, meantCountry } from '../meant/meant-place.ts';
import type { Path, Problem } from '../problems/problem.ts';
import type { PartialFile } from '../schema/file-schema.ts';
import { PLAN_FEATURES, valuesOf } from '../schema/parameter-schema.ts';
import type { PartialWatch } from '../schema/watch-schema.ts';
import { policyWarnings } from './alert-rules.ts';
import { unusedChannels } from './channel-rules.ts';
import { companyWarnings } from './company-rules.ts';
import { jobWarnings } from './job-warnings.ts';
import { queryWarnings } from './query-warnings.ts';
import { raiseWarnings } from './raise-rules.ts';
import { reachWarnings } from './reach-warnings.ts';
import { topicWarnings } from './topic-warnings.ts';

/** In characters. The service names no limit, but it is slow to answer longer queries (news service, query language). */
const LONG_QUERY = 1_000;

/** What is allowed but probably not meant, and what only the service can decide. */
export function warningsOf(file: PartialFile): Problem[] {
  return [
    ...Object.entries(file.watches ?? {}).flatMap(([name, watch]) => watchWarnings(name, { watch, file })),
    ...companyWarnings(file),
    ...topicWarnings(file),
    ...reachWarnings(file),
  ];
}

function watchWarnings(name: string, { watch, file }: { watch: PartialWatch; file: PartialFile }): Problem[] {
  const path = ['watches', name, 'query'];
  const query = newsParametersOf(watch);
  return [
    ...query.flatMap(([key, value]) => planWarning(key, { value, path, plan: file.plan })),
    ...query.flatMap(([key, value]) => valueWarning(key, { value, path: [...path, key] })),
    ...queryWarnings(watch.kind === 'feeds' ? wordsOf(watch) : query, path),
    ...matchAllWarning(watch, path),
    ...jobWarnings(watch, path),
    ...policyWarnings(watch, ['watches', name]),
    ...raiseWarnings(watch, { path: ['watches', name], file }),
  ];
}

/** The parameters of a watch of the news service. Other services have other parameters. */
function newsParametersOf({ kind, query = {} }: PartialWatch): [string, ParameterValue][] {
  if (kind !== undefined && !isNewsKind(kind)) return [];
  return Object.entries(query).flatMap(([name, value]): [string, ParameterValue][] =>
    isParameter(value) ? [[name, value]] : [],
  );
}

function wordsOf({ query }: PartialWatch): [string, ParameterValue][] {
  return typeof query?.['q'] === 'string' ? [['q', query['q']]] : [];
}

function isParameter(value: unknown): value is ParameterValue {
  if (Array.isArray(value)) return value.every((part) => typeof part === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Warns of a parameter that the service refuses if the plan does not include what the parameter needs. */
function planWarning(
  key: string,
  { value, path, plan }: { value: ParameterValue; path: Path; plan: PartialFile['plan'] },
): Problem[] {
  const demands =
    parameterOf(key)?.needs ?? (key === 'search_in' && String(value).includes('summary') ? 'nlp' : undefined);
  if (demands === undefined || value === false || plan?.[demands] === true) return [];
  const feature = PLAN_FEATURES[demands];
  const what = `"${key}" needs a plan with ${feature}`;
  const hint =
    plan?.[demands] === false
      ? `remove it: the file says that your plan does not include ${feature}, so the service refuses the query`
      : `if your plan includes ${feature}, write plan: { ${demands}: true }. Otherwise the service refuses the query`;
  return [{ path: [...path, key], atKey: true, what, hint }];
}

/** Warns of values that the service takes, but that do not do what they seem to do. */
function valueWarning(key: string, { value, path }: { value: ParameterValue; path: Path }): Problem[] {
  if (key === 'q' && typeof value === 'string' && value.length > LONG_QUERY) {
    const what = `The query has ${value.length} characters: above ${LONG_QUERY} the service can be slow or refuse it`;
    return [{ path, what, hint: 'split it into several watches' }];
  }
  if ((key === 'lang' || key === 'not_lang') && listed(value).includes('zh')) {
    const hint = 'write cn for simplified Chinese and tw for traditional Chinese';
    return [{ path, what: 'The service does not know the language "zh"', hint }];
  }
  const unlisted =
    key === 'lang' || key === 'not_lang'
      ? listed(value).find((code) => !isPublishedLanguage(code))
      : undefined;
  if (unlisted !== undefined) {
    const what = `The service does not list the language "${unlisted}"`;
    const hint = isLanguage(unlisted)
      ? 'it may refuse the query: if a run fails, remove the language'
      : 'write the two letters of a language, such as en';
    return [{ path, what, hint }];
  }
  const nowhere =
    key === 'countries' || key === 'not_countries' ? listed(value).find(isNoCountry) : undefined;
  if (nowhere !== undefined) {
    const meant = meantCountry(nowhere);
    const hint = meant === undefined ? 'write the two letters of a country, such as DE' : `write ${meant}`;
    return [{ path, what: `No country has the code "${nowhere}"`, hint }];
  }
  const list = key === 'predefined_sources' ? listed(value).find(isNoList) : undefined;
  if (list !== undefined) {
    const hint = 'write a number from 1 and the two letters of a country, such as top 20 GB';
    return [{ path, what: `The service has no list of outlets "${list}"`, hint }];
  }
  if (key === 'is_paid_content' && value === true) {
    const hint = 'write false to get only articles that are free to read, or remove it';
    return [{ path, what: 'The value true does not filter anything', hint }];
  }
  return [];
}

/** Whether an entry of `predefined_sources` counts no outlet, or those of no country. */
function isNoList(entry: string): boolean {
  const [, count, country = ''] = entry.trim().split(/\s+/);
  return Number(count) < 1 || !isCountry(country);
}

function listed(value: ParameterValue): readonly string[] {
  return typeof value === 'object' ? value : valuesOf(String(value));
}

function matchAllWarning({ query = {} }: PartialWatch, path: Path): Problem[] {
  const { q } = query;
  if (typeof q !== 'string' || q.trim() !== '*' || Object.keys(query).length > 1) return [];
  const hint = 'add filters such as sources or countries, or write the words that you look for';
  return [{ path: [...path, 'q'], what: 'This query matches every article', hint }];
}

/** What is defined and not used. It is said of a file without problems only: it follows from many of them. */
export function unusedWarnings(file: PartialFile): Problem[] {
  const { brands = {}, watches = {} } = file;
  const used = new Set(Object.values(watches).map(({ brand }) => brand));
  const unused = Object.keys(brands).filter((name) => !used.has(name));
  return [
    ...unusedChannels(file),
    ...unused.map((name): Problem => {
      const what = `No watch uses "${name}"`;
      return { path: ['brands', name], atKey: true, what, hint: 'use it, or remove it' };
    }),
  ];
}
