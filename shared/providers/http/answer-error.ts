import {
  BadShapeError,
  GoneError,
  RefusedError,
  ThrottledError,
  TransportError,
  type Refusal,
  type Service,
  type UpstreamError,
  type UpstreamFacts,
} from '../../domain/lib/errors.ts';
import { defined } from '../../domain/lib/fields.ts';

/** The known facts of an answer without success. */
export interface FailedAnswer {
  service: Service;
  operation: string;
  status: number;
  /** The service's text, with the key masked. May be empty. */
  words: string;
  correlationId: string | undefined;
  /** The wait that the server requested, in milliseconds. */
  serverWait: number | undefined;
  /** Statuses with a special meaning on this endpoint, unless the server says how long to wait. */
  refusals: Readonly<Record<number, Refusal>> | undefined;
}

/** Words for a short overload, which ends by itself. */
const MOMENTARY =
  /concurren|parallel|simultaneous|at once|per[ -](second|minute|hour)|calls? a second|rate.?limit|slot/i;

/** Words for the monthly limits of the plan. A short wait does not help. */
const SPENT =
  /quota|credits?\b|\b(calls|requests|usage)\b.*\b(plan|month|monthly|billing|subscription|used up|exhausted|remaining|left)\b|\b(plan|month|monthly|billing|subscription)\b.*\b(calls|requests|usage)\b|\bused up\b/i;

/** Words for something that the plan does not include. */
const LACKING = /\bnot (include|allow|support|available|part)|n't include/i;

/** Words for a wrong key. The extraction service answers those with 403 too (extraction service, errors). */
const KEY_INCIDENT = /\b(api[- ]?)?key\b|organi[sz]ation|\bmember\b/i;

/**
 * The error for a status (news service, errors; events service, errors; extraction service, errors). The text of the
 * answer decides only whether the calls of the month are used up, because no status is documented for that.
 */
export function answerError(answer: FailedAnswer): UpstreamError {
  const { status, serverWait } = answer;
  const facts = factsOf(answer);
  const refusal = refusalOf(answer);
  if (refusal) return new RefusedError(textOf(answer, REFUSALS[refusal]), { ...facts, refusal });
  if (status === 429) {
    const text = textOf(answer, 'asks us to slow down');
    return new ThrottledError(text, serverWait === undefined ? facts : { ...facts, retryAfter: serverWait });
  }
  if (status === 408) {
    return new TransportError(textOf(answer, 'ran out of time'), { ...facts, timedOut: true });
  }
  if (status >= 500) return new TransportError(textOf(answer, 'failed'), facts);
  if (status >= 300 && status < 400) {
    return new GoneError(textOf(answer, 'redirects to another address; set that one'), facts);
  }
  if (status === 404 || status === 405 || status === 410) {
    return new GoneError(textOf(answer, 'does not have the requested object'), facts);
  }
  return new RefusedError(textOf(answer, REFUSALS.request), { ...facts, refusal: 'request' });
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  key: 'refused the key',
  plan: 'refused what the plan does not include',
  quota: 'says that the calls or credits of the plan are used up',
  request: 'refused the request',
};

function refusalOf({ service, status, words, refusals, serverWait }: FailedAnswer): Refusal | undefined {
  const own = refusals?.[status];
  if (own && serverWait === undefined) return own;
  if (status === 401) return 'key';
  if (status === 402) return 'quota';
  const spent = SPENT.test(words) && !MOMENTARY.test(words);
  if (status === 429) return spent ? 'quota' : undefined;
  if (status !== 403) return undefined;
  if (spent && !LACKING.test(words)) return 'quota';
  return service === 'extraction' && KEY_INCIDENT.test(words) ? 'key' : 'plan';
}

/** A successful answer whose body does not have the form of the contract. */
export function badShape(problem: string, answer: FailedAnswer): BadShapeError {
  return new BadShapeError(
    textOf({ ...answer, words: problem }, 'sent an answer of an unknown shape'),
    factsOf(answer),
  );
}

/** A successful answer whose body is incomplete. */
export function cutBody(answer: FailedAnswer): TransportError {
  return new TransportError(
    textOf({ ...answer, words: 'the body is incomplete' }, 'failed'),
    factsOf(answer),
  );
}

function factsOf({ service, operation, status, correlationId }: FailedAnswer): UpstreamFacts {
  return defined<UpstreamFacts>({ service, operation, status, correlationId });
}

function textOf({ service, operation, status, words }: FailedAnswer, what: string): string {
  const said = words === '' ? '.' : `: ${words}${/[.!?]$/.test(words) ? '' : '.'}`;
  return `The ${service} service ${what} (${operation}, status ${status})${said}`;
}
