import {
  GoneError,
  RefusedError,
  UpstreamError,
  type UpstreamService,
} from '../../../shared/domain/lib/errors.ts';
import { formatSpan, type Instant, SECOND } from '../../../shared/domain/time/instant.ts';
import type { MonitorResource } from '../../../shared/domain/upstream/upstream-resource.ts';
import { serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { URL_PARAMETERS } from '../../stack-parameters.ts';
import { plainText, printAmount, printNumber } from '../print-values.ts';
import type { ServiceAccess, ServicePlan, Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';
import { type Check, hint, ok, problem } from '../checks.ts';

/** With a larger difference windows would end at wrong times; AWS refuses signatures from 5 minutes on. */
const LARGEST_SKEW = 60 * SECOND;
/** Below this share of the plan a hint is given. */
const FEW_LEFT = 0.1;

interface Reached {
  service: UpstreamService;
  access: ServiceAccess;
}

/** Checks an upstream service: address, clock, key and plan. A service that no watch uses is not called. */
export async function checkService(
  reached: Reached,
  { world, watches }: { world: World; watches: readonly Watch[] },
): Promise<Check[]> {
  const { service, access } = reached;
  if (!watches.some(({ kind }) => serviceOf(kind) === service))
    return [ok(`No watch uses the ${service} service.`)];
  const parameter = URL_PARAMETERS[service];
  if (access.url === undefined)
    return [
      problem(
        `The stack has no address for the ${service} service.`,
        `deploy the stack with the parameter ${parameter}`,
      ),
    ];
  const probe = await world.probe(access.url);
  if (!probe.answered) {
    const advice = `check the address (parameter ${parameter} of the stack) and the network connection`;
    return [problem(`The ${service} service does not answer at ${access.url}: ${probe.why}.`, advice)];
  }
  const answers = ok(`The ${service} service answers at ${access.url}.`);
  const clock = service === 'news' ? checkClock(probe.date, world.now()) : [];
  return [answers, ...clock, ...(await checkKey(reached))];
}

function checkClock(there: Instant | undefined, here: Instant): Check[] {
  if (there === undefined) return [];
  const skew = Math.abs(here - there);
  if (skew <= LARGEST_SKEW) return [ok('The clock of this machine matches the clock of the service.')];
  const span = formatSpan(Math.round(skew / SECOND) * SECOND);
  return [
    problem(
      `The clock of this machine is ${span} ${here > there ? 'ahead of' : 'behind'} the clock of the service.`,
      'synchronise the clock with a time server',
    ),
  ];
}

async function checkKey({ service, access }: Reached): Promise<Check[]> {
  if ((await access.key()) === '') {
    return [
      problem(`The key of the ${service} service is not set: its watches cannot run.`, access.keyAdvice),
    ];
  }
  try {
    return checkPlan(service, await access.plan());
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const text = `The plan of the ${service} service cannot be read: ${plainText(error.message)}`;
    return [problem(text, adviceOn(error, { service, access }))];
  }
}

function checkPlan(service: UpstreamService, { plan, allowed, left, slots }: ServicePlan): Check[] {
  const isExtraction = service === 'extraction';
  // Plans of the extraction service have no name.
  const named = isExtraction ? '' : `; its plan is ${plainText(plan ?? 'unnamed')}`;
  const checks = [ok(`The key of the ${service} service is valid${named}.`)];
  if (slots) checks.push(ok(`Its plan allows ${printAmount(slots.allowed, 'job')} at a time.`));
  if (allowed === undefined || left === undefined) return checks;
  const rest = `The plan has ${printNumber(left)} of ${printNumber(allowed)} ${isExtraction ? 'credits' : 'calls'} left.`;
  const isEnough = left > allowed * FEW_LEFT;
  return [...checks, isEnough ? ok(rest) : hint(rest, 'let watches run less often, or use a larger plan')];
}

function adviceOn(error: UpstreamError, { service, access }: Reached): string {
  const parameter = URL_PARAMETERS[service];
  if (error instanceof RefusedError && error.refusal === 'key') return `set a valid key: ${access.keyAdvice}`;
  if (error instanceof GoneError)
    return `check the address (parameter ${parameter}) and the path in it, such as /api; if both are right, the service was withdrawn: remove its watches`;
  return `try again later; if it still fails, check the address (parameter ${parameter})`;
}

/** Time limit for one test: the service waits 5 s for our receiver. */
const PATIENCE = 30 * SECOND;

type Asked = Pick<Stack, 'resources' | 'services' | 'testWebhook' | 'now'>;

/**
 * Lets the extraction service send a test to the webhook of each watch with a monitor (extraction service, webhooks).
 * So the path of its records is known to work before the first run. A service without address or key is not asked:
 * another check reports it.
 */
export async function checkWebhooks(stack: Asked, watches: readonly Watch[]): Promise<Check[]> {
  const monitored = watches.filter(({ monitor, disabled }) => monitor && !disabled);
  const { url, key } = stack.services.extraction;
  if (monitored.length === 0 || url === undefined || (await key()) === '') return [];
  const known = await stack.resources.all();
  const checks: Check[] = [];
  for (const { id } of monitored) {
    const found = known.find((one) => one.type === 'monitor' && one.name === id);
    checks.push(
      await checkOne(id, { stack, webhook: found?.type === 'monitor' ? found.webhook : undefined }),
    );
  }
  return checks;
}

async function checkOne(
  id: string,
  { stack, webhook }: { stack: Asked; webhook: MonitorResource['webhook'] },
): Promise<Check> {
  if (!webhook) {
    const advice =
      'wait some minutes: the stack makes it with the first records of the watch, then run doctor again';
    return hint(`The monitor of watch ${id} has no webhook yet.`, advice);
  }
  try {
    const { delivered, why } = await stack.testWebhook(webhook.id, { deadline: stack.now() + PATIENCE });
    if (delivered) return ok(`A test of the extraction service reaches the webhook of watch ${id}.`);
    return problem(
      `A test of the extraction service does not reach the webhook of watch ${id}: ${plainText(why)}.`,
      ADVICE,
    );
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const text = `The webhook of watch ${id} cannot be tested: ${plainText(error.message.replace(/\.$/, ''))}.`;
    return problem(text, ADVICE);
  }
}

const ADVICE =
  'check that the address of the pages (output PagesUrl) is reachable from the internet, and see docs/runbook.md; missed records are read later from the runs of the monitor';
