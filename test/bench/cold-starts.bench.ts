import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { environmentOf, type Machine } from '../../infra/local/aws/start-machine.ts';
import type { StackAccess } from '../../infra/local/open-access.ts';
import type { FunctionSpec } from '../../infra/local/aws/functions/function-spec.ts';
import { FUNCTIONS } from '../../shared/contracts/names.ts';
import { inboxLink } from '../../shared/domain/pages/signed-link.ts';
import { dayOf, HOUR, type Instant, isoOf, MINUTE } from '../../shared/domain/time/instant.ts';
import { liveThrough } from '../journeys/lived-days.ts';
import { type Figure, printFigures, quantile } from './report.ts';

// What a cold start of each function costs beside that of an empty one: a new process loads the bundle that is
// deployed and answers its first call, from the table and the services of a local stack. Counted is the processor time
// of the new process, user and system, which other work on the machine hardly changes; the time on the clock also
// holds the answers of the stack. COLD_STARTS=9 makes fewer processes than 21.

const ROUNDS = Number(process.env['COLD_STARTS'] ?? 21);

/** By how much a cold start may exceed that of an empty function. */
const AIMS: Readonly<Record<string, number>> = {
  [FUNCTIONS.deliverAlerts]: 3.9,
  [FUNCTIONS.receiveDelivery]: 3.9,
  [FUNCTIONS.submitExtraction]: 3.9,
  [FUNCTIONS.pollExtraction]: 3.9,
  [FUNCTIONS.runWatch]: 5.5,
  [FUNCTIONS.pages]: 6,
  [FUNCTIONS.writeReport]: 6,
};

/**
 * Loads a module and calls its handler once, as a new environment of Lambda does, then says what that took in
 * milliseconds.
 */
const FIRST_CALL = `
  const [url, event] = process.argv.slice(1);
  const { handler } = await import(url);
  const until = Date.now() + 60_000;
  const answer = await handler(JSON.parse(event), {
    awsRequestId: crypto.randomUUID(), functionName: 'cold', functionVersion: '1', memoryLimitInMB: '512',
    invokedFunctionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:cold', callbackWaitsForEmptyEventLoop: false,
    logGroupName: 'cold', logStreamName: 'cold', getRemainingTimeInMillis: () => until - Date.now(),
  });
  const { user, system } = process.cpuUsage();
  const taken = { work: (user + system) / 1e3, time: performance.now(), answer: answer ?? null };
  process.stdout.write('\\n' + JSON.stringify(taken) + '\\n', () => process.exit());
`;

const takenSchema = z.object({ work: z.number(), time: z.number(), answer: z.unknown() });
type Taken = z.infer<typeof takenSchema>;

/** Another process: this one holds the services and most engines that it calls. */
async function coldStart(
  module: string,
  event: unknown,
  env: Readonly<Record<string, string>>,
): Promise<Taken> {
  const args = [
    '--input-type=module',
    '--eval',
    FIRST_CALL,
    pathToFileURL(module).href,
    JSON.stringify(event),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return takenSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

/** What a function finds in its environment, with the addresses of a local stack. */
function environmentIn(
  { endpoints }: Machine,
  { name, memory, environment }: FunctionSpec,
): Record<string, string> {
  return {
    ...environmentOf(endpoints),
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_SESSION_TOKEN: name,
    TZ: ':UTC',
    ...environment,
  };
}

/** The first call of each function: a usual one that changes nothing, so that all processes do the same. */
async function firstCalls(
  { store, links }: StackAccess,
  at: Instant,
): Promise<Readonly<Record<string, unknown>>> {
  const [job] = await store.extractions.madeOn(dayOf(at), 1);
  const inbox = inboxLink(at + HOUR, await links());
  const order = { v: 1, watchId: 'acme-now', scheduledFor: isoOf(at), track: 'live', continuation: 0 };
  return {
    [FUNCTIONS.deliverAlerts]: {},
    [FUNCTIONS.receiveDelivery]: requestOf('POST', 'http://here/deliveries/acme-now', {
      authorization: 'Bearer wrong',
    }),
    [FUNCTIONS.submitExtraction]: { jobId: job?.id ?? 'none' },
    [FUNCTIONS.pollExtraction]: { jobId: job?.id ?? 'none' },
    [FUNCTIONS.runWatch]: { Records: [{ messageId: randomUUID(), body: JSON.stringify(order) }] },
    [FUNCTIONS.pages]: requestOf('GET', `${inbox}/watches`),
    [FUNCTIONS.writeReport]: {},
  };
}

/** As the gateway calls a function. */
function requestOf(method: string, url: string, headers: Record<string, string> = {}) {
  const { pathname: rawPath } = new URL(url);
  return { rawPath, headers, requestContext: { http: { method } } };
}

/** The stack of the stage that runs on one machine. */
const STACK = 'bellwether-dev';

/** `RunWatch` of `run-watch`: so its name in the stack begins. */
function wordsJoined(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const began = Date.now();
const { stack, data, close } = await liveThrough([], { from: began, to: began + MINUTE });
const empty = join(data, 'empty.mjs');
writeFileSync(empty, 'export const handler = async () => ({});');
const specs = stack.machine.stack.functions;
const calls = await firstCalls(stack.access, began);
const functions = Object.entries(calls).map(([name, event]) => {
  const spec = specs.find((one) => one.name.startsWith(`${STACK}-${wordsJoined(name)}`));
  if (!spec) throw new Error(`The stack has no function ${name}.`);
  return {
    name,
    module: spec.module,
    event,
    env: environmentIn(stack.machine, spec),
    taken: new Array<Taken>(),
  };
});
const nothing = new Array<Taken>();
for (let round = 0; round < ROUNDS; round += 1) {
  nothing.push(await coldStart(empty, {}, { TZ: ':UTC' }));
  // Each in each round, so that a busy moment of the machine meets all of them.
  for (const { module, event, env, taken } of functions) taken.push(await coldStart(module, event, env));
}
for (const { name, taken } of functions)
  process.stderr.write(`${name} answered ${JSON.stringify(taken[0]?.answer).slice(0, 200)}\n`);
await close();

const median = (taken: readonly Taken[], part: 'work' | 'time') =>
  quantile(
    taken.map((one) => one[part]),
    0.5,
  );
const ofNothing = { name: 'an empty function: processor time', value: median(nothing, 'work'), unit: 'ms' };
const figures = functions.flatMap(({ name, taken }): Figure[] => [
  {
    name: `cold start of ${name}`,
    value: median(taken, 'work') / ofNothing.value,
    unit: 'times',
    aim: AIMS[name] ?? 6,
  },
  { name: `cold start of ${name}: processor time`, value: median(taken, 'work'), unit: 'ms' },
  {
    name: `cold start of ${name}: on the clock`,
    value: median(taken, 'time') / median(nothing, 'time'),
    unit: 'times',
  },
]);
printFigures([ofNothing, ...figures]);
