import { renameSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { ENV, NOT_USED } from '../../shared/contracts/names.ts';
import type { Desired } from '../../shared/domain/config/desired-state.ts';
import type { FeedList } from '../../shared/domain/feeds/feed.ts';
import { formatAboutSpan } from '../../shared/domain/time/instant.ts';
import type { stackFileSchema } from '../cli/stack/find-stack.ts';
import {
  ORGANIZATION_OUTPUT,
  PREFIX_PARAMETER,
  URL_PARAMETERS,
  WORLD_PARAMETER,
} from '../stack-parameters.ts';
import { ACCOUNT, localCredentials, REGION } from './aws/local-account.ts';
import type { SharedClock } from './aws/shared-clock.ts';
import type { Machine, MachineOrder } from './aws/start-machine.ts';
import type { CapturedMessage } from './aws/topic/topic-engine.ts';
import type { DataFolder } from './data-folder.ts';
import { type LogListener, openFunctionLog } from './function-log.ts';
import type { StackAccess } from './open-access.ts';
import type { Upstream } from './open-upstream.ts';
import { SettingsError } from './services/kit/settings-file.ts';
import type { StartOptions } from './start-options.ts';
import { openModelsHere } from './models/open-models-here.ts';
import { STACKS, synthesise } from './synthesise.ts';

export interface StackOrder {
  options: StartOptions;
  folder: DataFolder;
  clock: SharedClock;
  desired: Desired;
  listener: LogListener;
  onMessage: (message: CapturedMessage) => void;
  /** Called with a line for people. */
  log: (line: string) => void;
  /** How many threads of functions are kept. Left out: as many as a small machine has memory for. */
  keptThreads?: number;
  /** How SNS reaches https addresses. Left out: it keeps their messages, and sends them nowhere. */
  deliverToWeb?: MachineOrder['deliverToWeb'];
}

/** The services, the engines and the functions, with the watches applied. Nothing runs yet. */
export interface OpenStack {
  upstream: Upstream;
  machine: Machine;
  access: StackAccess;
  /** True when waits are skipped: one run over services that are all on this machine. */
  skipWaits: boolean;
  /** Gives running work `grace` milliseconds to end, then closes everything. */
  close(grace: number): Promise<void>;
}

/** Parameters of the template: the address of each service. */
const parametersOf = ({ news, events, jobs, world }: Upstream) => ({
  ...(world && { [WORLD_PARAMETER]: world.url }),
  [URL_PARAMETERS.news]: news.url,
  [URL_PARAMETERS.events]: events.url,
  [URL_PARAMETERS.extraction]: jobs.url,
  [PREFIX_PARAMETER]: jobs.prefix,
});

/** What the command line may call: a service that the stack does not use has no address. */
const usedOf = (parameters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== NOT_USED));

/** A stage names the organization in the template. A user names it for a start. */
const environmentOf = ({ jobs: { organization } }: Upstream): Record<string, string> => ({
  ...(organization !== undefined && { [ENV.jobsOrganization]: organization }),
  ...pick(process.env, ENV.reachable),
  // The address of a stand-in of SES.
  ...pick(process.env, 'AWS_ENDPOINT_URL_SESV2'),
});

/** The issuer is a package that the installed Bellwether does not bring along. */
function explainMissing(cause: unknown): never {
  throw new SettingsError(
    '--sign-in needs the package oidc-provider. Run npm install oidc-provider, and start again.',
    {
      cause,
    },
  );
}

/** A variable of the start that functions get too. */
function pick(environment: NodeJS.ProcessEnv, name: string): Record<string, string> {
  const value = environment[name];
  return value === undefined ? {} : { [name]: value };
}

/** Feeds that a user serves on this machine: then the poller may reach it. */
function ownFeeds(feeds: readonly FeedList[]): Record<string, string> {
  const hosts = feeds.flatMap(({ urls }) => urls).map((url) => URL.parse(url)?.hostname ?? '');
  return hosts.some((host) => host === 'localhost' || host === '127.0.0.1')
    ? { [ENV.feedsReach]: '127.0.0.1' }
    : {};
}

/** Polls new feeds, and reads the archive, before the first runs, so that these find something. */
async function pollFirst(
  { feeds = [], watches }: Desired,
  { machine, access, log }: { machine: Machine; access: StackAccess; log: (line: string) => void },
): Promise<void> {
  const { PollFeedsFunction, PollWorldFunction } = access.outputs;
  if (feeds.length > 0 && PollFeedsFunction !== undefined) {
    const count = new Set(feeds.flatMap(({ urls }) => urls)).size;
    log(`Polling ${count} ${count === 1 ? 'feed' : 'feeds'}.`);
    await machine.functions.invoke(PollFeedsFunction, '{}');
  }
  if (readsWorld(watches) && PollWorldFunction !== undefined) {
    log("Reading the archive of the world's news.");
    await machine.functions.invoke(PollWorldFunction, '{}');
  }
}

const readsWorld = (watches: Desired['watches']) => watches.some(({ kind }) => kind === 'world');

/** Keys of the services, by the variable that names each secret to functions. */
const secretsOf = ({ news, events, jobs }: Upstream) => ({
  [ENV.serviceKeySecret.news]: news.key,
  [ENV.serviceKeySecret.events]: events.key,
  [ENV.serviceKeySecret.extraction]: jobs.key,
});

/** Where the command line looks for it. */
const organizationOf = ({ jobs: { organization } }: Upstream): Record<string, string> =>
  organization === undefined ? {} : { [ORGANIZATION_OUTPUT]: organization };

