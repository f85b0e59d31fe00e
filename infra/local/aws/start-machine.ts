import { join } from 'node:path';
import * as z from 'zod';
import {
  createFunctionEngine,
  type FunctionEngine,
  startLambdaEndpoint,
} from './functions/function-engine.ts';
import type { CallEnd } from './functions/function-spec.ts';
import { pollQueue, type QueuePoller } from './functions/poll-queue.ts';
import { type LocalStack, withConcurrency, withTimeToDebug } from './template/local-stack.ts';
import type { GatewayRoute } from './http/gateway-routes.ts';
import { type HttpFront, startHttpFront } from './http/http-front.ts';
import { ACCOUNT, localCredentials, REGION } from './local-account.ts';
import { type QueueEngine, startQueueEngine } from './queue-engine.ts';
import { openRecordStore, type RecordStore } from './record-store.ts';
import { ensureSchedule, type SchedulerEngine, startSchedulerEngine } from './scheduler/scheduler-engine.ts';
import { secretValues, startSecretEngine } from './secret-engine.ts';
import type { SharedClock } from './shared-clock.ts';
import type { AllowStatement } from './table/is-allowed.ts';
import { startTableEngine } from './table/start-table-engine.ts';
import { readTemplate } from './template/read-template.ts';
import type { Ways } from './topic/deliver-message.ts';
import { type CapturedMessage, openOutbox, startTopicEngine } from './topic/topic-engine.ts';
import { startWorkflowEngine, type WorkflowEngine } from './workflow/workflow-engine.ts';

export interface MachineOrder {
  /** The folder with all state. Only one process at a time may use it. */
  folder: string;
  /** The synthesised template, parsed; the name of its stack; the folder with its assets. */
  template: unknown;
  stackName: string;
  assets: string;
  parameters: Readonly<Record<string, string>>;
  /** What every function finds in its environment beside what the template says. */
  environment?: Readonly<Record<string, string>>;
  /** Values of secrets, by the environment variable that names the secret to functions. */
  secrets: Readonly<Record<string, string>>;
  /** The values of secrets that a person would make, by the last part of their names. Default: there are none. */
  ownSecret?: (name: string) => string | undefined;
  clock: SharedClock;
  /** True: where a function waits on purpose, the clock leaps instead. */
  skipWaits: boolean;
  /** True: a debugger may stop the functions; limits and traces are made for that. */
  debug: boolean;
  /** How many threads of functions are kept. Left out: as many as a small machine has memory for. */
  keptThreads?: number;
  /** How messages reach https addresses. Left out: they are kept, and sent nowhere. */
  deliverToWeb?: Ways['deliverToWeb'];
  /** Called with each message that SNS has accepted, after it was kept. */
  onMessage: (message: CapturedMessage) => void;
  /** Called with each line that a function prints. */
  onLine: (functionName: string, line: string) => void;
  /** Called with a schedule whose target did not accept its input. */
  onScheduleFailure: (schedule: string, cause: unknown) => void;
  /** Called when the clock has gone back, by so many milliseconds. */
  onClockBack: (by: number) => void;
}

/** Addresses of the engines, by the name under which an SDK client looks for them in the environment. */
export type Endpoints = Readonly<Record<EndpointName, string>>;
export type EndpointName =
  | 'DYNAMODB'
  | 'SQS'
  | 'S3'
  | 'SNS'
  | 'SCHEDULER'
  | 'SECRETS_MANAGER'
  | 'SFN'
  | 'LAMBDA';

/** The stack on this machine. */
export interface Machine {
  stack: LocalStack;
  endpoints: Endpoints;
  functions: FunctionEngine;
  queues: QueueEngine;
  scheduler: SchedulerEngine;
  workflow: WorkflowEngine;
  /** Rejects when an engine ends by itself. */
  broken: Promise<never>;
  /**
   * Feeds the functions from their queues. Messages that were in flight when the process last died are visible at
   * once. Does nothing once the machine stops: a start that is interrupted may call it late.
   */
  takeOrders(): void;
  /** True while no call of a function, no batch of messages and no step of an execution runs. */
  isIdle(): boolean;
  /** Stops feeding functions, gives running calls `grace` milliseconds to end, and closes everything in order. */
  stop(grace: number): Promise<void>;
}

