import * as z from 'zod';
import type { Service } from '../../../../shared/domain/lib/errors.ts';
import { chanceFrom } from './clock.ts';
import { readSettingsFile } from './settings-file.ts';

const milliseconds = z.number().int().min(0).max(3_600_000);

/** What goes wrong with one request. */
const requestFault = z.union([
  // The connection is reset before any work; there is no answer until the caller gives up; the work is done, then the
  // connection is reset.
  z.enum(['reset', 'hang', 'lost']),
  // An error answer, without `body` in the shape of the service; `retryAfter` in seconds or as HTTP date.
  z.strictObject({
    status: z.number().int().min(400).max(599),
    body: z.unknown().optional(),
    retryAfter: z.union([z.number().nonnegative(), z.string()]).optional(),
  }),
  // The answer comes so many milliseconds later.
  z.strictObject({ delay: milliseconds }),
  // The answer breaks off: below 1 after that part of it, else after so many bytes.
  z.strictObject({ cut: z.number().nonnegative() }),
  // Status 200 with JSON of another shape.
  z.strictObject({ shape: z.literal('wrong') }),
]);

/** How a job fails: in which stage (extraction service, job states), and what its `error` says. */
const jobFailure = z.strictObject({
  in: z.enum(['submitted', 'analyzing', 'fetching', 'clustering', 'enriching']).default('fetching'),
  error: z.string().min(1).max(1_000).default('the job was made to fail'),
});

/**
 * What goes wrong inside a service, which asks for it by name: a submitted job stays at work for ever, a due delivery is
 * not made, a submitted job or the run of a monitor fails, a new job is listed so much later.
 */
const namedFault = z.union([
  z.enum(['job-never-ends', 'webhook-never-sent', 'job-fails']),
  z.strictObject({ 'job-fails': jobFailure }),
  z.strictObject({ 'job-list-lags': z.strictObject({ ms: milliseconds }) }),
]);

const EXPECTED_FAULT =
  'expected "reset", "hang", "lost", {"status": 429, "body"?, "retryAfter"?}, {"delay": ms}, {"cut": bytes or part}, ' +
  '{"shape": "wrong"}, "job-never-ends", "job-fails", {"job-fails": {"in"?: stage, "error"?}}, "webhook-never-sent" or {"job-list-lags": {"ms": ms}}';

/** One rule: which requests, how many of them are left alone or hit, and what happens to those that are hit. */
const faultRule = z
  .strictObject({
    service: z.enum(['news', 'events', 'extraction']).optional(),
    /** The path below the service's prefix: `/search`, `/svc/status/{id}`; `*` is any text. */
    path: z.string().startsWith('/', 'a path starts with /').or(z.string().startsWith('*')).optional(),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
    /** So many fitting requests pass first. */
    after: z.number().int().nonnegative().default(0),
    /** So many are hit; left out: all. */
    times: z.number().int().positive().optional(),
    /** The chance that a fitting request is hit. */
    probability: z.number().min(0).max(1).default(1),
    fault: z.union([requestFault, namedFault], { error: EXPECTED_FAULT }),
  })
  .refine(
    ({ fault, path, method }) => !isNamed(fault) || (path === undefined && method === undefined),
    'a fault by name has no path and no method',
  );

const faultFile = z.preprocess(
  (value) => (Array.isArray(value) ? { rules: value } : value),
  z.strictObject({ seed: z.number().int().default(1), rules: z.array(faultRule) }),
);

export type RequestFault = z.infer<typeof requestFault>;
type NamedFault = z.infer<typeof namedFault>;
type FaultRule = z.infer<typeof faultRule>;
type FaultFile = z.infer<typeof faultFile>;

function nameOf(fault: RequestFault | NamedFault): string {
  return typeof fault === 'string' ? fault : (Object.keys(fault)[0] ?? '');
}

function isNamed(fault: RequestFault | NamedFault): fault is NamedFault {
  return /^(?:job|webhook)-/.test(nameOf(fault));
}

