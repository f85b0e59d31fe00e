import { SNSClient } from '@aws-sdk/client-sns';
import { boundedRequests } from '../requests/bounded-requests.ts';

/**
 * A client for the topic that tries once: a second try could send a second message. The caller records each try and
 * repeats it itself.
 */
export function publishClient(): SNSClient {
  return new SNSClient({ ...boundedRequests(), maxAttempts: 1 });
}