/**
 * Runs a synthesised stack on engines behind the real wire of AWS, on free ports of the loopback interface.
 *
 * @throws TemplateError for a template that holds what cannot be run here.
 */
export async function startMachine(order: MachineOrder): Promise<Machine> {
  const queues = await startQueueEngine(join(order.folder, 'queues'));
  const store = openRecordStore(join(order.folder, 'records.db'));
  const front = await startFront(store, order.clock);
  const read = readTemplate({ ...order, queueBase: `${queues.url}/${ACCOUNT}`, httpBase: front.url });
  const stack = order.debug ? withTimeToDebug(read) : read;
  for (const queue of stack.queues) queues.createQueue(queue);
  for (const bucket of stack.buckets) queues.createBucket(bucket, mayNotList(stack, bucket));
  const table = await startTableEngine({
    folder: join(order.folder, 'table'),
    tables: stack.tables,
    permissions: permissionsIn(stack),
  });
  const services = await startServices({ order, stack, queues, store });
  const { topic, secrets, scheduler, workflow } = services;
  const addresses = {
    DYNAMODB: table.url,
    SQS: queues.url,
    S3: queues.url,
    SNS: topic.url,
    SCHEDULER: scheduler.url,
    SECRETS_MANAGER: secrets.url,
    SFN: workflow.url,
  };
  const functions = createFunctionEngine(withConcurrency(stack), {
    ...order,
    sourceMaps: order.debug,
    environment: { ...environmentOf(addresses), ...order.environment },
  });
  services.aimAt(functions);
  const lambda = await startLambdaEndpoint(functions);
  front.serve(routesOf(stack), functions);

  let pollers: QueuePoller[] = [];
  let stopping = false;
  return {
    stack,
    endpoints: { ...addresses, LAMBDA: lambda.url },
    functions,
    queues,
    scheduler,
    workflow,
    broken: table.broken,
    takeOrders: () => {
      // Nothing would end these pollers: on a stopped queue they would go round for ever.
      if (stopping) return;
      queues.releaseAll();
      pollers = stack.eventSources.map((source) => pollQueue(source, { queues, functions }));
    },
    isIdle: () =>
      functions.running() === 0 && workflow.busy() === 0 && pollers.every((poller) => poller.busy() === 0),
    stop: async (grace) => {
      stopping = true;
      await scheduler.stop();
      await workflow.stop();
      const polled = Promise.all(pollers.map((poller) => poller.stop()));
      await functions.stop(grace);
      await front.stop();
      await polled;
      await Promise.all([lambda, topic, secrets, queues, table].map((engine) => engine.stop()));
      store.close();
    },
  };
}

/** The functions whose roles may not list a bucket. */
function mayNotList(stack: LocalStack, bucket: string): ReadonlySet<string> {
  const mayList = (name: string) =>
    policiesOf(name, stack).some(({ lists }) => lists.includes(`arn:aws:s3:::${bucket}`));
  return new Set(stack.functions.flatMap(({ name, role = '' }) => (mayList(role) ? [] : [name])));
}

/** The policies of a role, by its ARN. */
function policiesOf(role: string, { policies }: LocalStack): LocalStack['policies'] {
  return policies.filter(({ roles }) => roles.some((name) => role.endsWith(`:role/${name}`)));
}

/** Starts the gateway, on its port of last time if that is still free. */
async function startFront(store: RecordStore, clock: SharedClock): Promise<HttpFront> {
  const records = store.records('http-front', z.object({ port: z.number() }));
  const front = await startHttpFront({ port: records.get('port')?.port ?? 0, clock });
  records.put('port', { port: front.port });
  return front;
}

