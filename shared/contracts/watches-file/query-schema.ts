import * as z from 'zod';
import { NEWS_KINDS, PATH_OF_KIND, type NewsKind } from '../../domain/services/news-kinds.ts';
import {
  isRequiredOn,
  NEWS_PATHS,
  parameterNamesOf,
  parameterOf,
  type NewsParameter,
} from '../../domain/services/news-parameters.ts';
import type { ParameterValue } from '../../domain/watches/watch.ts';
import { expecting } from './expectations.ts';
import { parameterSchema } from './parameter-schema.ts';
import { listOf, type Problem } from './problem.ts';

/** The kinds of watch that the file takes today. */
export const FILE_KINDS = [...NEWS_KINDS, 'events', 'extraction'] as const;

/** A parameter by which a person recognises the query of a kind. */
const EXAMPLES: Readonly<Record<NewsKind, string>> = {
  search: 'q',
  headlines: 'countries',
  breaking: 'theme',
  authors: 'author_name',
  links: 'links',
  similar: 'q',
  volume: 'q',
};

/** Where a kind takes less than its path: counts are kept by UTC day, so that a frame must fit into one. */
const NARROWER: Readonly<Partial<Record<NewsKind, Readonly<Record<string, NewsParameter>>>>> = {
  volume: { aggregation_by: { type: 'enum', paths: ['aggregation_count'], values: ['hour', 'day'] } },
};

const WINDOW = 'each run asks for the time that is not covered yet; lookback and overlap say how far back';
const PAGES = 'a run reads every page by itself';

/** Parameters that a run sets itself, and why the file cannot. */
const OWN: Readonly<Record<string, string>> = {
  from_: WINDOW,
  to_: WINDOW,
  when: WINDOW,
  by_parse_date:
    'a run always works on the time at which the service parsed an article, so that late ones are not missed',
  page: PAGES,
  page_size: PAGES,
  sort_by: 'a run reads everything, in whatever order',
};

/** What marks the name of a customer's own taxonomy among the keys of a query. */
const TAXONOMY = /^custom_tags\../;

/** The keys of a query that the schema must be told of, because they are the customer's own. */
export function taxonomiesIn(keys: readonly string[]): string[] {
  return keys.filter((key) => TAXONOMY.test(key));
}

/**
 * The `query` of a kind of watch: the parameters of its path as the table of parameters has them, without those that a
 * run sets itself. `taxonomies` are the names `custom_tags.<taxonomy>` that the file uses.
 */
export function querySchema(kind: NewsKind, taxonomies: readonly string[] = []) {
  const path = PATH_OF_KIND[kind];
  const names = [...parameterNamesOf(path), ...taxonomies].filter((name) => !Object.hasOwn(OWN, name));
  const fields = names.flatMap((name) => {
    const parameter = NARROWER[kind]?.[name] ?? parameterOf(name);
    if (!parameter?.paths.includes(path)) return [];
    return [[name, fieldOf(parameter, isRequiredOn(path, name))] as const];
  });
  return expecting(z.strictObject(Object.fromEntries(fields)), {
    expected: `parameters of the service, such as ${EXAMPLES[kind]}`,
    ofKey: (key) => refusalOf(key, kind),
  });
}

function fieldOf(parameter: NewsParameter, required: boolean): z.ZodType<ParameterValue | undefined> {
  const schema = parameterSchema(parameter);
  return required ? schema : schema.optional();
}

/** Why the query of this kind does not take a key that the service itself knows. */
function refusalOf(key: string, kind: NewsKind): Pick<Problem, 'what' | 'hint'> | undefined {
  const reason = Object.hasOwn(OWN, key) ? OWN[key] : undefined;
  if (reason !== undefined)
    return { what: `${key} is set by the run itself`, hint: `leave it out: ${reason}` };
  if (key === 'custom_tags')
    return {
      what: 'custom_tags needs the name of a taxonomy',
      hint: 'write custom_tags.<taxonomy>: [tag, tag]',
    };
  const parameter = parameterOf(key);
  if (!parameter) return undefined;
  const paths = NEWS_PATHS.filter((path) => parameter.paths.includes(path));
  return {
    what: `the service takes ${key} only on ${listOf(paths, 'and')}, not on ${PATH_OF_KIND[kind]}`,
    hint: 'leave it out',
  };
}
