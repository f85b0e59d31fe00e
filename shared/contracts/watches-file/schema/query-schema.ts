import * as z from 'zod';
import { NEWS_KINDS, PATH_OF_KIND, type NewsKind } from '../../../domain/services/news-kinds.ts';
import {
  isRequiredOn,
  parameterNamesOf,
  parameterOf,
  type NewsParameter,
} from '../../../domain/services/news-parameters.ts';
import { listOf, type Problem } from '../problems/problem.ts';
import { withExpectation } from './expectations.ts';
import { parameterSchema } from './parameter-schema.ts';
import { COVERED_TIME, setByRun } from './set-by-run.ts';

/** The kinds of watch that the file takes. */
export const FILE_KINDS = [...NEWS_KINDS, 'events', 'extraction', 'feeds'] as const;

/** A typical parameter of the query of each kind. */
const EXAMPLES: Readonly<Record<NewsKind, string>> = {
  search: 'q',
  headlines: 'countries',
  breaking: 'theme',
  authors: 'author_name',
  links: 'links',
  similar: 'q',
  volume: 'q',
};

/** Where a kind takes less than its path: counts are stored by UTC day, so that a time frame must fit into a day. */
const NARROWER: Readonly<Partial<Record<NewsKind, Readonly<Record<string, NewsParameter>>>>> = {
  volume: { aggregation_by: { type: 'enum', paths: ['aggregation_count'], values: ['hour', 'day'] } },
};

/** Names of other tools for the time that a query asks for. */
const TIMES = [
  'from',
  'to',
  'since',
  'until',
  'before',
  'after',
  'date',
  'start_date',
  'end_date',
  'published_date',
];

const ALL_PAGES = 'a run reads every page';

/** Parameters that a run sets itself, and why the file cannot. */
const SET_BY_RUN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(TIMES.map((name) => [name, COVERED_TIME])),
  from_: COVERED_TIME,
  to_: COVERED_TIME,
  when: COVERED_TIME,
  by_parse_date:
    'a run always uses the time at which the service parsed an article, so that it finds late articles too',
  page: ALL_PAGES,
  page_size: ALL_PAGES,
  sort_by: 'a run reads all results, in any order',
};

/** The name of a parameter for a taxonomy of the customer. */
const TAXONOMY = /^custom_tags\../;

/** The keys of a query that name a taxonomy of the customer, which no table of parameters contains. */
export function taxonomiesIn(keys: readonly string[]): string[] {
  return keys.filter((key) => TAXONOMY.test(key));
}

/**
 * The `query` of a kind of watch: the parameters of its path as the table of parameters has them, without those that a
 * run sets itself. `taxonomies` are the names `custom_tags.<taxonomy>` that the file uses.
 */
export function querySchema(kind: NewsKind, taxonomies: readonly string[] = []) {
  const path = PATH_OF_KIND[kind];
  const names = [...parameterNamesOf(path), ...taxonomies].filter((name) => !Object.hasOwn(SET_BY_RUN, name));
  const fields = names.flatMap((name) => {
    const parameter = NARROWER[kind]?.[name] ?? parameterOf(name);
    if (!parameter?.paths.includes(path)) return [];
    const schema = parameterSchema(name, parameter);
    return [[name, isRequiredOn(path, name) ? schema : schema.optional()] as const];
  });
  return withExpectation(z.strictObject(Object.fromEntries(fields)), {
    expected: `parameters of the service, such as ${EXAMPLES[kind]}`,
    ofKey: (key) => setByRun(key, SET_BY_RUN) ?? wrongParameter(key, kind),
  });
}

/** Why a query of this kind does not take a parameter that the service has. */
function wrongParameter(key: string, kind: NewsKind): Pick<Problem, 'what' | 'hint'> | undefined {
  if (key === 'custom_tags')
    return {
      what: '"custom_tags" needs the name of a taxonomy',
      hint: 'write custom_tags.<taxonomy>: [tag, tag], or custom_tags: { <taxonomy>: [tag, tag] }',
    };
  const parameter = parameterOf(key);
  if (!parameter) return undefined;
  const kinds = NEWS_KINDS.filter((other) => parameter.paths.includes(PATH_OF_KIND[other]));
  return {
    what: `The service does not accept "${key}" for kind ${kind}`,
    hint: kinds.length === 0 ? 'remove it' : `remove it, or use kind ${listOf(kinds)}`,
  };
}