/** The answer to an execution that starts before the functions are there. */
const NOT_READY: CallEnd = {
  error: { errorType: 'Lambda.ServiceException', errorMessage: 'The functions are not ready yet' },
};

/** Starts the engines that need only the stack, then the one of the functions. */
async function startServices(given: {
  order: MachineOrder;
  stack: LocalStack;
  queues: QueueEngine;
  store: RecordStore;
}) {
  const { order, stack, queues, store } = given;
  const { clock } = order;
  let functions: FunctionEngine | undefined;
  const topic = await startTopicEngine({
    topics: stack.topics,
    store,
    clock,
    capture: openOutbox(join(order.folder, 'outbox.ndjson'), order.onMessage),
    ...(order.deliverToWeb && { deliverToWeb: order.deliverToWeb }),
    sendToQueue: async (arn, body, topicArn) => {
      if (!queues.admits(arn, topicArn)) return false;
      await queues.send(arn, body);
      return true;
    },
  });
  const values = secretValues(stack, order.secrets);
  const secrets = await startSecretEngine({
    secrets: stack.secrets,
    values,
    ...(order.ownSecret && { own: order.ownSecret }),
    store,
    clock,
  });
  const scheduler = await startSchedulerEngine({
    groups: stack.scheduleGroups,
    store,
    clock,
    deliver: async (arn, input) => {
      if (arn.startsWith('arn:aws:lambda:')) functions?.invokeLater(arn, input);
      else await queues.send(arn, input);
    },
    onFailure: order.onScheduleFailure,
    onClockBack: (by) => {
      queues.skip(by);
      order.onClockBack(by);
    },
  });
  for (const schedule of stack.schedules) ensureSchedule(scheduler, schedule);
  const workflow = await startWorkflowEngine({
    machines: stack.stateMachines,
    clock,
    skipWaits: order.skipWaits,
    invoke: async (arn, input) => functions?.invoke(arn, input) ?? NOT_READY,
  });
  const aimAt = (engine: FunctionEngine): void => {
    functions = engine;
  };
  return { topic, secrets, scheduler, workflow, aimAt };
}

/** What the role of each function allows it to do with tables, by the name of the function. */
function permissionsIn(stack: LocalStack): Record<string, AllowStatement[]> {
  return Object.fromEntries(
    stack.functions.map(({ name, role = '' }) => [
      name,
      policiesOf(role, stack).flatMap(({ statements }) => statements),
    ]),
  );
}

/** The address of all AWS services that have no engine here. Nothing listens there, so no function can reach them. */
const NOWHERE = 'http://127.0.0.1:9';

/** What a client needs to find the engines. Each function's environment begins with it. */
export function environmentOf(addresses: Readonly<Record<string, string>>): Record<string, string> {
  const urls = Object.entries(addresses).map(([name, url]) => [`AWS_ENDPOINT_URL_${name}`, url]);
  const { accessKeyId, secretAccessKey } = localCredentials.credentials;
  return {
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_ENDPOINT_URL: NOWHERE,
    // Functions live in the time of the shared clock, and the answers of engines carry the computer's own. A client
    // that takes this for a clock that is wrong repeats every request that is refused.
    AWS_DISABLE_CLOCK_SKEW_CORRECTION: 'true',
    ...Object.fromEntries(urls),
  };
}

/** The routes of the gateway of a stack, each with its function and its limit. */
export function routesOf({
  httpRoutes,
  httpIntegrations,
  httpThrottles,
}: Pick<LocalStack, 'httpRoutes' | 'httpIntegrations' | 'httpThrottles'>): GatewayRoute[] {
  return httpRoutes.flatMap(({ key, integrationId }) => {
    const throttle = httpThrottles.routes.get(key) ?? httpThrottles.others;
    return httpIntegrations
      .filter(({ id }) => id === integrationId)
      .map(({ functionArn, timeout }) => ({ key, functionArn, timeout, ...(throttle && { throttle }) }));
  });
}
