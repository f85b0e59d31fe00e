import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { loadedOnce } from '../shared/domain/lib/in-parallel.ts';
import type { OpenModel } from '../shared/use-cases/ports/models.ts';
import { clock } from './handler.ts';

/** The models of the function, loaded when the first one is asked for. */
export function lateModels(secrets: SecretsManagerClient): OpenModel {
  const models = loadedOnce(async () => {
    const { openModels } = await import('./open-models.ts');
    return openModels(process.env, { secrets, clock });
  });
  return async (name) => (await models())(name);
}
