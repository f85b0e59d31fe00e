import * as z from 'zod';
import { json } from '../../kit/answer.ts';
import type { Route } from '../../kit/local-service.ts';
import { readAs } from '../../kit/refusal.ts';
import type { ExtractionContext } from '../context.ts';
import { type Call, routesFrom } from '../endpoints.ts';
import type { Entity } from '../entities/entity.ts';
import { entityFilter, entityPage, statusOf } from '../entities/entity-list.ts';
import { inOneChange } from '../store/shelf.ts';
import { entitiesOf, usableEntityIds, withEntities, withoutEntities } from './members.ts';
import { datasetOf } from './routes.ts';
import { putCompanies, readUpload, reportView } from './upload.ts';
import { datasetHistory } from './views.ts';

const idsBody = z.object({ entity_ids: z.array(z.string()).min(1) });

/** The calls about what is in a dataset (extraction service, datasets). */
export function datasetMemberRoutes(context: ExtractionContext): Route[] {
  return routesFrom(
    context,
    [
      ['POST', '/datasets/{dataset_id}/entities/list', (call) => list(context, call)],
      ['POST', '/datasets/{dataset_id}/entities', (call) => add(context, call)],
      ['DELETE', '/datasets/{dataset_id}/entities', (call) => take(context, call)],
      [
        'GET',
        '/datasets/{dataset_id}/status',
        (call) => json(datasetHistory(context, datasetOf(context, call))),
      ],
      ['POST', '/datasets/{dataset_id}/upload', (call) => addFromCsv(context, call)],
    ],
    'datasets',
  );
}

async function list(context: ExtractionContext, call: Call) {
  const filter = readAs(entityFilter, await call.json());
  const entities = entitiesOf(context, datasetOf(context, call));
  const view = (entity: Entity) => ({
    id: entity.id,
    name: entity.name,
    entity_type: entity.type,
    status: statusOf(context, entity),
    description: entity.description,
    external_entity_id: entity.externalId,
    attributes: entity.company ?? {},
  });
  return json(entityPage(context, entities, { filter, view }));
}

async function add(context: ExtractionContext, call: Call) {
  const { entity_ids } = readAs(idsBody, await call.json());
  const dataset = datasetOf(context, call, 'edit');
  const ids = usableEntityIds(context, call.owner, entity_ids);
  const filled = withEntities(dataset, { ids, now: context.clock.now() });
  context.shelves.datasets.put(dataset.id, filled);
  return json({ dataset_id: dataset.id, affected_count: filled.entityIds.length - dataset.entityIds.length });
}

/** Takes entities out; those that are not in it do not count. */
async function take(context: ExtractionContext, call: Call) {
  const { entity_ids } = readAs(idsBody, await call.json());
  const dataset = datasetOf(context, call, 'edit');
  const left = { ...withoutEntities(dataset, entity_ids), updatedAt: context.clock.now() };
  context.shelves.datasets.put(dataset.id, left);
  return json({ dataset_id: dataset.id, affected_count: dataset.entityIds.length - left.entityIds.length });
}

async function addFromCsv(context: ExtractionContext, call: Call) {
  const form = await call.multipart();
  const dataset = datasetOf(context, call, 'edit');
  const report = readUpload(form);
  const created = inOneChange(context.database, () => {
    const ids = putCompanies(context, call.owner, report);
    context.shelves.datasets.put(dataset.id, withEntities(dataset, { ids, now: context.clock.now() }));
    return ids.length;
  });
  return json({ dataset_id: dataset.id, entities_created: created, validation_report: reportView(report) });
}
