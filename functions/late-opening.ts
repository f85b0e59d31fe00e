import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { dynamoTable, tableClient } from '../shared/aws/dynamo/dynamo-table.ts';
import type { Store } from '../shared/store/open-store.ts';
import type { DeliverPorts } from '../shared/use-cases/deliver/channel-gate.ts';
import { clock } from './handler.ts';
import { lateModels } from './late-models.ts';

/** Writes the opening of a brief, loaded for the first channel that wants one. */
export function lateOpening(
  ports: Store,
  { table, secrets }: { table: string; secrets: SecretsManagerClient },
): DeliverPorts['opening'] {
  const models = lateModels(secrets);
  return async (alerts, to) => {
    const [{ writeOpening }, { judgingIn }] = await Promise.all([
      import('../shared/use-cases/deliver/write-opening.ts'),
      import('../shared/store/watches/judging.ts'),
    ]);
    const judging = judgingIn(dynamoTable(tableClient(), table));
    return writeOpening(alerts, to, { ...ports, judging, clock, models });
  };
}
