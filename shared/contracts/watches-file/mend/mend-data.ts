import { isObject } from '../../../domain/lib/fields.ts';
import { isNewsKind, parameterOf } from '../../../domain/services/news-rules.ts';
import { namesIn, type Problem } from '../problem.ts';
import { FILE_KINDS, taxonomiesIn } from '../schema/query-schema.ts';
import { mendForms, mendLists } from './mend-forms.ts';
import { mendAlerts, mendKinds } from './mend-kinds.ts';
import { mendKeys, mendLevels } from './mend-levels.ts';
import { mendAddresses, mendCommas, mendCutNumbers, mendNames, mendTransports } from './mend-values.ts';
import { changed, type Mapping, type Mending, valueAt, writtenPath } from './tree.ts';

/** The content of a file as it was probably meant. */
interface MendedData {
  data: unknown;
  /** One problem for each mistake that was mended. */
  problems: Problem[];
  /**
   * Problems of the mended content, at the places where the file has them, without those that follow from a mistake.
   */
  atWrittenPlaces: (problems: readonly Problem[]) => Problem[];
}

/** What is read first decides what the others see. */
const MENDERS: readonly ((given: Mending) => Mending)[] = [
  mendNames,
  mendForms,
  mendLists,
  mendCutNumbers,
  mendCommas,
  mendAddresses,
  mendTransports,
  mendAlerts,
  mendLevels,
  mendKinds,
  readOtherForms,
  mendKeys,
];

/**
 * Mends what is at a wrong level or has a name of another tool, and reports each such mistake once. The rest of the
 * file is then checked as it was meant, so that nothing that follows from these mistakes is reported. It changes only
 * what the schema refuses. Does not change `raw`.
 */
export function mendData(raw: unknown): MendedData {
  if (!isObject(raw)) return { data: raw, problems: [], atWrittenPlaces: (problems) => [...problems] };
  const mended = MENDERS.reduce<Mending>((now, mend) => mend(now), {
    data: raw,
    problems: [],
    moves: [],
    renamed: [],
  });
  const follows = ({ path }: Problem) =>
    mended.renamed.some((renamed) => renamed.every((part, index) => part === path[index]));
  const atWrittenPlaces = (problems: readonly Problem[]) =>
    problems
      .filter((problem) => !follows(problem))
      .map((problem) => ({ ...problem, path: writtenPath(problem.path, mended.moves) }));
  return { data: mended.data, problems: mended.problems, atWrittenPlaces };
}

/**
 * Other forms of query parameters that the news service takes too (news service, how values are written): a boolean
 * as the text `"true"`, and `custom_tags` as a mapping of taxonomies. They are no mistakes, and give the same watch.
 */
function readOtherForms(given: Mending): Mending {
  return namesIn(given.data, 'watches').reduce((now, name) => {
    const path = ['watches', name, 'query'];
    const kind = FILE_KINDS.find((one) => one === valueAt(now.data, ['watches', name, 'kind']));
    const query = valueAt(now.data, path);
    if (!isObject(query) || kind === undefined || !isNewsKind(kind)) return now;
    const { custom_tags: tags, ...others } = withBooleans(query);
    const flat = isObject(tags) ? flatTags(tags, others) : undefined;
    const data = changed(now.data, path, flat ? { ...others, ...flat } : withBooleans(query));
    const moves = Object.keys(flat ?? {}).map((key) => ({
      from: [...path, 'custom_tags', key.slice('custom_tags.'.length)],
      to: [...path, key],
    }));
    return { ...now, data, moves: [...now.moves, ...moves] };
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

/**
 * `custom_tags.<taxonomy>` for each taxonomy. Undefined where there is none, or where one has no name or is written
 * twice.
 */
function flatTags(tags: Mapping, others: Mapping): Mapping | undefined {
  const flat = Object.fromEntries(Object.entries(tags).map(([name, list]) => [`custom_tags.${name}`, list]));
  const keys = Object.keys(flat);
  const isSound =
    taxonomiesIn(keys).length === keys.length && !keys.some((key) => Object.hasOwn(others, key));
  return keys.length > 0 && isSound ? flat : undefined;
}
