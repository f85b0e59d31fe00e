import { expect, it } from 'vitest';
import {
  type JsonSchema,
  type SchemaPart,
  watchesJsonSchema,
} from '../../../../shared/contracts/watches-file/watches-json-schema.ts';
import { POLICIES } from '../../../../shared/domain/policies/registry.ts';
import { parameterNamesOf } from '../../../../shared/domain/services/news-rules.ts';

const schema = watchesJsonSchema();
const defs = schema.$defs ?? {};

/** A part of the schema, its reference followed. */
function part(of: SchemaPart | undefined): JsonSchema {
  if (typeof of !== 'object') return {};
  const { $ref, allOf } = of;
  const name = $ref?.replace('#/$defs/', '') ?? '';
  if (name !== '') return defs[name] ?? {};
  return allOf?.length === 1 && allOf[0]?.$ref !== undefined ? part(allOf[0]) : of;
}

function property(of: SchemaPart | undefined, ...keys: string[]): JsonSchema {
  return keys.reduce<JsonSchema>((below, key) => part(below.properties?.[key]), part(of));
}

function queryOf(kind: string): JsonSchema {
  return property(defs[`watch-${kind}`], 'query');
}

it('is closed: an editor marks every key that the file does not take', () => {
  const open: string[] = [];
  const visit = (each: SchemaPart, path: string) => {
    if (typeof each === 'boolean') return;
    // Where a condition picks the keys, each branch is closed by itself; the condition itself is no mapping.
    const isPicked = each.allOf?.every(({ then }) => typeof then === 'object' && then.$ref !== undefined);
    if (each.properties && each.additionalProperties !== false && !isPicked) open.push(path);
    for (const [key, child] of Object.entries(each.properties ?? {})) visit(child, `${path}.${key}`);
    for (const child of Object.values(each.patternProperties ?? {})) visit(child, `${path}.*`);
    for (const child of [each.then, each.else, each.items, each.additionalProperties, ...(each.allOf ?? [])])
      if (child !== undefined && !Array.isArray(child)) visit(child, path);
  };
  visit(schema, '');
  for (const [name, each] of Object.entries(defs)) visit(each, name);
  expect(open).toEqual([]);
});

it('has a definition for each kind of watch and each policy, picked by its name', () => {
  const picks = (of: JsonSchema, key: string) =>
    (of.allOf ?? []).map(({ if: when, then }) => [property(when, key).const, part({ allOf: [part(then)] })]);
  const kinds = property(defs['watch'], 'kind').enum ?? [];
  expect(kinds).toContain('extraction');
  expect(picks(part(defs['watch']), 'kind').map(([kind]) => kind)).toEqual(kinds);
  expect(property(defs['alert'], 'when').enum).toEqual(POLICIES);
  for (const kind of kinds) expect(defs).toHaveProperty([`watch-${String(kind)}`]);
  for (const policy of POLICIES) expect(defs).toHaveProperty([`alert-${policy}`]);
});

const OWN = ['from_', 'to_', 'when', 'by_parse_date', 'page', 'page_size', 'sort_by'];

it('completes the parameters of the path of each kind, without those that a run sets itself', () => {
  const known = parameterNamesOf('search').filter((name) => !OWN.includes(name) && name !== 'custom_tags');
  expect(Object.keys(queryOf('search').properties ?? {})).toEqual([...known, 'custom_tags']);
  expect(queryOf('search').required).toEqual(['q']);
  expect(queryOf('authors').required).toEqual(['author_name']);
  expect(queryOf('authors').properties).not.toHaveProperty('q');
});

it('knows the values of closed lists, describes each key, and lets taxonomies of the customer through', () => {
  const theme = property(queryOf('search'), 'theme');
  expect(part(Array.isArray(theme.items) ? undefined : theme.items).enum).toContain('Financial Crime');
  expect(theme.description).toContain('Needs a plan with');
  expect(property(queryOf('search'), 'ranked_only').description).toContain('True or false');
  expect(Object.keys(queryOf('search').patternProperties ?? {})).toEqual(['^custom_tags\\..']);
  expect(property(defs['watch'], 'kind').description).toContain('search: Articles that match a query.');
});

it('is small: what several places share is written once', () => {
  expect(JSON.stringify(schema).length).toBeLessThan(81_500);
});
