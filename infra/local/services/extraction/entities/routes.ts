import { Hono } from 'hono';
import * as z from 'zod';
import { readBodyAs, type ServiceApp } from '../../kit/http/local-service.ts';
import { ownerOf } from '../accounts/owner.ts';
import { readQuery } from '../accounts/paging.ts';
import { inOneChange } from '../collection.ts';
import type { ExtractionContext } from '../context.ts';
import type { Entity } from './entity.ts';
import {
  changesOf,
  entitiesOfCallers,
  entityBody,
  entityChange,
  entityQuery,
  EntityRefused,
  entityView,
  ofType,
  putNewEntity,
  statusOf,
} from './entity-body.ts';

/** So many entities in one batch. */
const LARGEST_BATCH = 1_000;

const batchBody = z.object({ entities: z.array(entityBody).min(1) });

/** The calls about entities (extraction service, entities). Entities are in the projects of their datasets. */
export function entityRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  const { store, database } = context;
  const entities = entitiesOfCallers(context);
  const made = (entity: Entity) => ({ id: entity.id, status: statusOf(context, entity) });
  const view = (entity: Entity) => entityView(context, entity);
  app.get('/entities', (call) => {
    const query = readQuery(entityQuery, call);
    const owner = ownerOf(call);
    const items = store.entities.list({ within: owner.organization }).filter(ofType(query));
    return call.json(entities.list(call, query, { name: 'entities', view, items }));
  });
  app.post('/entities', async (call) =>
    call.json(made(putNewEntity(context, ownerOf(call), await readBodyAs(entityBody, call)))),
  );
  app.post('/entities/batch', async (call) => {
    const batch = (await readBodyAs(batchBody, call)).entities;
    if (batch.length > LARGEST_BATCH)
      throw new EntityRefused(`A batch has at most ${LARGEST_BATCH} entities`);
    const all = inOneChange(database, () => batch.map((body) => putNewEntity(context, ownerOf(call), body)));
    return call.json({ entities: all.map(made), count: all.length });
  });
  app.get('/entities/:entity_id', (call) => call.json(view(entities.of(call))));
  app.patch('/entities/:entity_id', async (call) => {
    const body = await readBodyAs(entityChange, call);
    const entity = entities.of(call, 'edit');
    return call.json(view(entities.change(entity, changesOf(entity, body))));
  });
  app.delete('/entities/:entity_id', (call) => {
    const { id } = entities.of(call, 'manage');
    inOneChange(database, () => {
      store.entities.delete(id);
      for (const dataset of store.datasets.list()) {
        const entityIds = dataset.entityIds.filter((other) => other !== id);
        if (entityIds.length < dataset.entityIds.length)
          store.datasets.put(dataset.id, { ...dataset, entityIds });
      }
    });
    return call.body(null, 204);
  });
  return app;
}
