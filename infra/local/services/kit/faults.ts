import * as z from 'zod';
import type { Service } from '../../../../shared/domain/lib/errors.ts';
import { chanceFrom } from './clock.ts';
import { readSettingsFile } from './settings-file.ts';

/** A job that fails: in which stage, and what its `error` says. */
export interface JobFailure {
  in: WorkingStage;
  error: string;
}

interface AskedRequest {
  service: Service;
  method: string;
  /** Below the service's prefix. */
  path: string;
}

/** The faults that are played at the moment. One object serves all services of a process. */
export interface Faults {
  /** What goes wrong with this request. Each call counts one fitting request for every rule. */
  next(request: AskedRequest): RequestFault | undefined;
  /** Whether a named fault strikes now. Each call counts, so ask once per job or delivery. */
  strikes(name: 'job-never-ends' | 'webhook-never-sent'): boolean;
  /** How a new job fails; undefined without the fault. Each call counts, so ask once per job. */
  jobFailure(): JobFailure | undefined;
  /** By how many milliseconds a new job is late in the list; 0 without the fault. Each call counts. */
  jobListLag(): number;
  /** Replaces all rules. Counts and chances start again. @throws z.ZodError for a rule that is not one. */
  play(rules: readonly WrittenFaultRule[], seed?: number): void;
}

/** Faults after an ordered list of rules: the first rule that hits a request decides. */
export function playFaults(rules: readonly WrittenFaultRule[] = [], seed = 1): Faults {
  let counters = countersFor(rules, seed);
  const firstHit = (fits: (counter: Counter) => boolean) => {
    const hits = counters.filter((counter) => fits(counter)).filter((counter) => counter.hits());
    return hits[0]?.strike();
  };
  return {
    next(request) {
      const fault = firstHit((counter) => counter.fits(request));
      return fault === undefined || isNamedFault(fault) ? undefined : fault;
    },
    strikes: (name) => firstHit(({ rule }) => rule.fault === name) !== undefined,
    jobFailure() {
      const fault = firstHit(({ rule }) => isJobFailure(rule.fault));
      if (fault === undefined || !isJobFailure(fault)) return undefined;
      return {
        in: 'fetching',
        error: 'the job was made to fail',
        ...(fault === 'job-fails' ? {} : fault['job-fails']),
      };
    },
    jobListLag() {
      const fault = firstHit(({ rule }) => typeof rule.fault === 'object' && 'job-list-lags' in rule.fault);
      return typeof fault === 'object' && 'job-list-lags' in fault ? fault['job-list-lags'].ms : 0;
    },
    play(next, nextSeed = 1) {
      counters = countersFor(next, nextSeed);
    },
  };
}

function isJobFailure(fault: FaultRule['fault']): fault is 'job-fails' | WrittenJobFailure {
  return fault === 'job-fails' || (typeof fault === 'object' && 'job-fails' in fault);
}

interface Counter {
  rule: FaultRule;
  /** Whether the rule is about this request; never for a named fault. */
  fits(request: AskedRequest): boolean;
  /** Counts one fitting request and says whether the rule would hit it. */
  hits(): boolean;
  /** Uses up one of the rule's `times`. */
  strike(): FaultRule['fault'];
}

/** Each rule has its own counts and its own chance, so that adding a rule does not change what others do. */
function countersFor(written: readonly WrittenFaultRule[], seed: number): Counter[] {
  return faultRulesOf(written).map((rule, index) => {
    const chance = chanceFrom(seed * 1_000 + index);
    const fitsPath = rule.path === undefined ? () => true : pathGlob(rule.path);
    const named = isNamedFault(rule.fault);
    let seen = 0;
    let struck = 0;
    return {
      rule,
      fits: ({ service, method, path }) =>
        !named &&
        (rule.service ?? service) === service &&
        (rule.method ?? method) === method &&
        fitsPath(path),
      hits() {
        seen += 1;
        const drawn = chance();
        return seen > rule.after && struck < (rule.times ?? Infinity) && drawn < rule.probability;
      },
      strike() {
        struck += 1;
        return rule.fault;
      },
    };
  });
}

const milliseconds = z.number().int().min(0).max(3_600_000);

/** What goes wrong with one request. */
const requestFault = z.union([
  z.literal('reset').describe('the connection is reset before any work'),
  z.literal('hang').describe('no answer until the caller gives up'),
  z.literal('lost').describe('the work is done, then the connection is reset before the answer'),
  z
    .strictObject({
      status: z.number().int().min(400).max(599),
      body: z.unknown().optional(),
      retryAfter: z.union([z.number().nonnegative(), z.string()]).optional(),
    })
    .describe(
      'an error answer; without body in the shape of the service; retryAfter in seconds or as HTTP date',
    ),
  z.strictObject({ delay: milliseconds }).describe('the answer comes so many milliseconds later'),
  z
    .strictObject({ cut: z.number().nonnegative() })
    .describe('the answer breaks off: below 1 after that part of it, else after so many bytes'),
  z.strictObject({ shape: z.literal('wrong') }).describe('status 200 with JSON of another shape'),
]);

/** The stages in which a job of the extraction service works (extraction service, job states). */
const workingStage = z.enum(['submitted', 'analyzing', 'fetching', 'clustering', 'enriching']);

/** What goes wrong inside a service. The service asks for it by name. */
const namedFault = z.union([
  z.literal('job-never-ends').describe('a submitted job stays at work for ever'),
  z.literal('job-fails').describe('a submitted job, or the run of a monitor, ends as failed'),
  z
    .strictObject({
      'job-fails': z.strictObject({
        in: workingStage.optional(),
        error: z.string().min(1).max(1_000).optional(),
      }),
    })
    .describe('the same, in this stage and with this error'),
  z.literal('webhook-never-sent').describe('a due delivery is not made'),
  z
    .strictObject({ 'job-list-lags': z.strictObject({ ms: milliseconds }) })
    .describe('a new job is listed so much later'),
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
    ({ fault, path, method }) => !isNamedFault(fault) || (path === undefined && method === undefined),
    'a fault by name has no path and no method',
  );

const rules = z.array(faultRule);
const faultFile = z.preprocess(
  (value) => (Array.isArray(value) ? { rules: value } : value),
  z.strictObject({ seed: z.number().int().default(1), rules }),
);

export type RequestFault = z.infer<typeof requestFault>;
export type NamedFault = z.infer<typeof namedFault>;
export type WorkingStage = z.infer<typeof workingStage>;
export type WrittenJobFailure = Extract<NamedFault, { 'job-fails': unknown }>;
export type FaultRule = z.infer<typeof faultRule>;
/** A rule as it is written: what has a default may be left out. */
export type WrittenFaultRule = z.input<typeof faultRule>;

/** Fills in what a written rule leaves out. @throws z.ZodError for a rule that is not one. */
export function faultRulesOf(written: readonly WrittenFaultRule[]): FaultRule[] {
  return rules.parse(written);
}

/**
 * Reads a fault file: JSON or YAML, a list of rules, or `{seed, rules}` where the seed makes chances repeatable.
 *
 * @throws SettingsError that names the file, the rule and the field.
 */
export function readFaultFile(file: string): { seed: number; rules: FaultRule[] } {
  return readSettingsFile(file, faultFile);
}

/** True for faults that services read by name, false for those the host plays on a request. */
export function isNamedFault(fault: RequestFault | NamedFault): fault is NamedFault {
  return namedFault.safeParse(fault).success;
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
