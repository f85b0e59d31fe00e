import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { PublishRefused } from '../../domain/lib/errors.ts';
import type { Clock } from '../../use-cases/ports/clock.ts';
import { secretKey } from './secret-key.ts';

/**
 * Reads the secrets that channels name, and caches them. The secret of the name `SLACK_TOKEN` is `STACK/SLACK_TOKEN` in Secrets
 * Manager: people make these, because a channel can name a new one between two deployments.
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
