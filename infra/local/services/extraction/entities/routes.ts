import { Hono } from 'hono';
import * as z from 'zod';
import { type Call, readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { pathItem, isListed, type Permission } from '../accounts/access.ts';
import { readQuery } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { withoutEntities } from '../datasets/views.ts';
import { ownerOf } from '../accounts/owner.ts';
import { usableProject } from '../projects/usable.ts';
import { inOneChange } from '../collection.ts';
import type { Entity } from './entity.ts';
import {
  changedEntity,
  entityBody,
  entityChange,
  entityFilter,
  entityPage,
  EntityRefused,
  entityView,
  putNewEntity,
  statusOf,
} from './entity-body.ts';

/** So many entities in one batch. */
const LARGEST_BATCH = 1_000;

const listQuery = entityFilter.extend({ project_id: z.string().optional() });
const batchBody = z.object({ entities: z.array(entityBody).min(1) });

/** The calls about entities (extraction service, entities). */
export function entityRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  app.get('/entities', (call) => call.json(list(context, call)));
  app.post('/entities', (call) => create(context, call));
  app.post('/entities/batch', (call) => createBatch(context, call));
  app.get('/entities/:entity_id', (call) => call.json(entityView(context, entityOf(context, call))));
  app.patch('/entities/:entity_id', (call) => change(context, call));
  app.delete('/entities/:entity_id', (call) => remove(context, call));
  return app;
}

function entityOf(context: ExtractionContext, call: Call, need?: Permission): Entity {
  return pathItem(context, call, { collection: context.store.entities, kind: 'Entity', need });
}

/** The caller's entities; with a project those of its datasets, since entities themselves are in no project. */
function list(context: ExtractionContext, call: Call) {
  const owner = ownerOf(call);
  const { project_id, ...filter } = readQuery(listQuery, call);
  const { store, settings } = context;
  const members =
    project_id === undefined ? undefined : membersOf(context, usableProject(context, owner, project_id).id);
  const entities = store.entities
    .list({ within: owner.organization })
    .filter((item) => isListed('all', { item, caller: owner, sharing: settings.sharing }))
    .filter(({ id }) => members === undefined || members.has(id));
  return entityPage(context, entities, { filter, view: (entity) => entityView(context, entity) });
}

function membersOf({ store }: ExtractionContext, projectId: string): Set<string> {
  const datasets = store.datasets
    .list()
    .filter((dataset) => dataset.projectId === projectId && !dataset.deleted);
  return new Set(datasets.flatMap(({ entityIds }) => entityIds));
}

async function create(context: ExtractionContext, call: Call) {
  const entity = putNewEntity(context, ownerOf(call), await readBodyAs(entityBody, call));
  return call.json({ id: entity.id, status: statusOf(context, entity) });
}

/** All of a batch, or nothing. */
async function createBatch(context: ExtractionContext, call: Call) {
  const { entities } = await readBodyAs(batchBody, call);
  if (entities.length > LARGEST_BATCH)
    throw new EntityRefused(`A batch has at most ${LARGEST_BATCH} entities`);
  const made = inOneChange(context.database, () =>
    entities.map((body) => putNewEntity(context, ownerOf(call), body)),
  );
  return call.json({
    entities: made.map((entity) => ({ id: entity.id, status: statusOf(context, entity) })),
    count: made.length,
  });
}

async function change(context: ExtractionContext, call: Call) {
  const body = await readBodyAs(entityChange, call);
  const entity = entityOf(context, call, 'edit');
  const changed = changedEntity(entity, { body, now: context.clock.now() });
  context.store.entities.put(entity.id, changed);
  return call.json(entityView(context, changed));
}

/** Deletes an entity and takes it out of every dataset. */
function remove(context: ExtractionContext, call: Call) {
  const { id } = entityOf(context, call, 'manage');
  inOneChange(context.database, () => {
    context.store.entities.delete(id);
    for (const dataset of context.store.datasets.list()) {
      if (dataset.entityIds.includes(id))
        context.store.datasets.put(dataset.id, withoutEntities(dataset, [id]));
    }
  });
  return call.body(null, 204);
}
