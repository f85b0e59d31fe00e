import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { MINUTE, type Instant } from '../../domain/time/instant.ts';
import { undefinedOn } from '../undefined-on.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';

/** How long a key is cached. After this, a changed key is in use everywhere. */
const KEPT = 5 * MINUTE;

/**
 * Reads the key of an upstream service from its secret, and caches it.
 *
 * @returns an empty text while no key is set: the service then refuses the call, and the operators are notified.
 */
export function secretKey(
  client: SecretsManagerClient,
  { secretId, clock }: { secretId: string; clock: Clock },
): () => Promise<string> {
  let cached: { key: string; until: Instant } | undefined;
  return async () => {
    if (cached && clock.now() < cached.until) return cached.key;
    cached = { key: (await readSecret(client, secretId)).trim(), until: clock.now() + KEPT };
    return cached.key;
  };
}

/** The stack creates the secret without a value. Until a person sets one, the secret has no version. */
async function readSecret(client: SecretsManagerClient, secretId: string): Promise<string> {
  const command = new GetSecretValueCommand({ SecretId: secretId });
  return (await undefinedOn(ResourceNotFoundException, client.send(command)))?.SecretString ?? '';
}
