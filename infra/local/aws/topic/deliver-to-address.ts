import { SECOND } from '../../../../shared/domain/time/instant.ts';

/** How messages reach web addresses. */
export interface Web {
  /** Posts, and returns the status of the answer. @throws when there is none. */
  post: (
    url: string,
    request: { headers: Record<string, string>; body: string; signal: AbortSignal },
  ) => Promise<number>;
  /** Waits before the next try, in milliseconds. */
  wait: (milliseconds: number) => Promise<void>;
}

/** SNS waits so long for an answer, and then tries again so often, with this pause, unless a delivery policy says otherwise. */
const ANSWER_LIMIT = 15 * SECOND;
const RETRIES = 3;
const PAUSE = 20 * SECOND;

/**
 * Delivers one message to a web address as SNS does: 5xx, 429 and no answer are tried again, any other answer that is not 2xx is
 * final (Amazon SNS Developer Guide, "Fanout Amazon SNS notifications to HTTPS endpoints" and "Message delivery retries").
 *
 * @returns whether it was taken.
 */
export async function deliverToAddress(
  url: string,
  { headers, body, web }: { headers: Record<string, string>; body: string; web: Web },
): Promise<boolean> {
  for (let tries = 0; tries <= RETRIES; tries += 1) {
    if (tries > 0) await web.wait(PAUSE);
    const signal = AbortSignal.timeout(ANSWER_LIMIT);
    const status = await web.post(url, { headers, body, signal }).catch(() => undefined);
    if (status !== undefined && status >= 200 && status < 300) return true;
    if (status !== undefined && status < 500 && status !== 429) return false;
  }
  return false;
}
