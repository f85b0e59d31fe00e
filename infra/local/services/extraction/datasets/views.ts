import { type Instant, isoOf, wireTimeOf } from '../../../../../shared/domain/time/instant.ts';
import { sharingInfo } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import type { ExtractionContext } from '../context.ts';
import { type Entity, type Readiness, readinessOf } from '../entities/entity.ts';
import { statusOf } from '../entities/entity-list.ts';
import type { Dataset } from './dataset.ts';
import { entitiesOf } from './members.ts';
import { filledLast } from './usable.ts';

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
