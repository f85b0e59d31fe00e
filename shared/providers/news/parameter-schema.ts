import * as z from 'zod';
import type { NewsParameter } from '../../domain/services/news-parameters.ts';
import type { CheckedValue } from './request.ts';

/** The schema of one parameter of a request, from its row in the table. Lists are read as arrays. */
export function requestParameterSchema(row: NewsParameter): z.ZodType<CheckedValue> {
  switch (row.type) {
    case 'boolean':
      return z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
    case 'integer':
      return numberSchema(z.int(), row);
    case 'number':
      return numberSchema(z.number(), row);
    case 'list':
      return listSchema(row);
    case 'enum':
    case 'text':
    case 'date':
    case 'query':
    case 'entities':
      return entrySchema(row);
    default:
      return row.type satisfies never;
  }
}

function numberSchema(schema: z.ZodNumber, { min, max, above }: NewsParameter): z.ZodNumber {
  let bounded = schema;
  if (min !== undefined) bounded = bounded.min(min);
  if (max !== undefined) bounded = bounded.max(max);
  return above === undefined ? bounded : bounded.gt(above);
}

/** A text, or one entry of a list. */
function entrySchema({ values, open, pattern, example }: NewsParameter): z.ZodType<string, string> {
  if (values && !open) return z.enum(values);
  const text = z.string().trim().min(1, 'must not be empty');
  return pattern ? text.regex(pattern, `must look like ${example}`) : text;
}

function listSchema(row: NewsParameter): z.ZodType<string[]> {
  const entries = z.array(entrySchema(row)).min(1, 'must name at least one value');
  const bounded = row.most === undefined ? entries : entries.max(row.most);
  return z
    .union([z.string(), z.array(z.string())])
    .transform(entriesOf)
    .pipe(bounded);
}

function entriesOf(value: string | string[]): string[] {
  const entries = typeof value === 'string' ? value.split(',') : value;
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
