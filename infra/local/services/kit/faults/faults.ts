import type { Service } from '../../../../../shared/domain/lib/errors.ts';
import { chanceFrom } from '../chance.ts';
import {
  type FaultRule,
  faultRulesOf,
  isNamedFault,
  type RequestFault,
  type WorkingStage,
  type WrittenJobFailure,
  type WrittenFaultRule,
} from './fault-rules.ts';
import { pathGlob } from './path-glob.ts';

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
