import { StartExecutionCommand } from '@aws-sdk/client-sfn';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createFunctionEngine,
  type FunctionEngine,
} from '../../../infra/local/aws/functions/function-engine.ts';
import { type LocalStack, withConcurrency } from '../../../infra/local/aws/template/local-stack.ts';
import { environmentOf, routesOf } from '../../../infra/local/aws/start-machine.ts';
import { startHttpFront } from '../../../infra/local/aws/http/http-front.ts';
import { ACCOUNT, REGION } from '../../../infra/local/aws/local-account.ts';
import { secretValues } from '../../../infra/local/aws/secret-engine.ts';
import type { SharedClock } from '../../../infra/local/aws/shared-clock.ts';
import { readTemplate, templateResolver } from '../../../infra/local/aws/template/read-template.ts';
import { startWorkflowEngine } from '../../../infra/local/aws/workflow/workflow-engine.ts';
import { outputsSchema } from '../../../infra/stack-outputs.ts';
import type { AwsCall } from '../policies/aws-call.ts';
import type { Statement } from '../policies/decide.ts';
import { type Deed, replay, type ReplayResult } from '../policies/replay.ts';
import { roleStatements } from '../policies/role-statements.ts';
import { openClients } from './clients.ts';
import { feedOnce } from './feed-queues.ts';
import { makeResources } from './make-resources.ts';
import { startRecorder } from './record-calls.ts';
import { refusalOf } from './refusals.ts';
import { functionRoles, tableKeys } from './template-facts.ts';

export interface MotoOrder {
  /** Address of moto. */
  moto: string;
  template: any;
  stackName: string;
  assets: string;
  /** Parameters of the template, and values of secrets by the variable that names them to functions. */
  parameters: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  clock: SharedClock;
}

/** What every client of the SDK calls its service in the environment. */
const SERVICES = ['DYNAMODB', 'SQS', 'S3', 'SNS', 'SCHEDULER', 'SECRETS_MANAGER', 'SFN'] as const;

export type MotoWorld = Awaited<ReturnType<typeof openMotoWorld>>;

/**
 * The stack in moto, with its real bundles in threads. moto has no functions and runs no state machines without
 * Docker, so the functions run in our engine, and the state machine in the engine of `npm start` once moto has
 * accepted the execution.
 */
export async function openMotoWorld(order: MotoOrder) {
  const { template, clock } = order;
  const deeds: Deed[] = [];
  const printed: string[] = [];
  const onDeed = (deed: Deed): void => {
    deeds.push(deed);
  };
  const front = await startHttpFront({ port: 0, clock });
  const roleOfKey = new Map<string, string>();
  let onOwnCall = (_call: AwsCall): void => undefined;
  let statements = (): ReadonlyMap<string, Statement[]> => new Map();
  let startHere: (input: object) => Promise<void> = async () => undefined;
  const recorder = await startRecorder(async ({ key, call, status }) => {
    const role = roleOfKey.get(key);
    if (role !== undefined) onDeed({ role, call });
    else onOwnCall(call);
    const isStart = String(call.headers['x-amz-target']).endsWith('.StartExecution');
    if (isStart && status === 200) await startHere(JSON.parse(call.body));
    return refusalOf(call, { status, statements: statements().get(role ?? '') ?? [] });
  });
  const endpoints = Object.fromEntries(SERVICES.map((name) => [name, recorder.url]));
  const queueBase = `${recorder.url}/${ACCOUNT}`;
  const reading = { ...order, queueBase, httpBase: front.url };
  const stack = readTemplate(reading);
  const resolve = templateResolver(reading);
  const byRole = roleStatements(template, resolve);
  statements = () => byRole;
  // moto makes ARNs of secrets by chance, so calls name them by their names on the way to it.
  recorder.aim(order.moto, new Map(stack.secrets.map(({ arn, name }) => [arn, name])));
  const clients = openClients(order.moto, { secrets: recorder.url });
  await makeResources(stack, { clients, secretValues: secretValues(stack, order.secrets) });

  const roles = functionRoles(template, resolve);
  const roleOf = (functionName: string): string => roles.byFunction.get(functionName) ?? '';
  const functions = createFunctionEngine(withConcurrency(withKeys(stack, roleOf, roleOfKey)), {
    clock,
    skipWaits: true,
    sourceMaps: false,
    environment: environmentOf(endpoints),
    onLine: (_name, line) => printed.push(line),
  });
  const workflow = await startWorkflowEngine({
    machines: stack.stateMachines,
    clock,
    skipWaits: true,
    invoke: (arn, input) => {
      for (const role of roles.ofMachines)
        onDeed({ role, request: { action: 'lambda:InvokeFunction', resource: arn, context: {} } });
      return functions.invoke(arn, input);
    },
  });
  const executions = openClients(workflow.url).workflows;
  startHere = async (input: any) => {
    await executions.send(new StartExecutionCommand(input));
  };
  front.serve(routesOf(stack), functions);

  /** Works until no queue holds a message that is visible and no execution runs. Waits of executions are skipped. */
  async function settle(): Promise<void> {
    for (;;) {
      let count = 0;
      for (const source of stack.eventSources)
        count += await feedOnce(source, { clients, functions, queueBase, roleOf, onDeed });
      if (count > 0) continue;
      while (workflow.busy() > 0 || functions.running() > 0) await pause(20);
      const wait = workflow.untilNext();
      if (wait === undefined) return;
      clock.leap(wait);
      workflow.wake();
    }
  }

  return {
    stack,
    clients,
    clock,
    functions,
    settle,
    onDeed,
    /** Lines that functions printed. */
    printed,
    queueBase,
    /** Addresses at which calls are recorded, by the name that clients use for a service. */
    endpoints,
    /** Reports calls that no function signed: those of a command. */
    watchOwnCalls: (listener: (call: AwsCall) => void): void => {
      onOwnCall = listener;
    },
    /** The role that schedules and sweeps take, by its ARN. */
    roleByArn: (arn: string): string => roles.byArn.get(arn) ?? arn,
    outputs: outputsSchema.parse(stack.outputs),
    call: (name: string, event: object) => callFunction(functions, name, event),
    replay: (): ReplayResult => {
      for (const [role, requests] of Object.entries(roles.logging))
        for (const request of requests) onDeed({ role, request });
      const place = { account: ACCOUNT, region: REGION, tables: tableKeys(stack) };
      return replay(deeds, byRole, place);
    },
    close: async () => {
      await workflow.stop();
      await functions.stop(2_000);
      await front.stop();
      await recorder.stop();
      clients.close();
      executions.destroy();
    },
  };
}

/** @throws Error when the function fails. */
async function callFunction(functions: FunctionEngine, name: string, event: object): Promise<any> {
  const end = await functions.invoke(name, JSON.stringify(event));
  if ('error' in end) throw new Error(`${name} failed: ${end.error.errorType} ${end.error.errorMessage}`);
  return JSON.parse(end.payload);
}

/** Each function signs with a key of its own. */
function withKeys(
  stack: LocalStack,
  roleOf: (name: string) => string,
  roleOfKey: Map<string, string>,
): Pick<LocalStack, 'functions' | 'eventSources'> {
  const functions = stack.functions.map((spec, index) => {
    const key = `FUNCTION${index}`;
    roleOfKey.set(key, roleOf(spec.name));
    return { ...spec, environment: { ...spec.environment, AWS_ACCESS_KEY_ID: key } };
  });
  return { functions, eventSources: stack.eventSources };
}
