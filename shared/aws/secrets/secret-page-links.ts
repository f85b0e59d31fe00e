import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { MINUTE, type Instant } from '../../domain/time/instant.ts';
import type { PageLinks } from '../../domain/pages/page-links.ts';
import { undefinedOn } from '../undefined-on.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';

/** How long the keys are cached. */
const KEPT = 5 * MINUTE;

/**
 * Links to pages are signed with the current value of a secret. Links signed with its previous value are accepted too.
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

/** Undefined for the previous version of a secret that was never changed. */
async function readVersion(
  client: SecretsManagerClient,
  { secretId, stage }: { secretId: string; stage: string },
): Promise<string | undefined> {
  const command = new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage });
  return (await undefinedOn(ResourceNotFoundException, client.send(command)))?.SecretString;
}
