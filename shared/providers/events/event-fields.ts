import * as z from 'zod';
import type { EventType } from '../../domain/services/event-filters.ts';
import type { CallOptions } from '../http/call-options.ts';
import { reading } from '../http/endpoint.ts';
import type { HttpClient } from '../http/http-client.ts';
import { hiddenFailure } from '../http/hidden-failure.ts';
import { maybe, maybeNumber, maybeObject, maybeText } from '../http/lenient.ts';
import { jsonReader } from '../http/reader.ts';

const field = z.object({ type: maybeText, usage_example: maybeObject });

const answer = z.object({
  message: maybeText,
  count: maybeNumber,
  /** Filter key to its type (`String`, `Date`, `Number` or another) and an example. */
  fields: maybe(z.record(z.string(), maybe(field))),
});

/** The filters of an event type. */
export type EventFields = z.infer<typeof answer>;

const endpoint = reading('GET', '/api/events_info/get_event_fields');
const read = jsonReader(answer, hiddenFailure);

/** Reads the filters of an event type from the service. */
export function readEventFields(
  http: HttpClient,
  { event_type, options }: { event_type: EventType; options: CallOptions | undefined },
): Promise<EventFields> {
  return http.call({ endpoint, query: { event_type }, read }, options);
}
