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

/** What is known of an answer that is no success. */
export interface FailedAnswer {
  service: Service;
  operation: string;
  status: number;
  /** The service's words, key masked; may be empty. */
  words: string;
  correlationId: string | undefined;
  /** What the server asked us to wait, in milliseconds. */
  serverWait: number | undefined;
  /** Statuses with a meaning of their own on this endpoint, unless the server says when to come back. */
  refusals: Readonly<Record<number, Refusal>> | undefined;
}

/** Words about the load of this moment: it passes by itself. */
const MOMENTARY =
  /concurren|parallel|simultaneous|at once|per[ -](second|minute|hour)|calls? a second|rate.?limit|slot/i;

/** Words about what the plan gives for a month: it does not come back by waiting a little. */
const SPENT =
  /quota|credits?\b|\b(calls|requests|usage)\b.*\b(plan|month|monthly|billing|subscription|used up|exhausted|remaining|left)\b|\b(plan|month|monthly|billing|subscription)\b.*\b(calls|requests|usage)\b|\bused up\b/i;

/** Words about something that the plan never had. */
const LACKING = /\bnot (include|allow|support|available|part)|n't include/i;

/** Words about who may use a key, for the service that answers such problems with 403 as well (extraction service, errors). */
const KEY_INCIDENT = /\b(api[- ]?)?key\b|organi[sz]ation|\bmember\b/i;

/**
 * The error that a status means (news service, errors; events service, errors; extraction service, errors). The words
 * are looked at for one question only, because no status is stated for it: whether the month's calls are used up.
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
    return new GoneError(textOf(answer, 'points to another address; set that one'), facts);
  }
  if (status === 404 || status === 405 || status === 410) {
    return new GoneError(textOf(answer, 'does not have what was asked for'), facts);
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

/** An answer of success whose body is not what the contract says. */
export function badShape(problem: string, answer: FailedAnswer): BadShapeError {
  return new BadShapeError(
    textOf({ ...answer, words: problem }, 'sent an answer of an unknown shape'),
    factsOf(answer),
  );
}

/** A body that broke off although the status was one of success. */
export function cutBody(answer: FailedAnswer): TransportError {
  return new TransportError(textOf({ ...answer, words: 'the body breaks off' }, 'failed'), factsOf(answer));
}

function factsOf({ service, operation, status, correlationId }: FailedAnswer): UpstreamFacts {
  return { service, operation, status, ...(correlationId === undefined ? {} : { correlationId }) };
}

function textOf({ service, operation, status, words }: FailedAnswer, what: string): string {
  const said = words === '' ? '.' : `: ${words}${/[.!?]$/.test(words) ? '' : '.'}`;
  return `The ${service} service ${what} (${operation}, status ${status})${said}`;
}
