import type { WebhookPayloads } from '../../../use-cases/ports/upstream.ts';
import { maskBody } from '../../http/mask-key.ts';

/**
 * A store of webhook payloads that holds no API key of the service: a payload may repeat it. A body without the key is
 * stored byte by byte.
 */
export function maskedPayloads(payloads: WebhookPayloads, key: () => Promise<string>): WebhookPayloads {
  return { ...payloads, put: async (id, body) => payloads.put(id, maskBody(body, await key())) };
}
