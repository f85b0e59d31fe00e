import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { MINUTE, type Instant } from '../../domain/time/instant.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';

/** How long a key is used before the secret is read again: a changed key is in use everywhere after this. */
const KEPT = 5 * MINUTE;

/**
 * The key of an upstream service from its secret, cached. The value never leaves this closure but as the key itself.
 *
 * @returns an empty text while no key has been set: the service then refuses the call, and the operators are notified.
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

/** The stack makes the secret without a value: until somebody puts one in, there is no version of it to be found. */
async function readSecret(client: SecretsManagerClient, secretId: string): Promise<string> {
  try {
    const answer = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    return answer.SecretString ?? '';
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return '';
    throw error;
  }
}
