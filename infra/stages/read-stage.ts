import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import type { FUNCTIONS } from '../../shared/contracts/names.ts';
import type { UpstreamService } from '../../shared/domain/lib/errors.ts';
import { pick } from '../../shared/domain/lib/fields.ts';
import { fileOf, findStage, StageError, stageFileOf } from './find-stage.ts';
import { isLoopback, modelsOf, type StageModels } from './stage-models.ts';
import { LAMBDA_CONCURRENCY, type StageFile, unusedServices } from './stage-file.ts';

export type FunctionName = (typeof FUNCTIONS)[keyof typeof FUNCTIONS];

/**
 * The address of a service as its stage gives it. `parameter`: the deployment gives it. `none`: the service is not
 * used.
 */
type AddressOf = { by: 'parameter' } | { by: 'stage'; url: string } | { by: 'none' };

/** What differs from one stage to another, in the terms of the CDK. */
export interface Stage {
  name: string;
  /** What the name of its stack begins with. Undefined: with the name of the product. */
  namePrefix: string | undefined;
  /**
   * Table, bucket, keys and logs outlive the stack, and it refuses `destroy`. Without: all of it goes with the stack.
   */
  keepsData: boolean;
  removalPolicy: RemovalPolicy;
  logRetention: RetentionDays;
  /** How long the bucket keeps an object: the longest `retention` of a watch with `keep: full`. */
  objectRetention: Duration;
  /** How long the bucket keeps a report. */
  reportRetention: Duration;
  /** Calls at once to each service, and spaces that are decided at once. */
  concurrency: Readonly<Record<UpstreamService | 'decide', number>>;
  /** Limits of the account, for alarms: spending for SMS a month, and functions at once. */
  limits: { smsUsd: number; lambdaConcurrency: number };
  /** Memory of each function in MB. */
  memory: Readonly<Record<FunctionName, number>>;
  /** Undefined: where the deployer's settings point to. */
  region: string | undefined;
  logLevel: NonNullable<StageFile['log_level']>;
  /** The ARN of a key of the customer that encrypts all data. Undefined: keys of AWS do. */
  customerKey: string | undefined;
  /** The ARN of the policy that bounds every role. */
  permissionsBoundary: string | undefined;
  /** Addresses and networks that transports may reach besides public ones. */
  reachableNetworks: readonly string[];
  models: StageModels;
  tags: Readonly<Record<string, string>>;
  alarms: NonNullable<StageFile['alarms']>;
  dashboard: boolean;
  tracing: boolean;
  tableClass: NonNullable<StageFile['table_class']>;
  /** The calls at once that a function has for itself. */
  reservedConcurrency: Readonly<Partial<Record<FunctionName, number>>>;
  domain: StageFile['domain'];
  /** How people sign in to the pages. */
  pages: StageFile['pages'];
  /** The app of Slack whose buttons people press. */
  slack: StageFile['slack'];
  /** The webhook subscription of PagerDuty. */
  pagerduty: StageFile['pagerduty'];
  addresses: Readonly<Record<UpstreamService, AddressOf>>;
  /** The prefix of all paths of the extraction service, where the stage gives its address. */
  jobsPrefix: string;
  /** The organization for which the extraction service is called. Undefined: the one of the key. */
  jobsOrganization: string | undefined;
  unused: readonly UpstreamService[];
  /** The address of the archive of the world's news, without a slash at the end. */
  worldUrl: string;
}

const retentionSchema = z.enum(RetentionDays);
const DEFAULT_PREFIX = '/svc';
/** Where the archive of the world's news is served over https. */
export const WORLD_URL = 'https://storage.googleapis.com/data.gdeltproject.org/gdeltv2';
/** What AWS lets an account spend for SMS a month which has asked for no other limit. */
const SMS_USD = 1;

/**
 * Reads the values of a stage from `infra/stages/NAME.yaml`.
 *
 * @throws StageError when there is no such file, or when it has a problem. The message lists every problem with its
 *   line.
 */
export function readStage(name: string, folder?: string): Stage {
  const stage = toStage(name, findStage(name, folder));
  for (const [model, facts] of Object.entries(stage.models))
    if ('url' in facts && isLoopback(facts.url))
      throw new StageError(
        `${fileOf(name)}: models.${model}.url leads to this machine, which no function in AWS can reach. Remove the model, or give an address of the internet`,
      );
  return stage;
}

/**
 * The values of a stage for a stack on one machine: without those that only an account can have. @throws as
 * `readStage`.
 */
export function readStageAtHome(name: string): Stage {
  return toStage(name, atHome(findStage(name)));
}

/** Reads the text of the file of a stage. @throws StageError as `readStage`, also for a text that is not YAML. */
export function stageFrom(text: string, name: string): Stage {
  return toStage(name, stageFileOf(text, fileOf(name)));
}

/** Fills in what the file of a stage leaves out. */
function toStage(name: string, file: StageFile): Stage {
  const { services = {} } = file;
  return {
    name,
    namePrefix: file.name_prefix,
    keepsData: file.keeps_data,
    removalPolicy: file.keeps_data ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    logRetention: retentionSchema.parse(file.log_retention_days),
    objectRetention: Duration.days(file.object_retention_days),
    reportRetention: Duration.days(file.report_retention_days),
    concurrency: file.concurrency,
    limits: {
      smsUsd: file.limits?.sms_usd ?? SMS_USD,
      lambdaConcurrency: file.limits?.lambda_concurrency ?? LAMBDA_CONCURRENCY,
    },
    memory: file.memory,
    region: file.region,
    logLevel: file.log_level ?? 'info',
    customerKey: file.customer_key,
    permissionsBoundary: file.permissions_boundary,
    reachableNetworks: file.reachable_networks ?? [],
    models: modelsOf(file.models),
    tags: file.tags ?? {},
    alarms: file.alarms ?? 'full',
    dashboard: file.dashboard ?? true,
    tracing: file.tracing ?? false,
    tableClass: file.table_class ?? 'standard',
    reservedConcurrency: file.reserved_concurrency ?? {},
    domain: file.domain,
    pages: file.pages,
    slack: file.slack,
    pagerduty: file.pagerduty,
    addresses: {
      news: addressOf(services.news),
      events: addressOf(services.events),
      extraction: addressOf(services.extraction),
    },
    jobsPrefix: services.extraction_prefix ?? DEFAULT_PREFIX,
    jobsOrganization: services.extraction_organization,
    unused: unusedServices(file),
    worldUrl: services.world ?? WORLD_URL,
  };
}

function addressOf(given: string | undefined): AddressOf {
  if (given === undefined) return { by: 'parameter' };
  return given === 'none' ? { by: 'none' } : { by: 'stage', url: given };
}

/**
 * The values of a stage that mean something on one machine. What only an account has is left out: regions, keys,
 * boundaries, domains and reserved calls. The local run starts all three services itself and gives their addresses as
 * parameters.
 */
export function atHome(file: StageFile): StageFile {
  return pick(file, {
    keeps_data: true,
    log_retention_days: true,
    object_retention_days: true,
    report_retention_days: true,
    concurrency: true,
    memory: true,
  });
}