export async function openStack(order: StackOrder): Promise<OpenStack> {
  const { options, folder, clock, log } = order;
  const { feeds = [] } = order.desired;
  const [upstream, { stackName, template, assets }, { startMachine }, { openAccess }, { endDeadLeases }] =
    await Promise.all([
      // First: the thread of the services then works beside all that follows.
      import('./open-upstream.ts').then(({ openUpstream }) =>
        openUpstream({ options, clock, log, screen: process.stderr, watches: order.desired.watches }),
      ),
      synthesise(STACKS, {
        readable: options.inspect,
        feeds: feeds.length > 0,
        world: readsWorld(order.desired.watches),
      }),
      import('./aws/start-machine.ts'),
      import('./open-access.ts'),
      import('./resume-work.ts'),
    ]);
  const models = await openModelsHere(options, log);
  const signIn = options.signIn
    ? await import('./sign-in/issuer.ts').then(({ openSignIn }) => openSignIn(), explainMissing)
    : undefined;
  const functionLog = openFunctionLog(folder.log, order.listener);
  const parameters = parametersOf(upstream);
  const skipWaits = options.once && upstream.simulated;
  const machine = await startMachine({
    folder: folder.path,
    template,
    stackName,
    assets,
    parameters,
    secrets: secretsOf(upstream),
    ownSecret: (name) => signIn?.secretOf(name) ?? process.env[name],
    environment: {
      ...environmentOf(upstream),
      ...ownFeeds(feeds),
      ...models.environment,
      ...signIn?.environment,
    },
    clock,
    skipWaits,
    debug: options.inspect,
    ...(order.keptThreads !== undefined && { keptThreads: order.keptThreads }),
    ...(order.deliverToWeb && { deliverToWeb: order.deliverToWeb }),
    onMessage: order.onMessage,
    onLine: functionLog.write,
    onScheduleFailure: (schedule, cause) =>
      log(`Schedule ${schedule} could not start its target: ${String(cause)}`),
    onClockBack: (by) =>
      log(
        `The clock went back by about ${formatAboutSpan(by)}. Schedules go on from now, and what was covered while it was ahead is queried again.`,
      ),
  });
  const access = openAccess(machine, clock);
  signIn?.open(access.outputs.PagesUrl);
  await endDeadLeases(access, machine.endpoints.DYNAMODB);
  await applyDesired({ machine, access }, order.desired);
  loadAhead(machine, access);
  await pollFirst(order.desired, { machine, access, log });
  await upstream.ready;
  writeStackFile(folder.stackFile, {
    v: 1,
    pid: process.pid,
    stackName,
    region: REGION,
    account: ACCOUNT,
    outputs: access.outputs,
    endpoints: { ...machine.endpoints },
    credentials: localCredentials.credentials,
    parameters: { ...usedOf(parameters), ...organizationOf(upstream) },
    data: folder.path,
    clockShift: clock.now() - Date.now(),
    models: models.environment,
  });
  return {
    upstream,
    machine,
    access,
    skipWaits,
    close: async (grace) => {
      rmSync(folder.stackFile, { force: true });
      access.close();
      await machine.stop(grace);
      signIn?.close();
      await Promise.all([upstream.close(), functionLog.close(), models.close()]);
    },
  };
}

const answerSchema = z.object({ status: z.enum(['applied', 'busy']) });

/**
 * Calls the stack's own function that makes table, schedules and subscriptions agree with the watches.
 *
 * @throws Error when the function failed, or when another apply is running.
 */
export async function applyDesired(
  { machine, access }: { machine: Machine; access: StackAccess },
  desired: Desired,
): Promise<void> {
  const { ApplyWatchesFunction } = access.outputs;
  const end = await machine.functions.invoke(ApplyWatchesFunction, JSON.stringify({ desired }));
  if ('error' in end) throw new Error(`The watches could not be applied: ${end.error.errorMessage}`);
  const { status } = answerSchema.parse(JSON.parse(end.payload));
  if (status === 'busy')
    throw new Error('Another apply is running: nothing was changed. Try again in a minute.');
}

/**
 * Loads the functions of the first runs, of what they find and of their alerts. Meanwhile the services read their
 * articles.
 */
export function loadAhead(
  { stack, functions }: Pick<Machine, 'stack' | 'functions'>,
  { outputs }: Pick<StackAccess, 'outputs'>,
): void {
  const { RunsNewsQueueUrl, RunsEventsQueueUrl, DecideQueueUrl, DeliverAlertsFunction } = outputs;
  const queues = [RunsNewsQueueUrl, RunsEventsQueueUrl, DecideQueueUrl].map((url) => url.split('/').at(-1));
  const fed = stack.eventSources.filter(({ queueArn }) => queues.includes(queueArn.split(':').at(-1)));
  const names = new Set([...fed.map(({ functionName }) => functionName), DeliverAlertsFunction]);
  for (const name of names) functions.loadAhead(name);
}

/** What the command line needs to find the running stack, and what a person may want to know about it. */
interface StackFile extends z.input<typeof stackFileSchema> {
  /** The process that runs it. */
  pid: number;
  stackName: string;
  account: string;
  /** The folder of its state. */
  data: string;
}

/**
 * Writes the file in one step, for its owner alone: it holds the credentials of the engines. It holds no key of a
 * service.
 */
function writeStackFile(file: string, content: StackFile): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
