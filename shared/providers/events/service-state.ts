import * as z from 'zod';
import type { CallOptions } from '../http/call-options.ts';
import { reading } from '../http/endpoint.ts';
import type { HttpClient } from '../http/http-client.ts';
import { hiddenFailure } from '../http/hidden-failure.ts';
import { maybe, maybeFlag, maybeNumber, maybeText, texts } from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';

const subscription = z.object({
  active: maybeFlag,
  calls_per_seconds: maybeNumber,
  plan_name: maybeText,
  usage_assigned_calls: maybeNumber,
  usage_remaining_calls: maybeNumber,
  additional_info: maybe(z.object({ available_events: texts })),
});

/** Limits and use of the plan. */
export type EventsSubscription = z.infer<typeof subscription>;

const health = z.object({ message: maybeText });

/** `message` is `Healthy` when the service works. */
export type EventsHealth = z.infer<typeof health>;

const SUBSCRIPTION = reading('GET', '/api/subscription');
const HEALTH = reading('GET', '/api/health');

export function readSubscription(http: HttpClient, options?: CallOptions): Promise<EventsSubscription> {
  return http.call({ endpoint: SUBSCRIPTION, read: jsonReader(subscription, hiddenFailure) }, options);
}

export function readHealth(http: HttpClient, options?: CallOptions): Promise<EventsHealth> {
  return http.call({ endpoint: HEALTH, read: jsonReader(health, hiddenFailure) }, options);
}
