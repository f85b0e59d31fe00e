import { Agent, request as send } from 'node:http';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { HttpRequest } from '@smithy/core/protocols';

/** A request of a client to the table, and how many of those before it had been answered when it was sent. */
interface Recorded {
  headers: Record<string, string>;
  body: string;
  answered: number;
}

/** Records what a client sends from `begin` on. Call this before its first request. */
export function recordRequests(client: DynamoDBClient) {
  let requests: Recorded[] | undefined;
  let answered = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      const { request } = args;
      if (!requests || !HttpRequest.isInstance(request)) return next(args);
      requests.push({ headers: request.headers, body: new TextDecoder().decode(request.body), answered });
      try {
        return await next(args);
      } finally {
        answered += 1;
      }
    },
    { step: 'deserialize', priority: 'low', name: 'recordRequests' },
  );
  return {
    begin: () => {
      requests = [];
      answered = 0;
    },
    /** What was sent since. */
    end: (): readonly Recorded[] => {
      const sent = requests ?? [];
      requests = undefined;
      return sent;
    },
  };
}

/**
 * Sends recorded requests to an engine that is in the state in which they began, and does nothing else: how long the
 * engine alone takes for them. A request waits until as many are answered as were when it was recorded, and no longer.
 *
 * @returns seconds.
 */
export async function secondsOfEngine(url: string, requests: readonly Recorded[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  let answered = 0;
  let next = 0;
  await new Promise<void>((resolve, reject) => {
    const goOn = (): void => {
      if (answered === requests.length) resolve();
      for (let one = requests[next]; one && one.answered <= answered; one = requests[next]) {
        next += 1;
        const { headers, body } = one;
        const sent = send(url, { agent, method: 'POST', headers }, (answer) => {
          answer.resume().once('end', () => {
            answered += 1;
            goOn();
          });
        });
        sent.once('error', reject).end(body);
      }
    };
    goOn();
  });
  agent.destroy();
  return (performance.now() - start) / 1_000;
}
