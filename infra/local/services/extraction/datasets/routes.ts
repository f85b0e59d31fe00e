import { Hono } from 'hono';
import * as z from 'zod';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { type Call, readBodyAs, readForm, type ServiceApp } from '../../kit/http/local-service.ts';
import { readAs, RequestRefused } from '../../kit/http/refusal.ts';
import { ownerOf } from '../accounts/owner.ts';
import { countBy, listQuery, ownedView, readQuery } from '../accounts/resource.ts';
import { inOneChange } from '../collection.ts';
import type { ExtractionContext } from '../context.ts';
import { readying } from '../entities/entity.ts';
import { entityQuery, entityView, ofType, putNewEntity } from '../entities/routes.ts';
import { readUpload } from './companies-csv.ts';
import type { Dataset, Entity, Owner } from '../stored.ts';

const name = z.string().trim().min(1).max(500);
const description = z.string().max(10_000).nullish();
const changeBody = z.object({ name: name.optional(), description });
const uploadFields = z.object({ name, description, project_id: z.string().nullish() });
const createBody = uploadFields.extend({ entity_ids: z.array(z.string()).default([]) });
const idsBody = z.object({ entity_ids: z.array(z.string()).min(1) });
const datasetQuery = listQuery({ newestFirst: true }).extend({ latest_status: z.string().optional() });

/** The calls about datasets (extraction service, datasets). */
export function datasetRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  const { dataset: datasets, project: projects, entity: entities } = context.kinds;
  const view = (dataset: Dataset, caller: Owner) => datasetView(context, dataset, caller);
  const create = (call: Call, given: z.infer<typeof uploadFields>, entityIds: string[]): Dataset => {
    const begun = datasets.begin(ownerOf(call), given.project_id);
    const fields = { name: given.name, description: given.description ?? null };
    return datasets.put({ ...begun, ...fields, entityIds, filledAt: [begun.createdAt] });
  };
  const assertProject = (call: Call, { project_id: id }: z.infer<typeof uploadFields>) =>
    id && projects.find(id, ownerOf(call));
  app.get('/datasets', (call) => {
    const { latest_status: status, ...query } = readQuery(datasetQuery, call);
    return call.json(datasets.list(call, { ...query, status }, { name: 'datasets', view }));
  });
  app.post('/datasets', async (call) => {
    const body = await readBodyAs(createBody, call);
    assertProject(call, body);
    const ids = usableEntityIds(context, ownerOf(call), body.entity_ids);
    return call.json(view(create(call, body, ids), ownerOf(call)));
  });
  app.post('/datasets/upload', async (call) => {
    const form = await readForm(call);
    const fields = readAs(uploadFields, Object.fromEntries(form));
    assertProject(call, fields);
    const { companies, validation_report } = await readUpload(form, context.settings);
    const dataset = inOneChange(context.database, () =>
      create(
        call,
        fields,
        companies.map((body) => putNewEntity(context, ownerOf(call), body).id),
      ),
    );
    const { id: dataset_id, name: dataset_name } = dataset;
    return call.json({ dataset_id, dataset_name, entities_created: companies.length, validation_report });
  });
  app.get('/datasets/:dataset_id', (call) => call.json(view(datasets.asked(call), ownerOf(call))));
  app.patch('/datasets/:dataset_id', async (call) => {
    const body = await readBodyAs(changeBody, call);
    return call.json(view(datasets.change(datasets.asked(call, 'edit'), body), ownerOf(call)));
  });
  app.delete('/datasets/:dataset_id', (call) => {
    // Jobs go on to name it, as deleted. Its entities stay.
    datasets.remove(datasets.asked(call, 'manage').id);
    return call.body(null, 204);
  });
  app.get('/datasets/:dataset_id/status', (call) => call.json(historyView(context, datasets.asked(call))));

  /** Stores other entities; new ones make the dataset prepare again. Those that are in it, or not, do not count. */
  const fill = (dataset: Dataset, entityIds: string[]) => {
    const grown = entityIds.length > dataset.entityIds.length;
    const filledAt = grown ? [...dataset.filledAt, context.clock.now()] : dataset.filledAt;
    datasets.change(dataset, { entityIds, filledAt });
    return { dataset_id: dataset.id, affected_count: Math.abs(entityIds.length - dataset.entityIds.length) };
  };
  app.post('/datasets/:dataset_id/entities/list', async (call) => {
    const query = await readBodyAs(entityQuery, call);
    const items = entitiesOf(context, datasets.asked(call));
    const member = (entity: Entity) => ({ ...entityView(context, entity), attributes: entity.company ?? {} });
    const listed = { name: 'entities', items, view: member, keep: ofType(query) };
    return call.json(entities.list(call, query, listed));
  });
  app.post('/datasets/:dataset_id/entities', async (call) => {
    const { entity_ids } = await readBodyAs(idsBody, call);
    const dataset = datasets.asked(call, 'edit');
    const ids = usableEntityIds(context, ownerOf(call), entity_ids);
    return call.json(fill(dataset, [...new Set([...dataset.entityIds, ...ids])]));
  });
  app.delete('/datasets/:dataset_id/entities', async (call) => {
    const { entity_ids } = await readBodyAs(idsBody, call);
    const dataset = datasets.asked(call, 'edit');
    return call.json(
      fill(
        dataset,
        dataset.entityIds.filter((id) => !entity_ids.includes(id)),
      ),
    );
  });
  app.post('/datasets/:dataset_id/upload', async (call) => {
    const form = await readForm(call);
    const dataset = datasets.asked(call, 'edit');
    const { companies, validation_report } = await readUpload(form, context.settings);
    inOneChange(context.database, () => {
      const ids = companies.map((body) => putNewEntity(context, ownerOf(call), body).id);
      fill(dataset, [...dataset.entityIds, ...ids]);
    });
    return call.json({ dataset_id: dataset.id, entities_created: companies.length, validation_report });
  });
  return app;
}

