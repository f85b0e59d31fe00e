import type * as z from 'zod';
import { type Desired, subscribersOf } from '../../domain/config/desired-state.ts';
import { isObject } from '../../domain/lib/fields.ts';
import { isNewsKind, parameterOf } from '../../domain/services/news-rules.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { problemsOf } from './explain/explain-issues.ts';
import { memberOf, namesIn, type Problem } from './problem.ts';
import { checkCounts, checkRules, checkSchedules } from './rules/check-rules.ts';
import { unusedWarnings, warningsOf } from './rules/warnings.ts';
import { type PartialFile, partialFileSchema, watchesFileSchema } from './schema/file-schema.ts';
import { FILE_KINDS, isTaxonomy } from './schema/query-schema.ts';
import { watchOfAnyKind } from './schema/watch-schema.ts';
import { toDesired } from './to-desired.ts';

/** What a file asks for, or all of its problems. */
type CheckedWatches =
  | {
      ok: true;
      desired: Desired;
      callsPerMonth: number | undefined;
      usdPerMonth: number | undefined;
      warnings: Problem[];
    }
  | { ok: false; problems: Problem[]; warnings: Problem[] };

/** A topic takes this many filter policies, one for each address. A warning comes earlier. */
const MOST_ADDRESSES = 200;
const MANY_ADDRESSES = 150;

/**
 * Checks the content of `watches.yaml`, read as plain data, and fills in its defaults. It reports all problems at
 * once, each with its path. `now` decides which schedules have passed.
 */
export function checkWatches(written: unknown, { now }: { now: Instant }): CheckedWatches {
  const tooMany = checkCounts(written);
  if (tooMany.length > 0) return { ok: false, problems: tooMany, warnings: [] };
  const raw = inOneForm(written);
  const schema = watchesFileSchema(taxonomiesOf(raw));
  const parsed = schema.safeParse(raw);
  const issues = parsed.success
    ? []
    : [...parsed.error.issues, ...issuesBesideKind(raw, parsed.error.issues)];
  const valid = validPartOf(raw, issues);
  const schedules = checkSchedules(valid, now);
  const warnings = [...warningsOf(valid), ...schedules.warnings];
  const problems = problemsOf(issues, {
    schema,
    raw,
    ofRules: [...checkRules({ raw, valid }), ...schedules.errors],
  });
  if (!parsed.success || problems.length > 0) return { ok: false, problems, warnings };
  const desired = toDesired(parsed.data);
  const addresses = subscribersOf(desired.channels).length;
  if (addresses > MOST_ADDRESSES) return { ok: false, problems: [addressProblem(addresses)], warnings };
  if (addresses >= MANY_ADDRESSES) warnings.push(addressProblem(addresses));
  warnings.push(...unusedWarnings(valid));
  const { calls_per_month: callsPerMonth, usd_per_month: usdPerMonth } = parsed.data.plan ?? {};
  return { ok: true, desired, callsPerMonth, usdPerMonth, warnings };
}

function addressProblem(addresses: number): Problem {
  return {
    path: ['channels'],
    atKey: true,
    what: `The channels have ${addresses} addresses, the maximum is ${MOST_ADDRESSES}`,
    hint: 'replace many addresses with a mailing list or a queue',
  };
}

/**
 * Where the kind of a watch is wrong, the schema checks nothing else of the watch. This checks what all kinds share.
 */
function issuesBesideKind(raw: unknown, issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const watches = issues.flatMap(({ code, path }) => {
    const [section, name, key] = path;
    const isKind = code === 'invalid_union' && section === 'watches' && key === 'kind';
    return isKind && typeof name === 'string' ? [name] : [];
  });
  return watches.flatMap((name) => {
    const path = ['watches', name];
    const { error } = watchOfAnyKind.safeParse(path.reduce<unknown>(memberOf, raw));
    return (error?.issues ?? []).map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  });
}

/**
 * Other forms of query parameters that the news service takes too (news service, how values are written), in the form
 * of the schema: a boolean as the text `"true"`, and `custom_tags` as a mapping of taxonomies.
 */
function inOneForm(raw: unknown): unknown {
  const watches = namesIn(raw, 'watches').map((name) => {
    const watch = ['watches', name].reduce<unknown>(memberOf, raw);
    const [kind, query] = [memberOf(watch, 'kind'), memberOf(watch, 'query')];
    const isNews = FILE_KINDS.some((one) => one === kind && isNewsKind(one));
    return [
      name,
      isNews && isObject(query) ? Object.assign({}, watch, { query: queryInOneForm(query) }) : watch,
    ] as const;
  });
  return watches.length === 0 ? raw : Object.assign({}, raw, { watches: Object.fromEntries(watches) });
}

function queryInOneForm(query: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(query).flatMap(([name, value]): [string, unknown][] => {
    const tags = name === 'custom_tags' && isObject(value) ? Object.entries(value) : [];
    const flat = tags.map(([key, list]): [string, unknown] => [`custom_tags.${key}`, list]);
    const isSound = flat.length > 0 && flat.every(([key]) => isTaxonomy(key) && !Object.hasOwn(query, key));
    if (isSound) return flat;
    const isText = value === 'true' || value === 'false';
    return [[name, isText && parameterOf(name)?.type === 'boolean' ? value === 'true' : value]];
  });
  return Object.fromEntries(entries);
}

/** The keys of taxonomies of the customer that any query of the file uses. */
function taxonomiesOf(raw: unknown): string[] {
  const queries = namesIn(raw, 'watches').map((name) =>
    ['watches', name, 'query'].reduce<unknown>(memberOf, raw),
  );
  const keys = queries.flatMap((query) => (isObject(query) ? Object.keys(query) : []));
  return [...new Set(keys.filter(isTaxonomy))];
}

type Issue = z.core.$ZodIssue;

/**
 * The parts of a file that have no issue. With them the rules between the parts can be checked although other parts
 * are wrong, so that one check finds all problems, and each of them once.
 */
function validPartOf(raw: unknown, issues: readonly Issue[]): PartialFile {
  let rest = without(
    raw,
    issues.flatMap((issue) => wrongPaths(issue, raw)),
  );
  for (;;) {
    const parsed = partialFileSchema.safeParse(rest);
    if (parsed.success) return parsed.data;
    const wrong = parsed.error.issues.map((issue) => existingPath(issue.path, rest));
    if (wrong.some((path) => path.length === 0)) return {};
    rest = without(rest, wrong);
  }
}

function wrongPaths(issue: Issue, raw: unknown): PropertyKey[][] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key]);
  return valueAt(raw, issue.path) === undefined ? [] : [issue.path];
}

/** The longest beginning of a path that leads to a value: for a missing key, the mapping without it. */
function existingPath(path: readonly PropertyKey[], raw: unknown): PropertyKey[] {
  const parts = [...path];
  while (parts.length > 0 && valueAt(raw, parts) === undefined) parts.pop();
  return parts;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(memberOf, raw);
}

/** A copy without the values that these paths lead to. */
function without(raw: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  if (paths.some(({ length }) => length === 0)) return {};
  const rest: unknown = structuredClone(raw);
  const lists = new Set<unknown[]>();
  for (const path of paths) {
    const [holder, key] = [valueAt(rest, path.slice(0, -1)), path.at(-1)];
    if (typeof holder !== 'object' || holder === null || key === undefined) continue;
    Reflect.deleteProperty(holder, key);
    if (Array.isArray(holder)) lists.add(holder);
  }
  // Until here the other entries of a list keep their places.
  for (const list of lists) for (const one of list.splice(0)) if (one !== undefined) list.push(one);
  return rest;
}
