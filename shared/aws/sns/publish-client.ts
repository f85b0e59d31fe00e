import { SNSClient } from '@aws-sdk/client-sns';

/**
 * A client for the topic that tries once: a second try of the client could be a second message. Who publishes keeps
 * the books and tries again itself.
 */
export function publishClient(): SNSClient {
  return new SNSClient({ maxAttempts: 1 });
}
