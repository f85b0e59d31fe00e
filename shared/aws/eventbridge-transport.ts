import * as z from 'zod';
import { parseJson, tryParse } from '../contracts/parse-as.ts';
import { PublishRefused, PublishThrottled, PublishUnsure } from '../domain/lib/errors.ts';
import { MINUTE } from '../domain/time/instant.ts';
import { type AwsAccess, awsCall } from './aws-call.ts';
import { withinDeadline } from './bounded-requests.ts';
import type { Topic } from '../use-cases/ports/ports.ts';

const answerSchema = z.object({
  Entries: z
    .array(
      z.object({
        EventId: z.string().optional(),
        ErrorCode: z.string().optional(),
        ErrorMessage: z.string().optional(),
      }),
    )
    .length(1),
});

/** What rules match: the source and the type of our events. */
const EVENT_SOURCE = 'bellwether';
const EVENT_TYPE = 'Bellwether message';

/**
 * EventBridge: our JSON document as one event on a bus. The answer is 200 also when the bus did not take the event,
 * so its entry is read.
 */
export function eventBridgeTransport(access: AwsAccess): Topic {
  return {
    async publish({ id, texts }, { transports }, { deadline } = { deadline: Infinity }) {
      const settings = transports?.eventbridge;
      if (!settings) throw new PublishRefused('The lane has no settings of EventBridge.');
      const entry = {
        EventBusName: settings.bus,
        Source: EVENT_SOURCE,
        DetailType: EVENT_TYPE,
        Resources: [`bellwether:message:${id}`],
        Detail: texts.json,
      };
      const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AWSEvents.PutEvents' };
      const body = JSON.stringify({ Entries: [entry] });
      return eventIdIn(await withinDeadline(deadline, () => awsCall(access, { path: '/', headers, body })));
    },
  };
}

function eventIdIn(answer: string): string {
  const parsed = tryParse(answerSchema, parseJson(answer));
  const [entry] = parsed.success ? parsed.data.Entries : [];
  if (!entry) throw new PublishUnsure('EventBridge answered with something that its API does not describe.');
  const { EventId, ErrorCode = 'without a code', ErrorMessage = 'without a reason' } = entry;
  if (EventId !== undefined) return EventId;
  if (/Throttl/.test(ErrorCode)) throw new PublishThrottled(`EventBridge throttles: ${ErrorMessage}`, MINUTE);
  if (/Internal/.test(ErrorCode)) throw new PublishUnsure(`EventBridge failed: ${ErrorMessage}`);
  throw new PublishRefused(`EventBridge did not take the event: ${ErrorCode}: ${ErrorMessage}`);
}
