import { type Instant, isoOf, wireTimeOf } from '../../../../../shared/domain/time/instant.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import { isListed, may, sharingInfo } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import type { Dataset, ExtractionContext } from '../context.ts';
import { statusOf } from '../entities/entity-body.ts';
import { type Entity, type Readiness, readinessOf } from '../entities/entity.ts';

/** How far a dataset is at this moment. */
export function datasetStatus({ clock, settings }: ExtractionContext, dataset: Dataset): Readiness {
  return readinessOf(filledLast(dataset), { now: clock.now(), stages: settings.entities });
}

/** A dataset as answers show it (extraction service, datasets). */
export function datasetView(
  context: ExtractionContext,
  dataset: Dataset,
  caller: Owner,
): Record<string, unknown> {
  const entities = entitiesOf(context, dataset);
  const health = healthOf(entities);
  return {
    id: dataset.id,
    organization_id: dataset.owner.organization,
    name: dataset.name,
    description: dataset.description,
    entity_count: entities.length,
    entity_status_breakdown: countBy(entities.map((entity) => statusOf(context, entity))),
    ...health,
    latest_status: datasetStatus(context, dataset),
    created_by_user_id: dataset.owner.email,
    sharing_info: sharingInfo({ item: dataset, caller, sharing: context.settings.sharing }),
    created_at: wireTimeOf(dataset.createdAt),
    updated_at: wireTimeOf(dataset.updatedAt),
  };
}

/** How often each value occurs. */
export function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** How much is known of the entities: percent of them with each attribute, and the mean of these. */
function healthOf(entities: readonly Entity[]) {
  const share = (has: (company: NonNullable<Entity['company']>) => unknown) => {
    const full = entities.filter(({ company }) => company && has(company)).length;
    return entities.length === 0 ? 0 : Math.round((100 * full) / entities.length);
  };
  const breakdown = {
    domain: share(({ domain }) => domain),
    description: share(({ description }) => description),
    alternative_names: share(({ alternative_names }) => alternative_names?.length),
    key_persons: share(({ key_persons }) => key_persons?.length),
  };
  const parts = Object.values(breakdown);
  return {
    health_score: Math.round(parts.reduce((sum, part) => sum + part, 0) / parts.length),
    health_breakdown: breakdown,
  };
}

/** The states of a dataset so far, oldest first: it goes through them each time entities come in. */
export function datasetHistory({ clock, settings }: ExtractionContext, dataset: Dataset) {
  const { enrichingAfter, readyAfter } = settings.entities;
  const fillings = dataset.filledAt.length > 0 ? dataset.filledAt : [dataset.createdAt];
  const entries = fillings.flatMap((at, index) => {
    const next = fillings[index + 1] ?? Infinity;
    const states: [Readiness, Instant][] = [
      ['pending', at],
      ['enriching', at + enrichingAfter],
      ['ready', at + readyAfter],
    ];
    return states.filter(([, since]) => since <= clock.now() && since <= next);
  });
  const history = entries.map(([status, at]) => ({
    status,
    additional_information: null,
    created_at: isoOf(at),
  }));
  return { dataset_id: dataset.id, history };
}

/** When entities last came in: from then on the dataset gets ready. */
function filledLast({ filledAt, createdAt }: Dataset): number {
  return filledAt.at(-1) ?? createdAt;
}

/**
 * The entities of datasets that a job may be connected to, each once.
 *
 * @throws RequestRefused 400 for a dataset that does not exist or is not ready (extraction service, submit).
 */
export function readyEntitiesOf(context: ExtractionContext, caller: Owner, ids: readonly string[]): Entity[] {
  const datasets = [...new Set(ids)].map((id) => readyDataset(context, caller, id));
  const entityIds = new Set(datasets.flatMap((dataset) => dataset.entityIds));
  return [...entityIds].flatMap((id) => context.store.entities.get(id) ?? []);
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

/** The entities of a dataset that exist. */
export function entitiesOf({ store }: ExtractionContext, { entityIds }: Dataset): Entity[] {
  return entityIds.flatMap((id) => store.entities.get(id) ?? []);
}

/**
 * Ids of entities the caller may use, each once. @throws RequestRefused 400 for any other (extraction service,
 * datasets).
 */
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
