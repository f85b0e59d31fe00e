import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { PublishRefused } from '../domain/lib/errors.ts';
import type { PageLinks } from '../domain/pages/signed-link.ts';
import { type Instant, MINUTE } from '../domain/time/instant.ts';
import type { Clock } from '../use-cases/ports/clock.ts';
import { undefinedOn } from './bounded-requests.ts';

/** How long a key is cached. After this, a changed key is in use everywhere. */
const KEPT = 5 * MINUTE;

/** What is read at most once in that time. A failed read is not kept. */
function cached<T>(read: () => Promise<T>, clock: Pick<Clock, 'now'>): () => Promise<T> {
  let known: { value: T; until: Instant } | undefined;
  return async () => {
    if (!known || clock.now() >= known.until) known = { value: await read(), until: clock.now() + KEPT };
    return known.value;
  };
}

/**
 * Reads the key of an upstream service from its secret, and caches it.
 *
 * @returns an empty text while no key is set: the service then refuses the call, and the operators are notified.
 */
export function secretKey(
  client: SecretsManagerClient,
  { secretId, clock }: { secretId: string; clock: Clock },
): () => Promise<string> {
  return cached(async () => ((await readSecret(client, secretId)) ?? '').trim(), clock);
}

/**
 * The stack creates the secret without a value: until a person sets one, it has no version. One that was never changed
 * has no previous version.
 */
async function readSecret(
  client: SecretsManagerClient,
  secretId: string,
  stage?: string,
): Promise<string | undefined> {
  const command = new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage });
  return (await undefinedOn(ResourceNotFoundException, client.send(command)))?.SecretString;
}

/**
 * Reads the secrets that channels name, and caches them. The secret of the name `SLACK_TOKEN` is `STACK/SLACK_TOKEN`
 * in Secrets Manager: people make these, because a channel can name a new one between two deployments.
 *
 * @throws PublishRefused while a secret does not exist or has no value.
 */
export function namedSecrets(
  client: SecretsManagerClient,
  { stack, clock }: { stack: string; clock: Clock },
): (name: string) => Promise<string> {
  const readers = new Map<string, () => Promise<string>>();
  return async (name) => {
    const secretId = `${stack}/${name}`;
    const read = readers.get(name) ?? secretKey(client, { secretId, clock });
    const value = await read();
    // One that is missing is looked for again at the next try.
    if (value === '')
      throw new PublishRefused(
        `The secret ${secretId} has no value. Run aws secretsmanager create-secret --name ${secretId} --secret-string VALUE; on one machine set the variable ${name} before npm start.`,
      );
    readers.set(name, read);
    return value;
  };
}

/**
 * Links to pages are signed with the current value of a secret. Links signed with its previous value are accepted too.
 *
 * @param base address of the pages, without a slash at the end.
 */
export function secretPageLinks(
  client: SecretsManagerClient,
  { keySecret, base, clock }: { keySecret: string; base: string; clock: Pick<Clock, 'now'> },
): () => Promise<PageLinks> {
  return cached(async () => {
    const stages = ['AWSCURRENT', 'AWSPREVIOUS'];
    const keys = await Promise.all(stages.map((stage) => readSecret(client, keySecret, stage)));
    return { base, keys: keys.filter((key) => key !== undefined) };
  }, clock);
}
