import type * as z from 'zod';
import { subscribersOf, type Desired } from '../../domain/config/desired-state.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { explainIssue } from './explain-issue.ts';
import { memberOf } from './expectations.ts';
import { watchesFileSchema, watchOfAnyKind } from './file-schema.ts';
import type { Problem } from './problem.ts';
import { taxonomiesIn } from './query-schema.ts';
import { namesIn } from './names-in-file.ts';
import { checkCounts, checkRules } from './rules.ts';
import { soundPartOf } from './sound-part.ts';
import { checkTimetables } from './timetables.ts';
import { toDesired } from './to-desired.ts';
import { warningsOf } from './warnings.ts';

/** What a file asks for, or everything that is wrong with it. */
export type CheckedWatches =
  | { ok: true; desired: Desired; callsPerMonth: number | undefined; warnings: Problem[] }
  | { ok: false; problems: Problem[]; warnings: Problem[] };

/** A topic takes this many filter policies, one for each address; a warning comes earlier. */
const MOST_ADDRESSES = 200;
const MANY_ADDRESSES = 150;

/**
 * Checks the content of `watches.yaml`, read as plain data, and fills in its defaults. Each problem says by its path
 * where it stands; all of them are told at once. `now` decides which timetables have passed.
 */
export function checkWatches(raw: unknown, { now }: { now: Instant }): CheckedWatches {
  const crowd = checkCounts(raw);
  if (crowd.length > 0) return { ok: false, problems: crowd, warnings: [] };
  const schema = watchesFileSchema(taxonomiesOf(raw));
  const parsed = schema.safeParse(raw);
  const issues = parsed.success
    ? []
    : [...parsed.error.issues, ...issuesBesideKind(raw, parsed.error.issues)];
  const sound = soundPartOf(raw, issues);
  const { errors, warnings: passed } = checkTimetables(sound, now);
  const warnings = [...warningsOf(sound), ...passed];
  const problems = [...explainFirst(issues, { schema, raw }), ...checkRules({ raw, sound }), ...errors];
  if (!parsed.success || problems.length > 0) return { ok: false, problems, warnings };
  const desired = toDesired(parsed.data);
  const addresses = subscribersOf(desired.channels).length;
  if (addresses > MOST_ADDRESSES) return { ok: false, problems: [manyAddresses(addresses)], warnings };
  if (addresses >= MANY_ADDRESSES) warnings.push(manyAddresses(addresses));
  return { ok: true, desired, callsPerMonth: parsed.data.plan?.calls_per_month, warnings };
}

function manyAddresses(addresses: number): Problem {
  const what = addresses > MOST_ADDRESSES ? `too many addresses: ${addresses}` : `${addresses} addresses`;
  return {
    path: ['channels'],
    atKey: true,
    what: `${what}; the topic takes at most ${MOST_ADDRESSES}`,
    hint: 'put a mailing list or a queue in the place of many addresses',
  };
}

/** One slip can make thousands of issues; more than this nobody reads at once. */
const MOST_EXPLAINED = 200;

function explainFirst(
  issues: readonly z.core.$ZodIssue[],
  file: { schema: z.core.$ZodType; raw: unknown },
): Problem[] {
  const problems: Problem[] = [];
  for (const issue of issues) {
    for (const problem of explainIssue(issue, file)) {
      if (problems.length === MOST_EXPLAINED) return [...problems, MORE];
      problems.push(problem);
    }
  }
  return problems;
}

const MORE: Problem = { path: [], what: 'more is wrong than is listed here', hint: 'correct these first' };

/** Where the kind of a watch is wrong, the schema looks no further; what all kinds share is checked here. */
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

/** The customers' own keys that any query of the file uses. */
function taxonomiesOf(raw: unknown): string[] {
  const queries = namesIn(raw, 'watches').map((name) =>
    ['watches', name, 'query'].reduce<unknown>(memberOf, raw),
  );
  const keys = queries.flatMap((query) =>
    typeof query === 'object' && query !== null ? Object.keys(query) : [],
  );
  return [...new Set(taxonomiesIn(keys))];
}