/** A dataset as answers show it (extraction service, datasets). */
function datasetView(context: ExtractionContext, dataset: Dataset, caller: Owner): Record<string, unknown> {
  const { dataset: datasets, entity: kind } = context.kinds;
  const entities = entitiesOf(context, dataset);
  return {
    ...ownedView(dataset),
    name: dataset.name,
    description: dataset.description,
    entity_count: entities.length,
    entity_status_breakdown: countBy(entities.map(kind.status)),
    ...healthOf(entities),
    latest_status: datasets.status(dataset),
    sharing_info: datasets.sharingInfo(dataset, caller),
  };
}

/** How much is known of the entities: percent of them with each attribute, and the mean of these. */
function healthOf(entities: readonly Entity[]) {
  const known = (['domain', 'description', 'alternative_names', 'key_persons'] as const).map((key) => {
    const full = entities.filter(({ company }) => company?.[key]?.length).length;
    return [key, entities.length === 0 ? 0 : Math.round((100 * full) / entities.length)] as const;
  });
  const mean = known.reduce((sum, [, share]) => sum + share, 0) / known.length;
  return { health_score: Math.round(mean), health_breakdown: Object.fromEntries(known) };
}

/** The states of a dataset so far, oldest first: it goes through them each time entities come in. */
function historyView(context: ExtractionContext, { id, filledAt }: Dataset) {
  const reached = filledAt.flatMap((since, index) => {
    const until = Math.min(context.clock.now(), filledAt[index + 1] ?? Infinity);
    return readying(context, since).filter(({ at }) => at <= until);
  });
  const history = reached.map(({ status, at }) => ({
    status,
    additional_information: null,
    created_at: isoOf(at),
  }));
  return { dataset_id: id, history };
}

/** The entities of a dataset that exist. */
export function entitiesOf(
  { kinds }: ExtractionContext,
  { entityIds }: Pick<Dataset, 'entityIds'>,
): Entity[] {
  return entityIds.flatMap((id) => kinds.entity.known(id) ?? []);
}

/**
 * The entities of datasets that a job may be connected to, each once.
 *
 * @throws RequestRefused 400 for a dataset that does not exist or is not ready (extraction service, submit).
 */
export function readyEntitiesOf(context: ExtractionContext, caller: Owner, ids: readonly string[]): Entity[] {
  const { dataset: datasets } = context.kinds;
  const entityIds = ids.flatMap((id) => {
    const dataset = datasets.usable(id, caller);
    if (!dataset) throw new RequestRefused(400, `There is no dataset ${id.slice(0, 100)}`);
    const status = datasets.status(dataset);
    if (status !== 'ready')
      throw new RequestRefused(400, `The dataset ${dataset.name} is not ready yet: ${status}`);
    return dataset.entityIds;
  });
  return entitiesOf(context, { entityIds: [...new Set(entityIds)] });
}

/** Ids of entities the caller may use, each once. @throws RequestRefused 400 for others (extraction service, datasets). */
function usableEntityIds({ kinds }: ExtractionContext, caller: Owner, ids: readonly string[]): string[] {
  const unique = [...new Set(ids)];
  const bad = unique.filter((id) => !kinds.entity.usable(id, caller));
  if (bad.length === 0) return unique;
  const named = bad.slice(0, 5).join(', ').slice(0, 300);
  throw new RequestRefused(400, `There are no entities with these ids: ${named}`);
}
