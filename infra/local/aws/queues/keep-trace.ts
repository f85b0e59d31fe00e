import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';

/** The system attribute in which SQS keeps the trace header of the request that sent a message. */
export const TRACE = 'AWSTraceHeader';

const sendSchema = z.looseObject({ MessageAttributes: z.record(z.string(), z.unknown()).default({}) });

/**
 * The body of a SendMessage request with the trace header of the request among the attributes of the message, where fauxqs
 * keeps it. It has no system attributes. A body of another form is left as it is: fauxqs refuses it.
 */
export function keepTrace(headers: IncomingHttpHeaders, body: unknown): unknown {
  const trace = headers['x-amzn-trace-id'];
  const send = sendSchema.safeParse(body);
  if (trace === undefined || !send.success) return body;
  const { MessageAttributes, ...rest } = send.data;
  return {
    ...rest,
    MessageAttributes: { ...MessageAttributes, [TRACE]: { DataType: 'String', StringValue: trace } },
  };
}
