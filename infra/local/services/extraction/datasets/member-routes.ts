import { Hono } from 'hono';
import * as z from 'zod';
import type { Call, ServiceApp } from '../../kit/http/local-service.ts';
import { readBodyAs, readForm } from '../../kit/http/read-request.ts';
import type { ExtractionContext } from '../context.ts';
import { ownerOf } from '../calls.ts';
import type { Entity } from '../entities/entity.ts';
import { entityFilter, entityPage, statusOf } from '../entities/entity-list.ts';
import { inOneChange } from '../store/collection.ts';
import { entitiesOf, usableEntityIds, withEntities, withoutEntities } from './members.ts';
import { datasetOf } from './routes.ts';
import { putCompanies, readUpload, reportView } from './upload.ts';
import { datasetHistory } from './views.ts';

const idsBody = z.object({ entity_ids: z.array(z.string()).min(1) });

/** The calls about what is in a dataset (extraction service, datasets). */
export function datasetMemberRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  app.post('/datasets/:dataset_id/entities/list', (call) => list(context, call));
  app.post('/datasets/:dataset_id/entities', (call) => add(context, call));
  app.delete('/datasets/:dataset_id/entities', (call) => take(context, call));
  app.get('/datasets/:dataset_id/status', (call) =>
    call.json(datasetHistory(context, datasetOf(context, call))),
  );
  app.post('/datasets/:dataset_id/upload', (call) => addFromCsv(context, call));
  return app;
}

async function list(context: ExtractionContext, call: Call) {
  const filter = await readBodyAs(entityFilter, call);
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
  return call.json(entityPage(context, entities, { filter, view }));
}

async function add(context: ExtractionContext, call: Call) {
  const { entity_ids } = await readBodyAs(idsBody, call);
  const dataset = datasetOf(context, call, 'edit');
  const ids = usableEntityIds(context, ownerOf(call), entity_ids);
  const filled = withEntities(dataset, { ids, now: context.clock.now() });
  context.store.datasets.put(dataset.id, filled);
  return call.json({
    dataset_id: dataset.id,
    affected_count: filled.entityIds.length - dataset.entityIds.length,
  });
}

/** Takes entities out; those that are not in it do not count. */
async function take(context: ExtractionContext, call: Call) {
  const { entity_ids } = await readBodyAs(idsBody, call);
  const dataset = datasetOf(context, call, 'edit');
  const left = { ...withoutEntities(dataset, entity_ids), updatedAt: context.clock.now() };
  context.store.datasets.put(dataset.id, left);
  return call.json({
    dataset_id: dataset.id,
    affected_count: dataset.entityIds.length - left.entityIds.length,
  });
}

async function addFromCsv(context: ExtractionContext, call: Call) {
  const form = await readForm(call);
  const dataset = datasetOf(context, call, 'edit');
  const report = await readUpload(context, form);
  const created = inOneChange(context.database, () => {
    const ids = putCompanies(context, ownerOf(call), report);
    context.store.datasets.put(dataset.id, withEntities(dataset, { ids, now: context.clock.now() }));
    return ids.length;
  });
  return call.json({
    dataset_id: dataset.id,
    entities_created: created,
    validation_report: reportView(report),
  });
}
