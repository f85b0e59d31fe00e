import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SECOND } from '../domain/time/instant.ts';
import { requestLimits } from './call-scope.ts';

/** The limits of one try in milliseconds: to connect, and until the answer begins or goes on. */
interface TryLimits {
  connect: number;
  answer: number;
}

/**
 * A read of 1 MB takes DynamoDB well under a second, and an order or a page of a report less. A try that takes longer
 * than this has lost its server.
 */
const TRY: TryLimits = { connect: 3 * SECOND, answer: 10 * SECOND };

/**
 * Settings of a client of the SDK, which has no time limits by itself. Each try of a request has one, ends before the
 * deadline of the call that sends it, and is not sent at all when the handler of that call has returned. The SDK
 * tries again after a time-out, and not after a request that may not be sent.
 */
export function boundedRequests(limits: TryLimits = TRY): { requestHandler: NodeHttpHandler } {
  return { requestHandler: new BoundedHandler(limits) };
}

/** The SDK has 50 sockets for a host. What waits for one of them would wait within the time of its try. */
const MOST_AT_ONCE = 50;

/**
 * The last step of a try, after it was signed. A try waits here for its turn, so that its time begins when a socket
 * is free.
 */
class BoundedHandler extends NodeHttpHandler {
  readonly #limits: TryLimits;
  readonly #waiting: (() => void)[] = [];
  #atWork = 0;

  constructor({ connect, answer }: TryLimits) {
    super({
      connectionTimeout: connect,
      requestTimeout: answer,
      socketTimeout: answer,
      throwOnRequestTimeout: true,
    });
    this.#limits = { connect, answer };
  }

  override async handle(...given: Parameters<NodeHttpHandler['handle']>) {
    if (this.#atWork >= MOST_AT_ONCE) await new Promise<void>((begin) => this.#waiting.push(begin));
    else this.#atWork += 1;
    try {
      return await this.#send(...given);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#atWork -= 1;
    }
  }

  /** What the call still allows is read here: the try may have waited. */
  async #send(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
    const call = requestLimits();
    if (!call) return super.handle(request, options);
    const { abortSignal: own } = options ?? {};
    const abortSignal = own instanceof AbortSignal ? AbortSignal.any([own, call.ended]) : call.ended;
    const requestTimeout = Math.min(this.#limits.answer, call.left);
    return super.handle(request, { ...options, abortSignal, requestTimeout });
  }
}

/** Awaits a call. Returns undefined when it fails with this error. Other errors are thrown. */
export async function undefinedOn<T>(
  failure: new (...args: never[]) => Error,
  call: Promise<T>,
): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof failure) return undefined;
    throw error;
  }
}
