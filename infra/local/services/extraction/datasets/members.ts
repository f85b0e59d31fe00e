import { isListed } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import type { ExtractionContext } from '../context.ts';
import type { Entity } from '../entities/entity.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { Dataset } from './dataset.ts';

/** The entities of a dataset that exist. */
export function entitiesOf({ store }: ExtractionContext, { entityIds }: Dataset): Entity[] {
  return entityIds.flatMap((id) => store.entities.get(id) ?? []);
}

/** Ids of entities the caller may use, each once. @throws RequestRefused 400 for any other (extraction service, datasets). */
export function usableEntityIds(
  { store, settings }: ExtractionContext,
  caller: Owner,
  ids: readonly string[],
): string[] {
  const unique = [...new Set(ids)];
  const bad = unique.filter((id) => {
    const item = store.entities.get(id);
    return !item || !isListed('all', { item, caller, sharing: settings.sharing });
  });
  if (bad.length === 0) return unique;
  throw new RequestRefused(
    400,
    `There are no entities with these ids: ${bad.slice(0, 5).join(', ').slice(0, 300)}`,
  );
}

/** A dataset with more entities. A new one makes it prepare again from `now` on. */
export function withEntities(
  dataset: Dataset,
  { ids, now }: { ids: readonly string[]; now: number },
): Dataset {
  const added = ids.filter((id) => !dataset.entityIds.includes(id));
  if (added.length === 0) return dataset;
  return {
    ...dataset,
    updatedAt: now,
    entityIds: [...dataset.entityIds, ...added],
    filledAt: [...dataset.filledAt, now],
  };
}

/** A dataset without some entities. */
export function withoutEntities(dataset: Dataset, ids: readonly string[]): Dataset {
  return { ...dataset, entityIds: dataset.entityIds.filter((id) => !ids.includes(id)) };
}
