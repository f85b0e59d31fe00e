import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { MINUTE, type Instant } from '../../domain/time/instant.ts';
import type { PageLinks } from '../../domain/pages/page-links.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';

/** How long the keys are used before the secret is read again. */
const KEPT = 5 * MINUTE;

/**
 * Links to pages, signed by the value of a secret, and taken too when signed by the one before it. The keys are cached.
 *
 * @param base address of the pages, without a slash at the end.
 */
export function secretPageLinks(
  client: SecretsManagerClient,
  { keySecret, base, clock }: { keySecret: string; base: string; clock: Pick<Clock, 'now'> },
): () => Promise<PageLinks> {
  let cached: (PageLinks & { until: Instant }) | undefined;
  return async () => {
    if (cached && clock.now() < cached.until) return cached;
    const keys = await Promise.all(
      ['AWSCURRENT', 'AWSPREVIOUS'].map((stage) => readVersion(client, { secretId: keySecret, stage })),
    );
    cached = { base, keys: keys.filter((key) => key !== undefined), until: clock.now() + KEPT };
    return cached;
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
