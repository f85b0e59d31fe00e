import type { Owner } from '../accounts/owner.ts';
import { may } from '../accounts/access.ts';
import type { ExtractionContext } from '../context.ts';
import { readinessOf, trackedFrom } from '../entities/entity.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { TrackedEntity } from '../pipeline/connect.ts';
import type { Dataset } from './dataset.ts';

/** When entities last came in: from then on the dataset gets ready. */
export function filledLast({ filledAt, createdAt }: Dataset): number {
  return filledAt.at(-1) ?? createdAt;
}

/**
 * The entities of datasets that a job may be connected to, each once.
 *
 * @throws RequestRefused 400 for a dataset that does not exist or is not ready (extraction service, submit).
 */
export function readyEntitiesOf(
  context: ExtractionContext,
  caller: Owner,
  ids: readonly string[],
): TrackedEntity[] {
  const datasets = [...new Set(ids)].map((id) => readyDataset(context, caller, id));
  const entityIds = new Set(datasets.flatMap((dataset) => dataset.entityIds));
  return [...entityIds].flatMap((id) => {
    const entity = context.store.entities.get(id);
    return entity ? [trackedFrom(entity)] : [];
  });
}

function readyDataset({ store, settings, clock }: ExtractionContext, caller: Owner, id: string): Dataset {
  const dataset = store.datasets.get(id);
  const known =
    dataset && !dataset.deleted && may('view', { item: dataset, caller, sharing: settings.sharing });
  if (!known) throw new RequestRefused(400, `There is no dataset ${id.slice(0, 100)}`);
  const readiness = readinessOf(filledLast(dataset), { now: clock.now(), stages: settings.entities });
  if (readiness !== 'ready')
    throw new RequestRefused(400, `The dataset ${dataset.name} is not ready yet: ${readiness}`);
  return dataset;
}
