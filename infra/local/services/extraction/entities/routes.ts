import * as z from 'zod';
import { json, noContent } from '../../kit/answer.ts';
import type { Route } from '../../kit/local-service.ts';
import { readAs } from '../../kit/refusal.ts';
import { findUsable, isListed, type Permission } from '../accounts/access.ts';
import { readQuery } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { withoutEntities } from '../datasets/members.ts';
import { type Call, partOf, routesFrom } from '../endpoints.ts';
import { usableProject } from '../projects/usable.ts';
import { inOneChange } from '../store/shelf.ts';
import type { Entity } from './entity.ts';
import { changedEntity, entityBody, entityChange, putNewEntity } from './entity-body.ts';
import { entityFilter, entityPage, entityView, statusOf } from './entity-list.ts';
import { EntityRefused } from './entity-refused.ts';

/** So many entities in one batch. */
const LARGEST_BATCH = 1_000;

const listQuery = entityFilter.extend({ project_id: z.string().optional() });
const batchBody = z.object({ entities: z.array(entityBody).min(1) });

/** The calls about entities (extraction service, entities). */
export function entityRoutes(context: ExtractionContext): Route[] {
  return routesFrom(
    context,
    [
      ['GET', '/entities', (call) => json(list(context, call))],
      ['POST', '/entities', (call) => create(context, call)],
      ['POST', '/entities/batch', (call) => createBatch(context, call)],
      ['GET', '/entities/{entity_id}', (call) => json(entityView(context, entityOf(context, call)))],
      ['PATCH', '/entities/{entity_id}', (call) => change(context, call)],
      ['DELETE', '/entities/{entity_id}', (call) => remove(context, call)],
    ],
    'datasets',
  );
}

function entityOf({ shelves, settings }: ExtractionContext, call: Call, need: Permission = 'view'): Entity {
  const id = partOf(call, 'entity_id');
  return findUsable(shelves.entities, {
    id,
    kind: 'Entity',
    caller: call.owner,
    need,
    sharing: settings.sharing,
  });
}

/** The caller's entities; with a project those of its datasets, since entities themselves are in no project. */
function list(context: ExtractionContext, { owner, query }: Call) {
  const { project_id, ...filter } = readQuery(listQuery, query);
  const { shelves, settings } = context;
  const members =
    project_id === undefined ? undefined : membersOf(context, usableProject(context, owner, project_id).id);
  const entities = shelves.entities
    .list({ within: owner.organization })
    .filter((item) => isListed('all', { item, caller: owner, sharing: settings.sharing }))
    .filter(({ id }) => members === undefined || members.has(id));
  return entityPage(context, entities, { filter, view: (entity) => entityView(context, entity) });
}

function membersOf({ shelves }: ExtractionContext, projectId: string): Set<string> {
  const datasets = shelves.datasets
    .list()
    .filter((dataset) => dataset.projectId === projectId && !dataset.deleted);
  return new Set(datasets.flatMap(({ entityIds }) => entityIds));
}

async function create(context: ExtractionContext, call: Call) {
  const entity = putNewEntity(context, call.owner, readAs(entityBody, await call.json()));
  return json({ id: entity.id, status: statusOf(context, entity) });
}

/** All of a batch, or nothing. */
async function createBatch(context: ExtractionContext, call: Call) {
  const { entities } = readAs(batchBody, await call.json());
  if (entities.length > LARGEST_BATCH)
    throw new EntityRefused(`A batch has at most ${LARGEST_BATCH} entities`);
  const made = inOneChange(context.database, () =>
    entities.map((body) => putNewEntity(context, call.owner, body)),
  );
  return json({
    entities: made.map((entity) => ({ id: entity.id, status: statusOf(context, entity) })),
    count: made.length,
  });
}

async function change(context: ExtractionContext, call: Call) {
  const body = readAs(entityChange, await call.json());
  const entity = entityOf(context, call, 'edit');
  const changed = changedEntity(entity, { body, now: context.clock.now() });
  context.shelves.entities.put(entity.id, changed);
  return json(entityView(context, changed));
}

/** Deletes an entity and takes it out of every dataset. */
function remove(context: ExtractionContext, call: Call) {
  const { id } = entityOf(context, call, 'manage');
  inOneChange(context.database, () => {
    context.shelves.entities.delete(id);
    for (const dataset of context.shelves.datasets.list()) {
      if (dataset.entityIds.includes(id))
        context.shelves.datasets.put(dataset.id, withoutEntities(dataset, [id]));
    }
  });
  return noContent();
}
