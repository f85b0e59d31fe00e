import {
  type GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { expect, it } from 'vitest';
import { namedSecrets } from '../../../../shared/aws/secrets/named-secrets.ts';
import { PublishRefused } from '../../../../shared/domain/lib/errors.ts';
import { heldClock } from '../../../ports/memory-services.ts';
import { NOON } from '../../../ports/examples.ts';

/** Secrets Manager with these values. */
function secretsWith(values: Record<string, string>) {
  const asked: (string | undefined)[] = [];
  const send = async ({ input }: GetSecretValueCommand) => {
    asked.push(input.SecretId);
    const value = values[input.SecretId ?? ''];
    if (value === undefined) throw new ResourceNotFoundException({ message: 'none', $metadata: {} });
    return { SecretString: value };
  };
  return { asked, client: { send } as unknown as SecretsManagerClient };
}

it('reads a secret below the name of the stack once in five minutes', async () => {
  const { asked, client } = secretsWith({ 'bellwether-dev/SLACK_TOKEN': ' xoxb-1\n' });
  const clock = heldClock(NOON);
  const secret = namedSecrets(client, { stack: 'bellwether-dev', clock });
  expect([await secret('SLACK_TOKEN'), await secret('SLACK_TOKEN')]).toEqual(['xoxb-1', 'xoxb-1']);
  expect(asked).toEqual(['bellwether-dev/SLACK_TOKEN']);
  clock.at += 6 * 60_000;
  await secret('SLACK_TOKEN');
  expect(asked).toHaveLength(2);
});

it('refuses a message while its secret is missing, says how to make it, and finds it at the next try', async () => {
  const values: Record<string, string> = {};
  const { client } = secretsWith(values);
  const secret = namedSecrets(client, { stack: 'bellwether-dev', clock: heldClock(NOON) });
  const error = await secret('SLACK_TOKEN').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PublishRefused);
  expect(String(error)).toContain('create-secret --name bellwether-dev/SLACK_TOKEN');
  values['bellwether-dev/SLACK_TOKEN'] = 'xoxb-1';
  expect(await secret('SLACK_TOKEN')).toBe('xoxb-1');
});
