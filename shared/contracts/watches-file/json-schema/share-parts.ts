import { mapParts, mapValues, type ChangePart, type JsonSchema } from './json-schema.ts';

/** In characters of JSON: a shorter part is not worth a definition. */
const SHORTEST = 80;

/**
 * Moves each part that is the same in several places into `$defs`. Its name there is its key. A part without a key, such
 * as the entries of a list, is called `KEY-value` after the key above. Parts of different keys stay apart.
 */
export function shareParts(schema: JsonSchema): JsonSchema {
  const counts = countParts(schema);
  const names = new Map<string, string>();
  const defs: Record<string, JsonSchema> = {};

  const shareBelow = (place: string): ChangePart =>
    function share(part, key) {
      const id = idOf(part, key);
      const below = shareBelow(key ?? place);
      if ((counts.get(id) ?? 0) < 2 || JSON.stringify(part).length < SHORTEST) return mapParts(part, below);
      const name = names.get(id) ?? freeName(key ?? `${place}-value`, [...givenNames, ...names.values()]);
      if (!names.has(id)) {
        names.set(id, name);
        defs[name] = mapParts(part, below);
      }
      return { $ref: `#/$defs/${name}` };
    };

  const { $defs: given = {}, ...root } = schema;
  const givenNames = Object.keys(given);
  const shared = mapValues(given, (part, name) => mapParts(part, shareBelow(name)));
  return { ...mapParts(root, shareBelow('file')), $defs: { ...shared, ...defs } };
}

/** How often each part occurs. The parts inside a repeated part count once. */
function countParts({ $defs = {}, ...root }: JsonSchema): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count: ChangePart = (part, key) => {
    const id = idOf(part, key);
    const times = (counts.get(id) ?? 0) + 1;
    counts.set(id, times);
    return times === 1 ? mapParts(part, count) : part;
  };
  for (const part of [root, ...Object.values($defs)]) mapParts(part, count);
  return counts;
}

/** The same for the same content under the same key. */
function idOf(part: JsonSchema, key = ''): string {
  return `${key} ${JSON.stringify(part)}`;
}

function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  throw new TypeError(`Two parts of the JSON Schema would be called ${name}.`);
}
