import { conditionOf, type JsonSchema } from './json-schema.ts';

/**
 * Replaces `anyOf` between schemas of different JSON types. A validator reports a mistake in an `anyOf` once for each
 * option. Keywords such as `items` or `pattern` apply to one type only, so the options become one schema with all their
 * types. `enum` and `const` apply to every type, so they get a condition. `examples` repeat their values, because editors
 * complete no values from a condition.
 */
export function mergeTypes({ anyOf = [], ...rest }: JsonSchema): JsonSchema {
  const [first = {}, ...others] = anyOf;
  const merged = others.reduce(mergeTwo, first);
  return { ...merged, ...rest };
}

function mergeTwo(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (isClosed(one) || isClosed(other)) {
    const [open, closed] = isClosed(one) ? [other, one] : [one, other];
    if (isClosed(open) || open.type === undefined) throw new TypeError('Two lists of values have one type.');
    const rule = conditionOf({ when: { type: open.type }, holds: open, fails: closed });
    return { ...rule, examples: closed.enum ?? [closed.const] };
  }
  const types = [typesOf(one), typesOf(other)].flat();
  if (new Set(types).size < types.length) throw new TypeError('The options have a type in common.');
  return { ...one, ...other, type: types };
}

/** Whether a schema lists its values. */
function isClosed({ enum: values, const: value }: JsonSchema): boolean {
  return values !== undefined || value !== undefined;
}

function typesOf({ type = [] }: JsonSchema) {
  return Array.isArray(type) ? type : [type];
}
