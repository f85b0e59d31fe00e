import type { App } from '../../../http/serve-app.ts';
import { RequestRefused, statusErrors } from './refusal.ts';

/** How long a request waits for an app that is not open yet, in milliseconds: less than the half minute after which clients give up. */
const LONGEST = 20_000;
/** In seconds. */
const RETRY_AFTER = 5;

export interface Holding {
  /** Ends early, without an error, when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Says how far the opening is. */
  progress: () => string;
}

/** An app that takes requests before it is open: they wait for it, and get 503 with `Retry-After` when that takes too long. */
export function heldApp(opening: Promise<App>, { sleep, progress }: Holding): App {
  let open: App | undefined;
  const opened = opening.then(
    (app) => (open = app),
    () => undefined,
  );
  return {
    async fetch(request, bindings) {
      if (!open) await Promise.race([opened, sleep(LONGEST, request.signal)]);
      return open ? open.fetch(request, bindings) : notOpen(progress());
    },
  };
}

function notOpen(progress: string): Response {
  const answer = statusErrors(new RequestRefused(503, `${progress} Ask again in ${RETRY_AFTER} s.`));
  answer.headers.set('retry-after', String(RETRY_AFTER));
  return answer;
}
