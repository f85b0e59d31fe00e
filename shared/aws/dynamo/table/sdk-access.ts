import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { TableAccess } from './table-client.ts';

/**
 * The access that a client of the SDK has found: the command line has profiles, single sign-on and other sources of
 * credentials, which only the SDK knows.
 */
export function sdkAccess({ config }: DynamoDBClient): TableAccess {
  return {
    endpoint: async () => {
      const given = await config.endpoint?.();
      if (given) {
        const { protocol, hostname, port, path } = given;
        return new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
      }
      const Region = await config.region();
      const [UseFIPS, UseDualStack] = await Promise.all([
        config.useFipsEndpoint(),
        config.useDualstackEndpoint(),
      ]);
      return config.endpointProvider({ Region, UseFIPS, UseDualStack }).url;
    },
    region: () => config.region(),
    credentials: () => config.credentials(),
    tries: () => config.maxAttempts(),
  };
}
