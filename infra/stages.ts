import { Duration } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { FUNCTIONS } from '../shared/contracts/names.ts';
import type { Service } from '../shared/domain/lib/errors.ts';

export type FunctionName = (typeof FUNCTIONS)[keyof typeof FUNCTIONS];

/** What differs between one stage and another. Everything else is the same by construction. */
export interface Stage {
  name: string;
  /** Table, bucket and keys survive `destroy`, and the stack refuses it. Without: all of it goes with the stack. */
  keepsData: boolean;
  logRetention: RetentionDays;
  /** Memory of each function in MB; processor time grows with it. */
  memory: Readonly<Record<FunctionName, number>>;
  /** Calls at once to each service. 2 is the least that SQS allows; stay one below what the plan allows. */
  concurrency: Readonly<Record<Service, number>>;
  /** How long the bucket keeps an object; the longest `retention` of a watch with `keep: full`. */
  objectRetention: Duration;
  /** How long it keeps a report. */
  reportRetention: Duration;
}

const COMMON = {
  memory: {
    'run-watch': 512,
    'deliver-alerts': 256,
    'apply-watches': 512,
    reconcile: 512,
    'submit-extraction': 256,
    'poll-extraction': 256,
    'collect-extraction': 512,
    'write-report': 512,
    'receive-delivery': 512,
    'take-delivery': 512,
    pages: 512,
  },
  concurrency: { news: 2, events: 2, extraction: 2 },
  objectRetention: Duration.days(400),
  reportRetention: Duration.days(400),
} as const satisfies Partial<Stage>;

const STAGES: Readonly<Record<string, Stage>> = {
  dev: { ...COMMON, name: 'dev', keepsData: false, logRetention: RetentionDays.ONE_WEEK },
  prod: { ...COMMON, name: 'prod', keepsData: true, logRetention: RetentionDays.THREE_MONTHS },
};

const STAGE_NAMES: readonly string[] = Object.keys(STAGES);

/**
 * The values of a stage.
 *
 * @throws RangeError when there is no such stage.
 */
export function stageOf(name: string): Stage {
  const stage = STAGES[name];
  if (!stage)
    throw new RangeError(`there is no stage ${JSON.stringify(name)}; use ${STAGE_NAMES.join(' or ')}`);
  return stage;
}
