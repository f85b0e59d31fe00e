import { connectStack } from '../../../infra/cli/stack/connect-stack.ts';
import type { Stack } from '../../../infra/cli/stack/stack.ts';
import { startLambdaEndpoint } from '../../../infra/local/aws/functions/function-engine.ts';
import { localCredentials, REGION } from '../../../infra/local/aws/local-account.ts';
import type { MotoWorld } from './moto-world.ts';

/** The stack in moto as the command line sees it, and what ends the endpoint of its functions. */
export async function connectMoto({
  clock,
  endpoints,
  functions,
  outputs,
}: MotoWorld): Promise<{ stack: Stack; stop: () => Promise<void> }> {
  const lambda = await startLambdaEndpoint(functions);
  const stack = connectStack(
    {
      name: 'the stack in moto',
      isLocal: true,
      outputs,
      urls: {},
      jobsPrefix: undefined,
      clockShift: 0,
      region: REGION,
      endpoints: { ...endpoints, LAMBDA: lambda.url },
      credentials: localCredentials.credentials,
    },
    { now: () => clock.now(), sleep: async () => undefined },
  );
  return { stack, stop: () => lambda.stop() };
}
