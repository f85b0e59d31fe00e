import type * as z from 'zod';
import { subscribersOf, type Desired } from '../../domain/config/desired-state.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { toDesired } from './desired/to-desired.ts';
import { memberOf, namesIn } from './document/member-of.ts';
import { explainIssue } from './explain/explain-issue.ts';
import { mendData } from './mend/mend-data.ts';
import type { Problem } from './problems/problem.ts';
import { checkCounts, checkRules } from './rules/check-rules.ts';
import { checkSchedules } from './rules/schedule-rules.ts';
import { validPartOf } from './rules/valid-part.ts';
import { unusedWarnings, warningsOf } from './rules/warnings.ts';
import { watchesFileSchema } from './schema/file-schema.ts';
import { taxonomiesIn } from './schema/query-schema.ts';
import { watchOfAnyKind } from './schema/watch-schema.ts';

/** What a file asks for, or all of its problems. */
export type CheckedWatches =
  | { ok: true; desired: Desired; callsPerMonth: number | undefined; warnings: Problem[] }
  | { ok: false; problems: Problem[]; warnings: Problem[] };

/** A topic takes this many filter policies, one for each address. A warning comes earlier. */
const MOST_ADDRESSES = 200;
const MANY_ADDRESSES = 150;

/**
 * Checks the content of `watches.yaml`, read as plain data, and fills in its defaults. It reports all problems at once,
 * each with its path. `now` decides which schedules have passed.
 */
export function checkWatches(written: unknown, { now }: { now: Instant }): CheckedWatches {
  const tooMany = checkCounts(written);
  if (tooMany.length > 0) return { ok: false, problems: tooMany, warnings: [] };
  const { data, problems: mended, atWrittenPlaces } = mendData(written);
  const checked = checkMeant(data, { now, isSound: mended.length === 0 });
  const warnings = atWrittenPlaces(checked.warnings);
  if (checked.ok && mended.length === 0) return { ...checked, warnings };
  const problems = checked.ok ? [] : atWrittenPlaces(checked.problems);
  return { ok: false, problems: [...mended, ...problems], warnings };
}

function checkMeant(raw: unknown, { now, isSound }: { now: Instant; isSound: boolean }): CheckedWatches {
  const schema = watchesFileSchema(taxonomiesOf(raw));
  const parsed = schema.safeParse(raw);
  const issues = parsed.success
    ? []
    : [...parsed.error.issues, ...issuesBesideKind(raw, parsed.error.issues)];
  const valid = validPartOf(raw, issues);
  const schedules = checkSchedules(valid, now);
  const warnings = [...warningsOf(valid), ...schedules.warnings];
  const problems = [
    ...explainIssues(issues, { schema, raw }),
    ...checkRules({ raw, valid }),
    ...schedules.errors,
  ];
  if (!parsed.success || problems.length > 0) return { ok: false, problems, warnings };
  const desired = toDesired(parsed.data);
  const addresses = subscribersOf(desired.channels).length;
  if (addresses > MOST_ADDRESSES) return { ok: false, problems: [addressProblem(addresses)], warnings };
  if (addresses >= MANY_ADDRESSES) warnings.push(addressProblem(addresses));
  if (isSound) warnings.push(...unusedWarnings(valid));
  return { ok: true, desired, callsPerMonth: parsed.data.plan?.calls_per_month, warnings };
}

function addressProblem(addresses: number): Problem {
  return {
    path: ['channels'],
    atKey: true,
    what: `The channels have ${addresses} addresses, the maximum is ${MOST_ADDRESSES}`,
    hint: 'replace many addresses with a mailing list or a queue',
  };
}

/** One mistake can cause thousands of issues. Nobody reads more than this at once. */
const MOST_EXPLAINED = 200;

function explainIssues(
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

const MORE: Problem = { path: [], what: 'There are more problems than these', hint: 'correct these first' };

/** Where the kind of a watch is wrong, the schema checks nothing else of the watch. This checks what all kinds share. */
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

/** The keys of taxonomies of the customer that any query of the file uses. */
function taxonomiesOf(raw: unknown): string[] {
  const queries = namesIn(raw, 'watches').map((name) =>
    ['watches', name, 'query'].reduce<unknown>(memberOf, raw),
  );
  const keys = queries.flatMap((query) =>
    typeof query === 'object' && query !== null ? Object.keys(query) : [],
  );
  return [...new Set(taxonomiesIn(keys))];
}
