import * as z from 'zod';
import { parseAs } from '../../../contracts/parse-as.ts';
import { parseJson } from '../../../contracts/parse-json.ts';
import { MINUTE, SECOND } from '../../../domain/time/instant.ts';
import { openPosts, type Posted } from '../../requests/post-bounded.ts';
import { openSigner } from '../../requests/sign-request.ts';
import {
  type TableAccess,
  type TableAnswer,
  tableAnswerSchema,
  type TableClient,
  TableError,
  type TableOperation,
} from './table-client.ts';
import { SYSTEM_WAITS, type Waits } from './waits.ts';

/** Errors of the network after which the same request may succeed, and that of a try which took too long. */
const LOST = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'TimeoutError',
]);
/** Refusals after which it may (Amazon DynamoDB Developer Guide, "Error handling"). */
const BUSY = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);
/** What a wrong clock looks like. It is set by that of DynamoDB, which takes requests of the last 15 minutes. */
const SKEWED = new Set(['InvalidSignatureException', 'RequestExpired', 'RequestTimeTooSkewed']);
const LEAST_SKEW = 4 * MINUTE;
/** The longest wait before the second try, in milliseconds; before each further one twice as long. */
const WAIT = 100;
const WAIT_WHEN_BUSY = 500;
const LONGEST_WAIT = 20 * SECOND;

/**
 * A client that signs and posts, and does no more. The SDK takes up to a millisecond of processor time for each request, and
 * a function would load 400 KB of it.
 */
export function openTableClient(
  access: TableAccess,
  { now = Date.now, waits = SYSTEM_WAITS }: { now?: () => number; waits?: Waits } = {},
): TableClient {
  const open = async () => {
    const [url, region, tries] = await Promise.all([access.endpoint(), access.region(), access.tries()]);
    return { url, region, tries, post: openPosts(url) };
  };
  let opened: ReturnType<typeof open> | undefined;
  let skew = 0;
  const sign = openSigner();

  const send = async (operation: TableOperation, body: string): Promise<TableAnswer> => {
    const { url, region, post } = await (opened ??= open());
    const headers = sign({
      url,
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
      },
      body,
      service: 'dynamodb',
      region,
      credentials: await access.credentials(),
      now: now() + skew,
    });
    const posted = await post(headers, body);
    if (posted.status === 200) return parseAs(tableAnswerSchema, parseJson(posted.text));
    throw refusalOf(posted);
  };

  /** Whether the clock was wrong, and is right now. */
  const isSet = (error: unknown): boolean => {
    if (!(error instanceof Refusal) || !SKEWED.has(error.name)) return false;
    if (Number.isNaN(error.date) || Math.abs(error.date - now() - skew) < LEAST_SKEW) return false;
    skew = error.date - now();
    return true;
  };

  return {
    async request(operation, input) {
      const body = JSON.stringify(input);
      const { tries } = await (opened ??= open());
      for (let done = 1; ; done += 1) {
        try {
          return await send(operation, body);
        } catch (error) {
          const wait = isSet(error) ? 0 : waitAfter(error);
          if (wait === undefined || done >= tries) throw error;
          await waits.sleep(waits.random() * Math.min(wait * 2 ** (done - 1), LONGEST_WAIT));
        }
      }
    },
  };
}

class Refusal extends TableError {
  readonly status: number;
  /** The clock of DynamoDB. */
  readonly date: number;

  constructor(name: string, message: string, { status, date }: Posted) {
    super(name, message);
    this.status = status;
    this.date = date;
  }
}

/** The field with the name of an exception. */
const TYPE = '__type';

const refusalSchema = z.object({
  [TYPE]: z.string().default('UnknownError'),
  message: z.string().optional(),
  Message: z.string().optional(),
});

/** The name of an exception comes after that of its package: `com.amazonaws.dynamodb.v20120810#ThrottlingException`. */
function refusalOf(posted: Posted): Refusal {
  const { data } = refusalSchema.safeParse(parseJson(posted.text));
  const name = data?.[TYPE].split('#').at(-1) ?? 'UnknownError';
  const message = data?.message ?? data?.Message ?? `DynamoDB answered ${posted.status}.`;
  return new Refusal(name, message, posted);
}

/** How long to wait at most before a request is sent again; undefined after an error that would come again. */
function waitAfter(error: unknown): number | undefined {
  if (error instanceof Refusal) {
    if (BUSY.has(error.name)) return WAIT_WHEN_BUSY;
    return error.status >= 500 ? WAIT : undefined;
  }
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return LOST.has(code) ? WAIT : undefined;
}
