import { GoneError, RefusedError, type Service, UpstreamError } from '../../../shared/domain/lib/errors.ts';
import { type Instant, SECOND } from '../../../shared/domain/time/instant.ts';
import { formatSpan } from '../../../shared/domain/time/format-time.ts';
import { serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { plainText, printNumber } from '../print-values.ts';
import { URL_PARAMETERS } from '../../stack-parameters.ts';
import type { ServiceAccess, ServicePlan } from '../stack/stack.ts';
import type { World } from '../world.ts';
import { hint, ok, problem, type Check } from './check.ts';

/** A clock that is further off than this cuts windows at the wrong place, and signatures of AWS are refused at 5 minutes. */
const LARGEST_SKEW = 60 * SECOND;
/** Below this share of calls left the month may not last. */
const FEW_LEFT = 0.1;

interface Look {
  service: Service;
  access: ServiceAccess;
}

/** An upstream service: its address, the time there, our key, and what is left of the plan. One that nobody asks is left alone. */
export async function checkService(
  look: Look,
  { world, watches }: { world: World; watches: readonly Watch[] },
): Promise<Check[]> {
  const { service, access } = look;
  if (!watches.some(({ kind }) => serviceOf(kind) === service))
    return [ok(`No watch asks the ${service} service.`)];
  const parameter = URL_PARAMETERS[service];
  if (access.url === undefined)
    return [
      problem(
        `The stack knows no address of the ${service} service.`,
        `deploy it with its parameter ${parameter}`,
      ),
    ];
  const probe = await world.probe(access.url);
  if (!probe.answered) {
    const advice = `check the address (parameter ${parameter} of the stack) and the network`;
    return [problem(`The ${service} service does not answer at ${access.url}: ${probe.why}.`, advice)];
  }
  const reached = ok(`The ${service} service answers at ${access.url}.`);
  const clock = service === 'news' ? checkClock(probe.date, world.now()) : [];
  return [reached, ...clock, ...(await checkKey(look))];
}

function checkClock(there: Instant | undefined, here: Instant): Check[] {
  if (there === undefined) return [];
  const skew = Math.abs(here - there);
  if (skew <= LARGEST_SKEW) return [ok('The clock of this machine agrees with it.')];
  const span = formatSpan(Math.round(skew / SECOND) * SECOND);
  return [
    problem(
      `The clock of this machine is ${span} ${here > there ? 'ahead of' : 'behind'} it.`,
      'set the clock by a time server',
    ),
  ];
}

async function checkKey({ service, access }: Look): Promise<Check[]> {
  if ((await access.key()) === '') {
    return [
      problem(
        `The key of the ${service} service has not been set: ${KEYLESS[service]}.`,
        `set it: ${access.keyAdvice}`,
      ),
    ];
  }
  try {
    return checkPlan(service, await access.plan());
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const text = `The ${service} service does not tell its plan: ${plainText(error.message)}`;
    return [problem(text, adviceOn(error, { service, access }))];
  }
}

const KEYLESS: Readonly<Record<Service, string>> = {
  news: 'no watch can run',
  events: 'no watch for events can run',
  extraction: 'no job can be sent',
};

function checkPlan(service: Service, { plan, allowed, left, slots }: ServicePlan): Check[] {
  const unit = service === 'extraction' ? 'credits' : 'calls';
  // Plans of the extraction service have no name.
  const named = service === 'extraction' ? '' : `; its plan is ${plainText(plan ?? 'without a name')}`;
  const accepted = ok(`The key of the ${service} service is valid${named}.`);
  const jobs =
    slots === undefined ? [] : [ok(`Its plan allows ${printNumber(slots.allowed)} jobs at one time.`)];
  if (allowed === undefined || left === undefined) return [accepted, ...jobs];
  const rest = `${printNumber(left)} of ${printNumber(allowed)} ${unit} of the plan are left.`;
  if (left > allowed * FEW_LEFT) return [accepted, ...jobs, ok(rest)];
  return [accepted, ...jobs, hint(rest, 'let watches run less often, or raise the plan')];
}

function adviceOn(error: UpstreamError, { service, access }: Look): string {
  const parameter = URL_PARAMETERS[service];
  if (error instanceof RefusedError && error.refusal === 'key') return `set a valid key: ${access.keyAdvice}`;
  if (error instanceof GoneError) return GONE[service];
  return `try again later; if it stays so, check the address (parameter ${parameter})`;
}

const GONE: Readonly<Record<Service, string>> = {
  news: 'the address (parameter NewsUrl) may miss a part of its path, such as /api',
  events:
    'check the address (parameter EventsUrl); if it is right, the service was withdrawn: take its watches out, all others go on',
  extraction: 'the address (parameter JobsUrl) or the path behind it (parameter JobsPrefix) may be wrong',
};
