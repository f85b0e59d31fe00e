import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { UpstreamService } from '../../../shared/domain/lib/errors.ts';
import { ENV } from '../../../shared/contracts/names.ts';
import { type OutputName, outputsSchema, type StackOutputs } from '../../stack-outputs.ts';
import { ORGANIZATION_OUTPUT, PREFIX_PARAMETER, URL_PARAMETERS } from '../../stack-parameters.ts';
import { CliFailure } from '../failure.ts';

/** The file in the data folder by which the command line finds the local stack. */
export const STACK_FILE = 'stack.json';

/** What `npm start` keeps there while it runs. Other keys are not read. */
export const stackFileSchema = z.object({
  v: z.literal(1),
  region: z.string(),
  /** Outputs and parameters, as CloudFormation would give them. */
  outputs: outputsSchema.partial(),
  parameters: z.record(z.string(), z.string()),
  /** Addresses of the engines, by the name that SDK clients use for a service: `DYNAMODB`, `SECRETS_MANAGER`. */
  endpoints: z.record(z.string(), z.string()),
  /** What requests to the engines are signed with. They end with the process. */
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }).optional(),
  /** How far its clock is ahead of the computer's, in milliseconds. */
  clockShift: z.number().default(0),
  /** What its functions are given for models: variables of the environment. */
  models: z.record(z.string(), z.string()).default({}),
});

/** The stack that the options of a command name. */
export interface StackChoice {
  stage?: string | undefined;
  data?: string | undefined;
}

/** The location and outputs of a stack. */
export interface FoundStack {
  /** For messages: `bellwether-dev`, or `the local stack (.local)`. */
  name: string;
  isLocal: boolean;
  /** A stack that another version made may lack some. */
  outputs: Partial<StackOutputs>;
  /** Base address of each service. Absent where the stack was given none. */
  urls: Readonly<Partial<Record<UpstreamService, string>>>;
  /** The prefix of all paths of the extraction service. */
  jobsPrefix: string | undefined;
  /** The organization for which the extraction service is called, where the stage names one. */
  jobsOrganization?: string;
  /** How far its clock is ahead of the computer's, in milliseconds. */
  clockShift: number;
  region?: string;
  /** Addresses instead of those of AWS, by the name that SDK clients use for a service. */
  endpoints: Readonly<Record<string, string>>;
  /** What a local stack accepts. In AWS the SDK finds its own. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Variables of the environment by which models are opened. Absent: none. */
  models?: Readonly<Record<string, string>>;
}

/** The data folder of a stack on this machine. */
export const DATA = '.local';

const STAGE = /^[a-zA-Z][a-zA-Z0-9-]{0,40}$/;

/**
 * Finds a stack by its stage, from CloudFormation, or the one on this machine, by the file that `npm start` writes.
 * Returns undefined where nothing was started on this machine.
 *
 * @throws CliFailure for a stage that is not deployed, or a file that cannot be read.
 */
export async function findStack(
  { stage, data }: StackChoice,
  folder: string,
): Promise<FoundStack | undefined> {
  if (stage === undefined) return findLocal(data ?? DATA, folder);
  if (data !== undefined) {
    throw new CliFailure('You cannot use --stage and --data together.', {
      hint: 'use --stage for a stack in AWS, or --data for a local stack',
    });
  }
  return findDeployed(stage);
}

/**
 * Whether the local stack of a choice has stopped without removing its file: the process that wrote the file no longer
 * runs. False for a stack in AWS, and where nothing was started.
 */
