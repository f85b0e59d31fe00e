import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { bedrockModel } from '../shared/aws/bedrock-model.ts';
import { namedSecrets } from '../shared/aws/secrets.ts';
import { readAwsEnvironment } from '../shared/contracts/environment.ts';
import { readModelsEnvironment } from '../shared/contracts/models.ts';
import { SECOND } from '../shared/domain/time/instant.ts';
import { chatModel } from '../shared/providers/models/chat-model.ts';
import { createPost } from '../shared/providers/http/post.ts';
import { reachableNetworks } from '../shared/providers/http/public-address.ts';
import type { Clock } from '../shared/use-cases/ports/clock.ts';
import type { OpenModel } from '../shared/use-cases/ports/models.ts';

/** How long one call of a model may take. The deadline of a call comes earlier. */
const LIMIT = 60 * SECOND;

/** The models that the environment of the function names. No client is made before one of them is asked for. */
export function openModels(
  environment: NodeJS.ProcessEnv,
  { secrets, clock }: { secrets: SecretsManagerClient; clock: Clock },
): OpenModel {
  const { models, stack, reachable } = readModelsEnvironment(environment);
  const { account, bedrock } = readAwsEnvironment(environment);
  const now = () => clock.now();
  const post = createPost({ now, mayReach: reachableNetworks(reachable), limit: LIMIT });
  const secret = namedSecrets(secrets, { stack, clock });
  return async (name) => {
    const model = Object.hasOwn(models, name) ? models[name] : undefined;
    if (!model) return undefined;
    if ('bedrock' in model) {
      const access = { ...account, endpoint: bedrock, service: 'bedrock', now };
      return bedrockModel(access, { id: model.bedrock, structured: model.structured });
    }
    const { keySecret } = model;
    return chatModel(
      { ...model, key: async () => (keySecret === undefined ? undefined : secret(keySecret)) },
      post,
    );
  };
}
