import * as z from 'zod';
import { onTestFinished } from 'vitest';
import { openHttpClient } from '../../../../shared/providers/http/create-http-client.ts';
import {
  type Call,
  type ClientSettings,
  type RetryPolicy,
  SEARCHING,
  type ServiceFacts,
} from '../../../../shared/providers/http/http-client.ts';
import { jsonReader } from '../../../../shared/providers/http/reader.ts';
import { testClock } from '../test-clock.ts';

export const KEY = 's3cr?t key/1'.replaceAll(' ', '+');

/** A client of the server at `url`, with a captured clock and waits at half of their span. */
export function clientOf(url: string, changes: Partial<ClientSettings & ServiceFacts> = {}) {
  const clock = testClock();
  const { service = 'news', headers = {}, ...settings } = changes;
  const { http: client } = openHttpClient(
    { baseUrl: url, key: async () => KEY, clock, random: () => 0.5, bodyLimit: 1_000_000, ...settings },
    { service, keyHeader: 'x-api-token', headers },
  );
  onTestFinished(() => client.close());
  return { client, clock };
}

const ANSWER = z.object({ value: z.number() });

/** A call of `POST /search` that reads `{value: number}`. */
export function search(policy: Partial<RetryPolicy> = {}, call: Partial<Call<{ value: number }>> = {}) {
  const endpoint = { method: 'POST', path: '/search', policy: { ...SEARCHING, ...policy } } as const;
  return { endpoint, json: { q: 'acme' }, read: jsonReader(ANSWER), ...call };
}

/** The error that a promise ends in. */
export async function errorOf(promise: Promise<unknown>): Promise<any> {
  return promise.then(
    (value) => {
      throw new Error(`Expected an error, got ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}
