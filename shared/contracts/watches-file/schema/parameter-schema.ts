import * as z from 'zod';
import type { NewsParameter } from '../../../domain/services/news-parameters.ts';
import { meantQuery } from '../../../domain/query/habits.ts';
import { parseQuery } from '../../../domain/query/parse.ts';
import type { ParameterValue } from '../../../domain/watches/watch.ts';
import { writeKey } from '../problems/yaml-text.ts';
import { EXPECTATIONS, withExpectation } from './expectations.ts';
import { booleanSchema, numberBetween, oneOf, textSchema } from './values.ts';

/** More entries than a list ever has, so that a typing mistake cannot make a request of megabytes. */
const MOST_ENTRIES = 1_000;

/** What the plan must include for some parameters, in words. */
export const PLAN_FEATURES = { nlp: 'NLP', tags: 'topic tags' } as const;

const schemas = new Map<NewsParameter, z.ZodType<ParameterValue>>();

/** The schema of a parameter in the file. Parameters with the same row share one, so that the JSON Schema describes it once. */
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
    const parsed = parseQuery(habits.length === 0 ? value : inPlace);
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