export async function isStopped({ stage, data = DATA }: StackChoice, folder: string): Promise<boolean> {
  if (stage !== undefined) return false;
  const text = await readFile(join(resolve(folder, data), STACK_FILE), 'utf8').catch(() => '');
  const pid = z.preprocess(jsonOf, z.object({ pid: z.number().int().positive() })).safeParse(text).data?.pid;
  return pid !== undefined && !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // A process of another user cannot be asked, but it runs.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

async function findLocal(data: string, folder: string): Promise<FoundStack | undefined> {
  const path = join(resolve(folder, data), STACK_FILE);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const parsed = z.preprocess(jsonOf, stackFileSchema).safeParse(text);
  if (!parsed.success) {
    throw new CliFailure(`Cannot read ${join(data, STACK_FILE)}: it is damaged or from another version.`, {
      hint: 'start the stack again with npm start',
    });
  }
  const { region, outputs, endpoints, parameters, clockShift, credentials, models } = parsed.data;
  return {
    name: `the local stack (${data})`,
    isLocal: true,
    region,
    outputs,
    ...whereIn(parameters),
    clockShift,
    endpoints,
    models,
    ...(credentials && { credentials }),
  };
}

function whereIn(
  parameters: Readonly<Record<string, string>>,
): Pick<FoundStack, 'urls' | 'jobsPrefix' | 'jobsOrganization'> {
  const urls: Partial<Record<UpstreamService, string>> = {};
  for (const service of ['news', 'events', 'extraction'] as const) {
    const url = parameters[URL_PARAMETERS[service]];
    if (url !== undefined) urls[service] = url;
  }
  const organization = parameters[ORGANIZATION_OUTPUT];
  return {
    urls,
    jobsPrefix: parameters[PREFIX_PARAMETER],
    ...(organization !== undefined && { jobsOrganization: organization }),
  };
}

function jsonOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/**
 * The stack of a stage, as CloudFormation describes it.
 *
 * @throws CliFailure for an invalid stage, for one that is not deployed, and without a region.
 */
export async function describeStack(stage: string) {
  if (!STAGE.test(stage))
    throw new CliFailure(`Invalid stage ${JSON.stringify(stage)}.`, {
      hint: 'write letters, digits and hyphens, for example dev or prod',
    });
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const { name, region } = await deployedAs(stage);
  const client = new CloudFormationClient(region === undefined ? {} : { region });
  await client.config.region().catch((cause: unknown) => {
    throw new CliFailure('No AWS region is set.', {
      hint: 'set AWS_REGION, or set AWS_PROFILE to a profile with a region',
      cause,
    });
  });
  const answer = await client.send(new DescribeStacksCommand({ StackName: name })).catch((cause: unknown) => {
    if (!(cause instanceof Error) || cause.name !== 'ValidationError') throw cause;
    throw new CliFailure(`Stack ${name} not found in this account and region.`, {
      hint: `deploy it with npm run deploy -- -c stage=${stage}, or check AWS_PROFILE and AWS_REGION`,
      cause,
    });
  });
  return { name, region, client, stack: answer.Stacks?.[0] };
}

/** The name and the region of the stack of a stage: those in its file, where this project has one. */
async function deployedAs(stage: string): Promise<{ name: string; region: string | undefined }> {
  // Loaded late: a stack on this machine has no stage, and the reader of YAML is behind it.
  const { stackNameOf, stageNames } = await import('../../stages/find-stage.ts');
  const { readStageFile } = await import('./read-stage-file.ts');
  if (!stageNames().includes(stage)) return { name: stackNameOf(stage), region: undefined };
  const { name_prefix: prefix, region } = readStageFile(stage);
  return { name: stackNameOf(stage, prefix), region };
}

async function findDeployed(stage: string): Promise<FoundStack> {
  const { name, region, stack } = await describeStack(stage);
  const outputs = (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
    OutputKey,
    OutputValue,
  ]);
  const parameters = (stack?.Parameters ?? []).map(({ ParameterKey = '', ParameterValue = '' }) => [
    ParameterKey,
    ParameterValue,
  ]);
  return {
    name,
    isLocal: false,
    ...(region !== undefined && { region }),
    outputs: outputsSchema.partial().parse(Object.fromEntries(outputs)),
    // An address that the stage gives is an output of the name that its parameter would have.
    ...whereIn(Object.fromEntries([...parameters, ...outputs])),
    clockShift: 0,
    endpoints: {},
    models: await modelsOfStage(stage),
  };
}

async function modelsOfStage(stage: string): Promise<Record<string, string>> {
  const { callableModels, modelsOf } = await import('../../stages/stage-models.ts');
  const { stageFileOf } = await import('./read-stage-file.ts');
  return { [ENV.models]: JSON.stringify(callableModels(modelsOf(stageFileOf(stage)?.models))) };
}

/** The value of an output. @throws CliFailure when the stack does not have it. */
export function outputOf({ name, outputs }: FoundStack, key: OutputName): string {
  const value = outputs[key];
  if (value !== undefined) return value;
  throw new CliFailure(`Output ${key} is missing in ${name}: the stack is from another version.`, {
    hint: 'deploy the stack again, or start it again with npm start',
  });
}
