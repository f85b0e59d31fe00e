import { GoneError, RefusedError, UpstreamError } from '../../../shared/domain/errors.ts';
import { type Instant, SECOND } from '../../../shared/domain/instant.ts';
import { saySpan } from '../../../shared/domain/say-time.ts';
import { printNumber } from '../print-values.ts';
import type { NewsAccess } from '../stack/stack.ts';
import type { World } from '../world.ts';
import { hint, ok, problem, type Check } from './check.ts';

/** A clock that is further off than this cuts windows at the wrong place, and signatures of AWS are refused at 5 minutes. */
const LARGEST_SKEW = 60 * SECOND;
/** Below this share of calls left the month may not last. */
const FEW_LEFT = 0.1;

/** The news service: its address, the time there, our key, and what is left of the plan. */
export async function checkNews(news: NewsAccess, world: World): Promise<Check[]> {
  if (news.url === undefined)
    return [
      problem('The stack knows no address of the news service.', 'deploy it with its parameter NewsUrl'),
    ];
  const probe = await world.probe(news.url);
  if (!probe.answered) {
    const advice = 'check the address (parameter NewsUrl of the stack) and the network';
    return [problem(`The news service does not answer at ${news.url}: ${probe.why}.`, advice)];
  }
  const reached = ok(`The news service answers at ${news.url}.`);
  return [reached, ...checkClock(probe.date, world.now()), ...(await checkKey(news))];
}

function checkClock(there: Instant | undefined, here: Instant): Check[] {
  if (there === undefined) return [];
  const skew = Math.abs(here - there);
  if (skew <= LARGEST_SKEW) return [ok('The clock of this machine agrees with it.')];
  const span = saySpan(Math.round(skew / SECOND) * SECOND);
  return [
    problem(
      `The clock of this machine is ${span} ${here > there ? 'ahead of' : 'behind'} it.`,
      'set the clock by a time server',
    ),
  ];
}

async function checkKey(news: NewsAccess): Promise<Check[]> {
  if ((await news.key()) === '') {
    return [
      problem('The key of the news service has not been set: no watch can run.', `set it: ${news.keyAdvice}`),
    ];
  }
  try {
    const { plan = 'without a name', calls, left } = await news.plan();
    const accepted = ok(`The key of the news service is valid; its plan is ${plan}.`);
    if (calls === undefined || left === undefined) return [accepted];
    const rest = `${printNumber(left)} of ${printNumber(calls)} calls of the plan are left.`;
    if (left > calls * FEW_LEFT) return [accepted, ok(rest)];
    return [accepted, hint(rest, 'let watches run less often, or raise the plan')];
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return [problem(`The news service does not tell its plan: ${error.message}`, adviceOn(error, news))];
  }
}

function adviceOn(error: UpstreamError, { keyAdvice }: NewsAccess): string {
  if (error instanceof RefusedError && error.refusal === 'key') return `set a valid key: ${keyAdvice}`;
  if (error instanceof GoneError)
    return 'the address (parameter NewsUrl) may miss a part of its path, such as /api';
  return 'try again later; if it stays so, check the address (parameter NewsUrl)';
}
