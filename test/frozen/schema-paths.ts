/** A JSON Schema, or a part of one, in whatever layout. */
type Schema = Readonly<Record<string, unknown>>;

/** Parts that speak of the same place as the whole. */
const SAME_PLACE = ['anyOf', 'oneOf', 'allOf', 'if', 'then', 'else', 'dependentSchemas'] as const;

/**
 * Every key that a document may have, as a path, and every word of a closed list: `watches.*.severity = critical`. `*`
 * is a key of the user's own, `[]` an entry of a list. What it says does not depend on how the schema is cut into
 * parts.
 */
export function schemaPaths(root: Schema): string[] {
  const found = new Set<string>();
  const visit = (part: unknown, path: string, refs: readonly string[]): void => {
    if (Array.isArray(part)) for (const one of part) visit(one, path, refs);
    if (!isSchema(part)) return;
    const { $ref } = part;
    if (typeof $ref === 'string') {
      // A part that holds itself says nothing new the second time.
      if (!refs.includes($ref)) visit(partAt(root, $ref), path, [...refs, $ref]);
    }
    for (const word of wordsOf(part)) found.add(`${path} = ${word}`);
    for (const [name, child] of childrenOf(part)) {
      const below = path === '' ? name : `${path}${name === '[]' ? '' : '.'}${name}`;
      found.add(below);
      visit(child, below, refs);
    }
    for (const name of SAME_PLACE) {
      const inside = part[name];
      visit(name === 'dependentSchemas' ? Object.values(inside ?? {}) : inside, path, refs);
    }
  };
  visit(root, '', []);
  return [...found].toSorted((a, b) => (a < b ? -1 : 1));
}

function childrenOf(schema: Schema): [name: string, child: unknown][] {
  const { properties, patternProperties, propertyNames, items, prefixItems } = schema;
  const own = [schema['additionalProperties'], schema['unevaluatedProperties']].filter(isSchema);
  const named = isSchema(propertyNames) ? wordsOf(propertyNames) : [];
  const lists = [items, prefixItems].filter((one) => one !== undefined && typeof one !== 'boolean');
  return [
    ...Object.entries(properties ?? {}),
    ...Object.values(patternProperties ?? {}).map((child): [string, unknown] => ['*', child]),
    ...own.flatMap((child) =>
      (named.length > 0 ? named : ['*']).map((name): [string, unknown] => [name, child]),
    ),
    ...lists.map((child): [string, unknown] => ['[]', child]),
  ];
}

function wordsOf(schema: Schema): string[] {
  const words = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
  return [...words, ...('const' in schema ? [schema['const']] : [])].map(String);
}

/** `#/$defs/watch` */
function partAt(root: Schema, ref: string): unknown {
  const steps = ref.split('/').slice(1);
  const names = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((part, name) => (isSchema(part) ? part[name] : undefined), root);
}

function isSchema(part: unknown): part is Schema {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}
