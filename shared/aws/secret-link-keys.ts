import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { MINUTE, type Instant } from '../domain/instant.ts';
import type { LinkKeys } from '../domain/signed-link.ts';
import type { Clock } from '../use-cases/ports.ts';

/** How long the keys are used before the secret is read again. */
const KEPT = 5 * MINUTE;

/** The keys of links from their secret, cached: the value in use, and the one before it where there is one. */
export function secretLinkKeys(
  client: SecretsManagerClient,
  { secretId, clock }: { secretId: string; clock: Clock },
): () => Promise<LinkKeys> {
  let cached: { keys: LinkKeys; until: Instant } | undefined;
  return async () => {
    if (cached && clock.now() < cached.until) return cached.keys;
    const keys = await Promise.all(
      ['AWSCURRENT', 'AWSPREVIOUS'].map((stage) => readVersion(client, { secretId, stage })),
    );
    cached = { keys: keys.filter((key) => key !== undefined), until: clock.now() + KEPT };
    return cached.keys;
  };
}

/** A secret that was never changed has no previous version. */
async function readVersion(
  client: SecretsManagerClient,
  { secretId, stage }: { secretId: string; stage: string },
): Promise<string | undefined> {
  try {
    const command = new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage });
    return (await client.send(command)).SecretString;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
