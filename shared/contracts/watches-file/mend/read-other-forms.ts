import { parameterOf } from '../../../domain/services/news-parameters.ts';
import { isNewsKind } from '../../../domain/services/news-kinds.ts';
import { FILE_KINDS, taxonomiesIn } from '../schema/query-schema.ts';
import { namesIn } from '../document/member-of.ts';
import { valueAt } from './known-keys.ts';
import { isMapping, type Mapping, type Mending, withValue } from './tree.ts';

/**
 * Other forms of query parameters that the news service takes too (news service, how values are written): a boolean as the
 * text `"true"`, and `custom_tags` as a mapping of taxonomies. They are no mistakes, and give the same watch.
 */
export function readOtherForms(given: Mending): Mending {
  return namesIn(given.data, 'watches').reduce((now, name) => {
    const path = ['watches', name, 'query'];
    const kind = FILE_KINDS.find((one) => one === valueAt(now.data, ['watches', name, 'kind']));
    const query = valueAt(now.data, path);
    if (!isMapping(query) || kind === undefined || !isNewsKind(kind)) return now;
    const { custom_tags: tags, ...others } = withBooleans(query);
    const flat = isMapping(tags) ? flatTags(tags, others) : undefined;
    const next = withValue(now.data, path, flat ? { ...others, ...flat } : withBooleans(query));
    const moves = Object.keys(flat ?? {}).map((key) => ({
      from: [...path, 'custom_tags', key.slice('custom_tags.'.length)],
      to: [...path, key],
    }));
    return { ...now, data: isMapping(next) ? next : now.data, moves: [...now.moves, ...moves] };
  }, given);
}

function withBooleans(query: Mapping): Mapping {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const isText = value === 'true' || value === 'false';
      return [name, isText && parameterOf(name)?.type === 'boolean' ? value === 'true' : value];
    }),
  );
}

/** `custom_tags.<taxonomy>` for each taxonomy. Undefined where there is none, or where one has no name or is written twice. */
function flatTags(tags: Mapping, others: Mapping): Mapping | undefined {
  const flat = Object.fromEntries(Object.entries(tags).map(([name, list]) => [`custom_tags.${name}`, list]));
  const keys = Object.keys(flat);
  const isSound =
    taxonomiesIn(keys).length === keys.length && !keys.some((key) => Object.hasOwn(others, key));
  return keys.length > 0 && isSound ? flat : undefined;
}
