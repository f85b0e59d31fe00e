import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { loadedOnce } from '../shared/domain/lib/in-parallel.ts';
import type { Store } from '../shared/store/open-store.ts';
import type { DeliverPorts } from '../shared/use-cases/deliver/channel-gate.ts';
import type { OpenModel } from '../shared/use-cases/ports/models.ts';
import { clock, openJudging } from './handler.ts';

/** The models of the function, loaded when the first one is asked for. */
export function lateModels(secrets: SecretsManagerClient): OpenModel {
  const models = loadedOnce(async () => {
    const { openModels } = await import('./open-models.ts');
    return openModels(process.env, { secrets, clock });
  });
  return async (name) => (await models())(name);
}

/** Writes the opening of a brief, loaded for the first channel that wants one. */
export function lateOpening(
  ports: Store,
  { table, secrets }: { table: string; secrets: SecretsManagerClient },
): DeliverPorts['opening'] {
  const models = lateModels(secrets);
  return async (alerts, to) => {
    const { writeOpening } = await import('../shared/use-cases/deliver/write-opening.ts');
    return writeOpening(alerts, to, { ...ports, judging: openJudging(table), clock, models });
  };
}
