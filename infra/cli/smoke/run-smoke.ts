import { printAmount } from '../print-values.ts';
import * as z from 'zod';
import { type Check, lookFor, ok, problem, skipped } from '../checks.ts';
import { explainError } from '../failure.ts';
import { readDesired } from '../plan/compare.ts';
import { CANARY, queueName, type SmokeTools, type TemporaryQueue } from './smoke-tools.ts';
import type { ApplyOutcome } from '../../../shared/domain/runs/outcome.ts';
import type { Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';
import { compileWatches } from '../../watches-file/compile-watches.ts';
import { parseJson } from '../../../shared/contracts/parse-as.ts';
import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { inboxLink } from '../../../shared/domain/pages/signed-link.ts';
import { HOUR, type Instant, MINUTE, SECOND, dayOf } from '../../../shared/domain/time/instant.ts';
import { type Watch, spaceOf } from '../../../shared/domain/watches/watch.ts';
import { stringify } from 'yaml';

/** The verdict on one part of a stack: `schedule`, `run`. Scripts read its name; it does not change. */
export interface Verdict extends Check {
  check: string;
}

interface SmokeOrder {
  stack: Stack;
  tools: SmokeTools;
  world: Pick<World, 'pause' | 'probe'>;
  /** What the canary searches for. */
  query: string;
  /** Ends the checks; the clean-up still runs. */
  interrupted: AbortSignal;
  /** Called with each verdict as soon as it is there. */
  onVerdict: (verdict: Verdict) => void;
}

/** How long a run and a message may take, and how long to wait between two looks, in milliseconds. */
const RUN = 6 * MINUTE;
const MESSAGE = 3 * MINUTE;
const LOOK = SECOND;

/**
 * Takes a canary watch through a stack: apply, schedule, run, message, receipt, webhook. Whatever was made is removed
 * at the end, also after a problem or an interruption. Returns all verdicts.
 */
export async function runSmoke(order: SmokeOrder): Promise<Verdict[]> {
  const { stack, tools, interrupted, onVerdict } = order;
  const verdicts: Verdict[] = [];
  const say = (check: string, result: Check): void => {
    const verdict = { check, ...result };
    verdicts.push(verdict);
    onVerdict(verdict);
  };
  let queue: TemporaryQueue | undefined;
  const start = stack.now();
  try {
    queue = await tools.openQueue(queueName(start));
    for await (const [name, result] of checksOf(order, queue)) {
      say(name, result);
      if (result.result === 'problem' && NEEDED.has(name)) break;
      interrupted.throwIfAborted();
    }
  } catch (cause) {
    const { message, hint = 'run bellwether doctor, then smoke again' } = explainError(cause);
    if (interrupted.aborted)
      say(
        'interrupted',
        problem('The checks were interrupted.', 'run smoke again; what it made is removed now'),
      );
    else say('error', problem(message, hint));
  } finally {
    say('clean-up', await cleanUp(order, { queue, start }));
  }
  return verdicts;
}

/** Without these parts there is nothing that the later checks could see. */
const NEEDED: ReadonlySet<string> = new Set(['apply', 'schedule', 'run']);

async function* checksOf(order: SmokeOrder, queue: TemporaryQueue): AsyncGenerator<[name: string, Check]> {
  const { stack, query } = order;
  yield ['apply', await applyCanary(order, queue)];
  yield ['schedule', await checkSchedule(stack)];
  const scheduledFor = stack.now();
  yield ['run', await checkRun(order, scheduledFor)];
  const span = { from: scheduledFor - HOUR, to: stack.now() + HOUR };
  const { length: found } = await stack.findings.foundIn(CANARY, span);
  yield ['findings', foundVerdict(found, query)];
  const receipt = found === 0 ? undefined : await waitForReceipt(order, queue);
  yield ['message', messageVerdict(found, receipt, query)];
  yield ['page', await checkPage(order, receipt)];
  yield ['webhook', await checkWebhook(order)];
}

async function applyCanary({ stack, query }: SmokeOrder, { arn }: TemporaryQueue): Promise<Check> {
  const outcome = await applyBeside(stack, makeCanary({ queueArn: arn, query, now: stack.now() }));
  if (outcome.status === 'busy')
    return problem('Another apply is running. Nothing was changed.', 'run smoke again in a minute');
  const isSubscribed = outcome.subscriptions.added.length > 0 || outcome.subscriptions.changed.length > 0;
  return isSubscribed
    ? ok('A watch, its schedule and its subscription were added. The stack can be changed.')
    : problem(
        'The watch was added, but no subscription for its queue.',
        'read the log of the function apply-watches',
      );
}

/** Applies what the stack has, with or without a canary. */
async function applyBeside(stack: Stack, canary?: Canary): Promise<ApplyOutcome> {
  const { watches, channels, ...others } = await readDesired(stack);
  return stack.apply({
    ...others,
    watches: [...watches.filter(({ id }) => id !== CANARY), ...(canary ? [canary.watch] : [])],
    channels: [...channels.filter(({ name }) => name !== CANARY), ...(canary ? [canary.channel] : [])],
  });
}

async function checkSchedule(stack: Stack): Promise<Check> {
  return (await stack.schedule(CANARY))
    ? ok('The watch has a schedule. Watches run at their times.')
    : problem(
        'The watch has no schedule: no watch that is added would ever run.',
        'read the log of the function apply-watches',
      );
}

async function checkRun(order: SmokeOrder, scheduledFor: Instant): Promise<Check> {
  const { stack } = order;
  // An earlier smoke test that was killed may have left a state.
  const before = await stack.states.read(CANARY, 'live');
  await stack.queue.send('news', {
    watchId: CANARY,
    scheduledFor,
    track: 'live',
    continuation: 0,
    byHand: true,
  });
  const ended = await waitFor(order, RUN, async () => {
    const state = await stack.states.read(CANARY, 'live');
    return state?.lastRunAt === before?.lastRunAt ? undefined : state;
  });
  if (!ended)
    return problem(
      `An order to run was queued ${RUN / MINUTE} minutes ago, and no run has ended.`,
      'read the alarms run-watch-errors and runs-news-age, and the log of the function run-watch',
    );
  if (ended.lastError !== undefined)
    return problem(`The run failed: ${ended.lastError}`, 'run bellwether doctor for the key and the plan');
  return ok('An order passed its queue, and the run covered its window. The news service answers.');
}

function foundVerdict(count: number, query: string): Check {
  return count > 0
    ? ok(`The run stored ${printAmount(count, 'finding')}.`)
    : ok(`The run was quiet: no article of the last hour matches ${query}.`);
}

/** A message to a queue, as SNS wraps it, and our JSON in it. */
const envelopeSchema = z.object({ Message: z.string() });
const documentSchema = z.object({
  channel: z.literal(CANARY),
  alerts: z.array(z.object({ receipt: z.string().optional() })).min(1),
});

/** The link to the receipt of the first alert that arrives; empty when the message has no link. */
async function waitForReceipt(order: SmokeOrder, queue: TemporaryQueue): Promise<string | undefined> {
  return waitFor(order, MESSAGE, async () => {
    for (const body of await queue.receive()) {
      const envelope = envelopeSchema.safeParse(parseJson(body));
      const document = documentSchema.safeParse(parseJson(envelope.data?.Message ?? body));
      if (document.success) return document.data.alerts[0]?.receipt ?? '';
    }
    return undefined;
  });
}

function messageVerdict(found: number, receipt: string | undefined, query: string): Check {
  if (found === 0)
    return skipped(
      'There was nothing to send, so no message was sent.',
      `name a query that matches news of every hour: --query ${JSON.stringify(`${query} OR market`)}`,
    );
  return receipt === undefined
    ? problem(
        `No message reached the queue within ${MESSAGE / MINUTE} minutes.`,
        'run bellwether status for failed messages, and read the log of the function deliver-alerts',
      )
    : ok('An alert reached a subscriber of its channel. Alerts are sent.');
}

async function checkPage({ stack, world }: SmokeOrder, receipt: string | undefined): Promise<Check> {
  const url = receipt || inboxLink(stack.now() + HOUR, await stack.pageLinks());
  const answer = await world.probe(url);
  const page = receipt ? 'The receipt of the alert' : 'The inbox';
  return answer.answered && answer.status === 200
    ? ok(`${page} opens. Links in messages work.`)
    : problem(
        `${page} does not open: ${answer.answered ? `it answers ${answer.status}` : answer.why}.`,
        'read the log of the function pages, and the section endpoint-errors of docs/runbook.md',
      );
}

async function checkWebhook({ stack, world }: SmokeOrder): Promise<Check> {
  const { base } = await stack.pageLinks();
  const answer = await world.probe(`${base}/deliveries/${CANARY}`, {
    method: 'POST',
    headers: { authorization: 'Bearer not-the-secret' },
  });
  if (answer.answered && answer.status === 401)
    return ok('The endpoint for webhooks answers, and refuses a wrong secret.');
  return problem(
    `The endpoint for webhooks ${answer.answered ? `answers ${answer.status} to a wrong secret` : `does not answer: ${answer.why}`}.`,
    'read the log of the function receive-delivery',
  );
}

/** What `look` gives, or undefined when it gives nothing within the time. */
function waitFor<T>(
  { world, interrupted }: SmokeOrder,
  patience: number,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const pause = async () => {
    interrupted.throwIfAborted();
    await world.pause(LOOK);
  };
  return lookFor(look, { looks: patience / LOOK, pause });
}

/** A watch that alerts one channel, whose only subscriber is a queue of our own: no person is notified. */
interface Canary {
  watch: Watch;
  channel: Channel;
}

/**
 * @param queueArn ARN of the queue that receives its messages.
 * @param query what it searches for, in the query language of the news service.
 */
export function makeCanary({
  queueArn,
  query,
  now,
}: {
  queueArn: string;
  query: string;
  now: Instant;
}): Canary {
  const file = stringify({
    operators: { email: ['nobody@example.com'] },
    channels: { [CANARY]: { queue: [queueArn] } },
    watches: {
      [CANARY]: {
        kind: 'search',
        query: { q: query },
        // Only a run that smoke itself orders should come, even if the clean-up is lost.
        schedule: 'rate(30 days)',
        lookback: '1h',
        first_run: 'tell',
        severity: 'critical',
        retention: '7d',
        alert: { when: 'story', channel: CANARY },
      },
    },
  });
  const compiled = compileWatches(file, { file: CANARY, now });
  if (!compiled.ok) throw new Error(compiled.problems.map(({ path, what }) => `${path}: ${what}`).join('\n'));
  const watch = compiled.desired.watches.find(({ id }) => id === CANARY);
  const channel = compiled.desired.channels.find(({ name }) => name === CANARY);
  if (!watch || !channel) throw new Error('The canary was not compiled.');
  return { watch, channel };
}

/** What a smoke test made besides its watch, and when it began. */
interface Made {
  queue: TemporaryQueue | undefined;
  start: Instant;
}

/**
 * Removes all that a smoke test made: watch, channel, schedule, subscription, queue and items. It reads what the
 * stack has now, so a change that somebody else applied meanwhile stays. A step that fails does not stop the others.
 */
async function cleanUp(order: SmokeOrder, { queue, start }: Made): Promise<Check> {
  const left: string[] = [];
  for (const [what, work] of [
    ['the watch, its schedule and its subscription', () => removeCanary(order.stack)],
    ['the queue', async () => queue?.remove()],
    ['items in the table', () => eraseItems(order, start)],
  ] as const)
    await work().catch((cause: unknown) => left.push(`${what} (${explainError(cause).message})`));
  if (left.length === 0)
    return ok(
      `The watch, its schedule, its subscription, its queue and its items are removed.${await removeLeftQueues(order.tools, start)}`,
    );
  return problem(
    `These are left: ${left.join('; ')}.`,
    'run smoke again, which removes them; your next apply also removes the watch. Delete queues named smoke-canary-… in SQS',
  );
}

/**
 * Removes the queues of smoke tests that were killed: those of an hour ago, longer than any takes. Call it when the
 * subscription of the canary is gone: SNS would send its messages to the dead letters otherwise. Who may not list
 * queues leaves them. Returns what to say of them, with a blank first.
 */
async function removeLeftQueues({ leftQueues }: SmokeTools, start: Instant): Promise<string> {
  try {
    const queues = await leftQueues(start - HOUR);
    for (const { remove } of queues) await remove();
    const count = printAmount(queues.length, 'queue');
    return queues.length === 0 ? '' : ` Also removed: ${count} of earlier smoke tests.`;
  } catch (cause) {
    return ` Queues of earlier smoke tests could not be looked for: ${explainError(cause).message}`;
  }
}

async function removeCanary(stack: Stack): Promise<void> {
  const outcome = await applyBeside(stack);
  if (outcome.status === 'busy') throw new Error('another apply is running');
  if (await stack.schedule(CANARY)) throw new Error('its schedule is still there');
}

/** How many alerts and messages of a day are read: those of a busy hour fit. */
const MOST = 5_000;

/**
 * What lies under the names of the canary and its space, its alerts with their stories, its messages, and the note
 * that apply removed it. Keys of its stories expire after seven days.
 */
async function eraseItems({ stack, tools }: SmokeOrder, start: Instant): Promise<void> {
  const days = [...new Set([dayOf(start - MINUTE), dayOf(stack.now())])];
  const partitions = [`WATCH#${CANARY}`, `CHANNEL#${CANARY}`, `SPACE#${spaceOf({ id: CANARY })}`];
  for (const day of days) {
    for (const { alert } of await stack.alerts.madeOn(day, MOST))
      if (alert.watchId === CANARY)
        partitions.push(`ALERT#${alert.id}`, ...(alert.story ? [`STORY#${alert.story.id}`] : []));
    for (const { message } of await stack.messages.madeOn(day, MOST))
      if (message.channel === CANARY) partitions.push(`MESSAGE#${message.id}`);
  }
  await tools.erase(partitions);
  await stack.removedWatches.forget(CANARY);
}
