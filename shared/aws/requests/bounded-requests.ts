import { createHash, createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SECOND } from '../../domain/time/instant.ts';
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
export function boundedRequests(limits: TryLimits = TRY): {
  requestHandler: NodeHttpHandler;
  sha256: typeof SigningHash;
} {
  return { requestHandler: new BoundedHandler(limits), sha256: SigningHash };
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

/** What is hashed: text in UTF-8, or bytes. */
type Data = string | ArrayBuffer | ArrayBufferView;

/** Keys that the SDK uses for a day of requests, by their bytes. To read a key takes longer than to use it. */
const keys = new WeakMap<object, KeyObject>();

/**
 * SHA-256 for the signatures of the SDK, with a key as HMAC. The SDK hashes two texts for each request and signs them
 * with one key. Its own class makes an object of Node for each text, and reads the key each time: a tenth of the
 * processor time of a request.
 */
export class SigningHash {
  readonly #key: KeyObject | undefined;
  #texts: Uint8Array[] = [];

  constructor(secret?: Data) {
    this.#key = secret === undefined ? undefined : keyOf(secret);
  }

  update(data: Data): void {
    this.#texts.push(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    const [only, ...more] = this.#texts;
    if (!this.#key && only && more.length === 0) return hash('sha256', only, 'buffer');
    const whole = this.#key ? createHmac('sha256', this.#key) : createHash('sha256');
    for (const text of this.#texts) whole.update(text);
    return whole.digest();
  }

  reset(): void {
    this.#texts = [];
  }
}

/** The last key that was a text: the SDK uses the secret of the credentials with each request. */
let lastText: { secret: string; key: KeyObject } | undefined;

function keyOf(secret: Data): KeyObject {
  if (typeof secret === 'string') {
    if (lastText?.secret !== secret) lastText = { secret, key: createSecretKey(secret, 'utf8') };
    return lastText.key;
  }
  const known = keys.get(secret) ?? createSecretKey(bytesOf(secret));
  keys.set(secret, known);
  return known;
}

function bytesOf(data: Data): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data, 'utf8');
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
