import { REGION } from '../local-account.ts';
import { type MessageAttributes, type PublishedMessage, textFor } from './sns-wire.ts';
import { deadLettersOf, type Subscription } from './subscriptions.ts';

/** A published message with its id and its time, ISO. */
type AcceptedMessage = PublishedMessage & { id: string; at: string };

/** The ways on which messages leave the topic. */
export interface Ways {
  /**
   * Sends a message to a queue in the name of a topic. Returns false when the queue is not on this machine, or when
   * its policy does not let the topic in.
   */
  sendToQueue: (arn: string, body: string, topicArn: string) => Promise<boolean>;
  /**
   * Delivers to a web address, and returns whether it was taken. Left out: messages to web addresses are kept, and sent
   * nowhere.
   */
  deliverToWeb?: (url: string, request: WebRequest) => Promise<boolean>;
}

export interface WebRequest {
  headers: Record<string, string>;
  body: string;
}

/**
 * Delivers a message to a program that subscribes. What cannot be delivered goes to the dead-letter queue of the
 * subscription, in the form that the program would have received. E-mail and SMS are not delivered.
 *
 * AWS's documents do not show the body of such a dead letter: its form is assumed. It is not signed here.
 */
export async function deliverMessage(
  message: AcceptedMessage,
  subscription: Subscription,
  { sendToQueue, deliverToWeb = async () => true }: Ways,
): Promise<void> {
  const { protocol, endpoint, topicArn, attributes } = subscription;
  const body = bodyFor(message, subscription);
  const isDelivered =
    protocol === 'sqs'
      ? await sendToQueue(endpoint, body, topicArn)
      : await deliverToWeb(endpoint, { headers: headersFor(message, subscription), body });
  const { RedrivePolicy } = attributes;
  if (isDelivered || RedrivePolicy === undefined) return;
  // When the queue does not take it either, it is lost: SNS counts NumberOfNotificationsFailedToRedriveToDlq.
  await sendToQueue(deadLettersOf(RedrivePolicy, topicArn), body, topicArn);
}

/** The protocols of programs. */
export function isProgram({ protocol }: Pick<Subscription, 'protocol'>): boolean {
  return protocol === 'sqs' || protocol === 'https';
}

/** The text as it is, or in SNS's envelope. */
function bodyFor(message: AcceptedMessage, { protocol, arn, attributes }: Subscription): string {
  const text = textFor(message, protocol);
  if (attributes['RawMessageDelivery'] === 'true') return text;
  return JSON.stringify({
    Type: 'Notification',
    MessageId: message.id,
    TopicArn: message.topicArn,
    ...(message.subject === undefined ? {} : { Subject: message.subject }),
    Message: text,
    Timestamp: message.at,
    UnsubscribeURL: `https://sns.${REGION}.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=${arn}`,
    MessageAttributes: envelopeAttributes(message.attributes),
  });
}

function headersFor(
  { id }: AcceptedMessage,
  { arn, topicArn, attributes }: Subscription,
): Record<string, string> {
  return {
    'content-type': 'text/plain; charset=UTF-8',
    'x-amz-sns-message-type': 'Notification',
    'x-amz-sns-message-id': id,
    'x-amz-sns-topic-arn': topicArn,
    'x-amz-sns-subscription-arn': arn,
    ...(attributes['RawMessageDelivery'] === 'true' && { 'x-amz-sns-rawdelivery': 'true' }),
  };
}

function envelopeAttributes(attributes: MessageAttributes): object {
  const entries = Object.entries(attributes);
  return Object.fromEntries(entries.map(([name, { type, value }]) => [name, { Type: type, Value: value }]));
}
