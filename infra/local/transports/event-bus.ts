import * as z from 'zod';
import { parseJson } from '../../../shared/contracts/parse-json.ts';
import type { StandInAnswer, StandInRequest } from './stand-in.ts';

// What PutEvents takes. Sources: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html (10 entries),
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html (256 KB, counted so).

/** In bytes, for all entries together. */
const LARGEST = 256 * 1_024;

const entrySchema = z.strictObject({
  EventBusName: z.string().min(1).max(1_600),
  Source: z.string().min(1),
  DetailType: z.string().min(1).max(128),
  Resources: z.array(z.string()).optional(),
  Detail: z.string().refine((text) => {
    const detail = parseJson(text);
    return typeof detail === 'object' && detail !== null && !Array.isArray(detail);
  }),
});
const orderSchema = z.strictObject({ Entries: z.array(entrySchema).min(1).max(10) });

/** The buses that the account has. An event for another one fails alone, in an answer of 200. */
const BUSES = new Set(['default', 'press']);

/** Answers PutEvents of EventBridge. */
export function putEvents({ headers, body }: StandInRequest): StandInAnswer {
  if (headers['x-amz-target'] !== 'AWSEvents.PutEvents') return failure(400, 'UnknownOperationException');
  if (headers['content-type'] !== 'application/x-amz-json-1.1') return failure(400, 'SerializationException');
  const parsed = orderSchema.safeParse(parseJson(body));
  if (!parsed.success) return failure(400, 'ValidationException');
  const entries = parsed.data.Entries;
  if (entries.reduce((sum, entry) => sum + sizeOf(entry), 0) >= LARGEST)
    return failure(400, 'ValidationException');
  const answered = entries.map(({ EventBusName }, n) =>
    BUSES.has(EventBusName)
      ? { EventId: `event-${n}` }
      : { ErrorCode: 'ResourceNotFoundException', ErrorMessage: `Event bus ${EventBusName} does not exist.` },
  );
  const failed = answered.filter((one) => 'ErrorCode' in one).length;
  // A request of which nothing was taken is not kept as taken: see `isTaken`.
  return {
    status: 200,
    body: JSON.stringify({ FailedEntryCount: failed, Entries: answered }),
    isTaken: failed < entries.length,
  };
}

function sizeOf({ Source, DetailType, Detail, Resources = [] }: z.infer<typeof entrySchema>): number {
  return [Source, DetailType, Detail, ...Resources].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function failure(status: number, type: string): StandInAnswer {
  return { status, body: JSON.stringify({ __type: type, message: type }) };
}
