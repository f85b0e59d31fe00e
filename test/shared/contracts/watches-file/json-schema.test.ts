import { expect, it } from 'vitest';
import { watchesJsonSchema } from '../../../../shared/contracts/watches-file/json-schema.ts';
import { parameterNamesOf } from '../../../../shared/domain/services/news-parameters.ts';

interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | false;
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  enum?: string[];
  const?: string;
  required?: string[];
  description?: string;
  patternProperties?: Record<string, Schema>;
}

const schema: Schema = watchesJsonSchema();
const watch = schema.properties?.['watches']?.additionalProperties || {};
const kinds = watch.oneOf ?? watch.anyOf ?? [];

function queryOf(kind: string): Schema {
  const found = kinds.find(({ properties }) => properties?.['kind']?.const === kind);
  return found?.properties?.['query'] ?? {};
}

it('is closed: an editor marks every key that the file does not take', () => {
  const open: string[] = [];
  const visit = (part: Schema, path: string) => {
    if (part.properties && part.additionalProperties !== false) open.push(path);
    for (const [key, child] of Object.entries(part.properties ?? {})) visit(child, `${path}.${key}`);
    for (const child of [...(part.oneOf ?? []), ...(part.anyOf ?? [])]) visit(child, path);
    if (part.additionalProperties) visit(part.additionalProperties, `${path}.*`);
  };
  visit(schema, '');
  expect(open).toEqual([]);
});

it('completes the parameters of the path of each kind, without those that a run sets itself', () => {
  expect(Object.keys(queryOf('search').properties ?? {})).toEqual(
    parameterNamesOf('search').filter((name) => !OWN.includes(name) && name !== 'custom_tags'),
  );
  expect(queryOf('search').required).toEqual(['q']);
  expect(queryOf('authors').required).toEqual(['author_name']);
  expect(queryOf('authors').properties).not.toHaveProperty('q');
});

const OWN = ['from_', 'to_', 'when', 'by_parse_date', 'page', 'page_size', 'sort_by'];

it('knows the values of closed lists, describes each key, and lets taxonomies of the customer through', () => {
  const { theme, ranked_only: ranked } = queryOf('search').properties ?? {};
  expect(theme?.anyOf?.[0]?.items?.enum).toContain('Financial Crime');
  expect(theme?.description).toContain('Needs a plan with');
  expect(ranked?.description).toContain('True or false');
  expect(Object.keys(queryOf('search').patternProperties ?? {})).toEqual(['^custom_tags\\..']);
});
