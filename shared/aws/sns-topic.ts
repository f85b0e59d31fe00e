import { type MessageAttributeValue, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import type { Message, MessageTexts } from '../domain/alerts/message.ts';
import type { Channel } from '../domain/channels/channel.ts';
import { PublishRefused, PublishUnsure } from '../domain/lib/errors.ts';
import { SECOND } from '../domain/time/instant.ts';
import { boundedRequests, withinDeadline } from './bounded-requests.ts';
import type { Topic } from '../use-cases/ports/ports.ts';

/** A Publish that takes longer is unsure. Much shorter than the claim of a message. */
const PUBLISH_LIMIT = 10 * SECOND;
/** SNS accepts subjects under 100 characters. */
const SUBJECT_LIMIT = 99;

/**
 * The topic. The client must make one attempt (see `publishClient`): a second one could send a second message. Our
 * subscriptions filter by the attributes `channel` and `sms`. The other attributes are for the users' own filters.
 *
 * @param limit milliseconds that one Publish may take.
 */
export function snsTopic(client: SNSClient, topicArn: string, { limit = PUBLISH_LIMIT } = {}): Topic {
  const publish = async (message: Message, channel: Channel, subject: string): Promise<string> => {
    const answer = await client.send(
      new PublishCommand({
        TopicArn: topicArn,
        Subject: subject,
        MessageStructure: 'json',
        Message: JSON.stringify(textsOf(message.texts)),
        MessageAttributes: attributesOf(message, channel),
      }),
      { abortSignal: AbortSignal.timeout(limit) },
    );
    if (answer.MessageId === undefined) throw new Error('The answer to Publish has no MessageId.');
    return answer.MessageId;
  };
  return {
    async publish(message, channel, { deadline } = { deadline: Infinity }) {
      const { subject } = message.texts;
      const send = (line: string) => withinDeadline(deadline, () => publish(message, channel, line));
      try {
        return await send(subject);
      } catch (error) {
        const plain = asciiOf(subject);
        if (plain === subject || !isAboutSubject(error)) throw failureOf(error);
      }
      try {
        return await send(asciiOf(subject));
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

/** A text for each protocol. A protocol without one would get `default`. */
function textsOf({ subject, email, sms, json }: MessageTexts) {
  return {
    default: subject,
    email,
    'email-json': json,
    sms,
    http: json,
    https: json,
    sqs: json,
    lambda: json,
  };
}

function attributesOf(message: Message, channel: Channel): Record<string, MessageAttributeValue> {
  const own = {
    channel: channel.name,
    ...(message.texts.sms !== undefined && channel.sms.length > 0 && { sms: 'yes' }),
  };
  const all = Object.entries({ ...message.attributes, severity: severityOf(message, channel), ...own });
  return Object.fromEntries(
    all
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, { DataType: typeOf(name), StringValue: value }]),
  );
}

/**
 * Filters of addresses with a severity of their own let pass what has none. Only a channel with such addresses leaves
 * it out.
 */
function severityOf({ severity, isOrdered }: Message, { protocolSeverity = {} }: Channel): string {
  const { email, https, queue } = protocolSeverity;
  const isFiltered = [email, https, queue].some((one) => one !== undefined && one !== 'info');
  return isOrdered && isFiltered ? '' : severity;
}

/** A subscriber's filter matches when any value of the list matches. */
function typeOf(name: string): string {
  return name === 'companies' ? 'String.Array' : 'String';
}

/** Printable ASCII only, which SNS always accepts in a subject. One character can become several: `…` is `...`. */
function asciiOf(subject: string): string {
  const plain = subject
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, SUBJECT_LIMIT)
    .trim();
  return plain === '' ? 'Bellwether' : plain;
}

/** SNS names the parameter that it refuses. Only the subject can be written in plainer characters. */
function isAboutSubject(error: unknown): boolean {
  return (
    error instanceof Error && error.name.startsWith('InvalidParameter') && error.message.includes('Subject')
  );
}

/** A 4xx answer is a refusal. After any other failure the message may have been sent. */
function failureOf(error: unknown): Error {
  const status = statusOf(error);
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (status !== undefined && status >= 400 && status < 500)
    return new PublishRefused(text, { cause: error });
  return new PublishUnsure(text, { cause: error });
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const metadata: unknown = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

/**
 * A client for the topic that tries once: a second try could send a second message. The caller records each try and
 * repeats it itself.
 */
export function publishClient(): SNSClient {
  return new SNSClient({ ...boundedRequests(), maxAttempts: 1 });
}