/**
 * Reads a fault file: JSON or YAML, a list of rules, or `{seed, rules}` where the seed makes chances repeatable.
 *
 * @throws SettingsError that names the file, the rule and the field.
 */
export function readFaultFile(file: string): FaultFile {
  return readSettingsFile(file, faultFile);
}

/** The faults that are played at the moment. One object serves all services of a process. */
export type Faults = ReturnType<typeof playFaults>;

interface AskedRequest {
  service: Service;
  method: string;
  /** Below the service's prefix. */
  path: string;
}

/** Faults after an ordered list of rules: the first rule that hits a request decides. Each question counts. */
export function playFaults(file: FaultFile = { seed: 1, rules: [] }) {
  let counters = countersFor(file);
  const firstHit = (fits: (rule: FaultRule) => boolean) =>
    counters
      .filter(({ rule }) => fits(rule))
      .filter((counter) => counter.hits())[0]
      ?.strike();
  const named = (name: string) => firstHit(({ fault }) => nameOf(fault) === name);
  return {
    /** What goes wrong with this request. */
    next({ service, method, path }: AskedRequest): RequestFault | undefined {
      const fault = firstHit(
        (rule) =>
          !isNamed(rule.fault) &&
          (rule.service ?? service) === service &&
          (rule.method ?? method) === method &&
          (rule.path === undefined || pathGlob(rule.path)(path)),
      );
      return fault && !isNamed(fault) ? fault : undefined;
    },
    /** Whether a named fault strikes now. Ask once per job or delivery. */
    strikes: (name: 'job-never-ends' | 'webhook-never-sent') => named(name) !== undefined,
    /** How a new job fails; undefined without the fault. */
    jobFailure() {
      const fault = named('job-fails');
      if (typeof fault === 'object' && 'job-fails' in fault) return fault['job-fails'];
      return fault && jobFailure.parse({});
    },
    /** By how many milliseconds a new job is late in the list; 0 without the fault. */
    jobListLag() {
      const fault = named('job-list-lags');
      return typeof fault === 'object' && 'job-list-lags' in fault ? fault['job-list-lags'].ms : 0;
    },
    /** Replaces all rules, as a fault file has them. Counts and chances start again. @throws z.ZodError. */
    play(rules: readonly z.input<typeof faultRule>[], seed = 1): void {
      counters = countersFor(faultFile.parse({ seed, rules }));
    },
  };
}

/** Each rule has its own counts and its own chance, so that adding a rule does not change what others do. */
function countersFor({ rules, seed }: FaultFile) {
  return rules.map((rule, index) => {
    const chance = chanceFrom(seed * 1_000 + index);
    let seen = 0;
    let struck = 0;
    return {
      rule,
      /** Counts one fitting request and says whether the rule would hit it. */
      hits() {
        seen += 1;
        const drawn = chance();
        return seen > rule.after && struck < (rule.times ?? Infinity) && drawn < rule.probability;
      },
      /** Uses up one of the rule's `times`. */
      strike() {
        struck += 1;
        return rule.fault;
      },
    };
  });
}

/**
 * Compiles a pattern that chooses paths: `*` is any text, `{name}` one segment. It must cover the whole path, such as
 * `/search` or `/api/{name}`. What is between two stars is taken where it comes first, so that no path is tried again
 * and again.
 */
export function pathGlob(pattern: string): (path: string) => boolean {
  const [start = '', ...others] = pattern.split(/\*+/);
  const end = others.pop();
  // A look-ahead never looks again for another match of what is in it.
  const between = others.map((part, index) => `(?=(.*?${sourceOf(part)}))\\${index + 1}`);
  const source = `${sourceOf(start)}${between.join('')}${end === undefined ? '' : `.*${sourceOf(end)}`}`;
  const expression = new RegExp(`^${source}$`, 's');
  return (path) => expression.test(path);
}

function sourceOf(part: string): string {
  return part
    .split(/(\{\w+\})/)
    .map((piece) =>
      /^\{\w+\}$/.test(piece) ? '[^/]+?' : piece.replaceAll(/[.+?^${}()|[\]\\/]/g, String.raw`\$&`),
    )
    .join('');
}
