import * as z from 'zod';
import { meantQuery } from '../../../domain/query/habits.ts';
import { parseQuery } from '../../../domain/query/parse.ts';
import {
  isRequiredOn,
  NEWS_KINDS,
  type NewsKind,
  type NewsParameter,
  parameterNamesOf,
  parameterOf,
  PATH_OF_KIND,
} from '../../../domain/services/news-rules.ts';
import type { ParameterValue } from '../../../domain/watches/watch.ts';
import { listOf, type Problem, writeKey } from '../problem.ts';
import {
  booleanSchema,
  COVERED_TIME,
  EXPECTATIONS,
  numberBetween,
  oneOf,
  setByRun,
  textSchema,
  withExpectation,
} from './values.ts';

/** The kinds of watch that the file takes. */
export const FILE_KINDS = [...NEWS_KINDS, 'events', 'extraction', 'feeds', 'world'] as const;

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

/** Whether a key of a query names a taxonomy of the customer, which no table of parameters contains. */
export function isTaxonomy(key: string): boolean {
  return TAXONOMY.test(key);
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

/** More entries than a list ever has, so that a typing mistake cannot make a request of megabytes. */
const MOST_ENTRIES = 1_000;

/** What the plan must include for some parameters, in words. */
export const PLAN_FEATURES = { nlp: 'NLP', tags: 'topic tags' } as const;

const schemas = new Map<NewsParameter, z.ZodType<ParameterValue>>();

/**
 * The schema of a parameter in the file. Parameters with the same row share one, so that the JSON Schema describes it
 * once.
 */
export function parameterSchema(name: string, parameter: NewsParameter): z.ZodType<ParameterValue> {
  const schema = schemas.get(parameter) ?? describedSchema(parameter).meta({ id: name });
  schemas.set(parameter, schema);
  return schema;
}

function describedSchema(parameter: NewsParameter): z.ZodType<ParameterValue> {
  const schema = valueSchema(parameter);
  const { expected = '' } = EXPECTATIONS.get(schema) ?? {};
  const feature =
    parameter.needs === undefined ? '' : ` Needs a plan with ${PLAN_FEATURES[parameter.needs]}.`;
  return schema.describe(`${expected.charAt(0).toUpperCase()}${expected.slice(1)}.${feature}`);
}

function valueSchema(parameter: NewsParameter): z.ZodType<ParameterValue> {
  const { type, min, max, above } = parameter;
  if (type === 'list') return listSchema(parameter);
  if (type === 'boolean') return booleanSchema;
  if (type === 'query') return queryText;
  if (type === 'integer' || type === 'number')
    return numberBetween({ whole: type === 'integer', min, max, above });
  return entrySchema(parameter);
}

const queryText = withExpectation(
  z.string().check(({ value, issues }) => {
    if (parseQuery(value).ok) return;
    const { habits, corrected, inPlace } = meantQuery(value);
    const hint = writeKey('q', corrected);
    for (const { at, what } of habits)
      issues.push({ code: 'custom', message: what, input: value, params: { offset: at, hint } });
    // Only what is wrong besides the habits.
    const isMended = habits.length > 0 && parseQuery(corrected).ok;
    const parsed = parseQuery(isMended ? corrected : inPlace);
    for (const { at, message } of parsed.ok ? [] : parsed.faults)
      issues.push({ code: 'custom', message, input: value, params: { offset: at } });
  }),
  { expected: `a query in single quotes, such as '"Acme Corp" AND (merger OR takeover)'` },
);

/** A list, or the other form of the service: one text with commas between the values. */
function listSchema(parameter: NewsParameter): z.ZodType<ParameterValue> {
  const entry = entrySchema(parameter);
  const { most = MOST_ENTRIES } = parameter;
  const text = z.string().check(({ value, issues }) => {
    const entries = valuesOf(value);
    const wrong = entries.find((part) => !entry.safeParse(part).success);
    if (wrong !== undefined)
      issues.push({ code: 'custom', message: `Invalid value "${wrong}".`, input: value });
    if (entries.length > most)
      issues.push({ code: 'custom', message: `The list has more than ${most} values.`, input: value });
  });
  const { expected = '' } = EXPECTATIONS.get(entry) ?? {};
  return withExpectation(z.union([z.array(entry).min(1).max(most), text]), {
    expected: `a list${most === MOST_ENTRIES ? '' : ` of at most ${most} entries`}; each entry is ${expected}`,
  });
}

/** The values of a list that is written as one text. */
export function valuesOf(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

/** One text, or one entry of a list. */
function entrySchema({ values, open, pattern, example = '' }: NewsParameter): z.ZodType<string> {
  if (values && !open) return oneOf(values);
  if (!pattern) return textSchema;
  return withExpectation(textLike(pattern), { expected: `a text such as ${example}` });
}

/** JSON Schema has no flags for patterns: a pattern that ignores case is left out of it. */
function textLike(pattern: RegExp): z.ZodString {
  if (pattern.flags === '') return z.string().regex(pattern);
  return z.string().refine((text) => pattern.test(text), {
    error: ({ input }) => `Invalid value "${String(input)}".`,
  });
}
