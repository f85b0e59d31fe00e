import { Hono } from 'hono';
import * as z from 'zod';
import type { Call, ServiceApp } from '../../kit/http/local-service.ts';
import { readBodyAs, readForm } from '../../kit/http/read-request.ts';
import { readAs } from '../../kit/http/refusal.ts';
import { pathItem, isListed, type Permission } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import { isFound, listFields, pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { ownerOf } from '../calls.ts';
import { usableProject } from '../projects/usable.ts';
import { inOneChange } from '../store/collection.ts';
import type { Dataset } from './dataset.ts';
import { usableEntityIds } from './members.ts';
import { putCompanies, readUpload, reportView } from './upload.ts';
import { datasetStatus, datasetView } from './views.ts';

const name = z.string().trim().min(1).max(500);
const description = z.string().max(10_000).nullish();
const createBody = z.object({
  name,
  description,
  entity_ids: z.array(z.string()).default([]),
  project_id: z.string().nullish(),
});
const changeBody = z.object({ name: name.optional(), description });
const uploadFields = z.object({ name, description, project_id: z.string().nullish() });
const listQuery = z.object({
  ...pagingFields(),
  ...listFields,
  latest_status: z.string().optional(),
  sort_by: z.enum(['name', 'created_at', 'status']).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
});

/** The calls about datasets themselves (extraction service, datasets). */
export function datasetRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  app.get('/datasets', (call) => call.json(list(context, call)));
  app.post('/datasets', (call) => create(context, call));
  app.post('/datasets/upload', (call) => createFromCsv(context, call));
  app.get('/datasets/:dataset_id', (call) =>
    call.json(datasetView(context, datasetOf(context, call), ownerOf(call))),
  );
  app.patch('/datasets/:dataset_id', (call) => change(context, call));
  app.delete('/datasets/:dataset_id', (call) => remove(context, call));
  return app;
}

/** The dataset that a path names. @throws RequestRefused 404 or 403. */
export function datasetOf(context: ExtractionContext, call: Call, need?: Permission): Dataset {
  return pathItem(context, call, { collection: context.store.datasets, kind: 'Dataset', need });
}

function list(context: ExtractionContext, call: Call) {
  const owner = ownerOf(call);
  const { page, page_size, ownership, project_id, search, latest_status, sort_by, sort_order } = readQuery(
    listQuery,
    call,
  );
  const { store, settings } = context;
  const isWanted = (dataset: Dataset) =>
    !dataset.deleted &&
    (project_id === undefined || dataset.projectId === project_id) &&
    isFound(dataset.name, search) &&
    (latest_status === undefined || datasetStatus(context, dataset) === latest_status) &&
    isListed(ownership, { item: dataset, caller: owner, sharing: settings.sharing });
  const key = (dataset: Dataset) =>
    sort_by === 'name' ? dataset.name : sort_by === 'status' ? datasetStatus(context, dataset) : '';
  const found = store.datasets.list({ within: owner.organization }).filter(isWanted);
  const ascending = found.toSorted((a, b) => key(a).localeCompare(key(b), 'en') || a.createdAt - b.createdAt);
  const sorted = sort_order === 'asc' ? ascending : ascending.toReversed();
  return pageOf(sorted, {
    page,
    page_size,
    name: 'datasets',
    view: (dataset) => datasetView(context, dataset, owner),
  });
}

async function create(context: ExtractionContext, call: Call) {
  const body = await readBodyAs(createBody, call);
  if (body.project_id) usableProject(context, ownerOf(call), body.project_id);
  const entityIds = usableEntityIds(context, ownerOf(call), body.entity_ids);
  const dataset = putNewDataset(context, ownerOf(call), { ...body, entityIds });
  return call.json(datasetView(context, dataset, ownerOf(call)));
}

interface NewDataset {
  name: string;
  description?: string | null | undefined;
  project_id?: string | null | undefined;
  entityIds: string[];
}

function putNewDataset({ store, newId, clock }: ExtractionContext, owner: Owner, given: NewDataset): Dataset {
  const now = clock.now();
  const dataset: Dataset = {
    id: newId(),
    owner,
    createdAt: now,
    updatedAt: now,
    name: given.name,
    description: given.description ?? null,
    entityIds: given.entityIds,
    filledAt: [now],
    projectId: given.project_id ?? undefined,
    deleted: false,
  };
  store.datasets.put(dataset.id, dataset, owner.organization);
  return dataset;
}

async function createFromCsv(context: ExtractionContext, call: Call) {
  const form = await readForm(call);
  const fields = readAs(uploadFields, Object.fromEntries(form));
  if (fields.project_id) usableProject(context, ownerOf(call), fields.project_id);
  const report = await readUpload(context, form);
  const dataset = inOneChange(context.database, () =>
    putNewDataset(context, ownerOf(call), {
      ...fields,
      entityIds: putCompanies(context, ownerOf(call), report),
    }),
  );
  return call.json({
    dataset_id: dataset.id,
    dataset_name: dataset.name,
    entities_created: dataset.entityIds.length,
    validation_report: reportView(report),
  });
}

async function change(context: ExtractionContext, call: Call) {
  const body = await readBodyAs(changeBody, call);
  const dataset = datasetOf(context, call, 'edit');
  const changed: Dataset = {
    ...dataset,
    updatedAt: context.clock.now(),
    name: body.name ?? dataset.name,
    description: body.description === undefined ? dataset.description : body.description,
  };
  context.store.datasets.put(dataset.id, changed);
  return call.json(datasetView(context, changed, ownerOf(call)));
}

/** Deletes a dataset softly: jobs go on to name it, as deleted. Its entities stay. */
function remove(context: ExtractionContext, call: Call) {
  const dataset = datasetOf(context, call, 'manage');
  context.store.datasets.put(dataset.id, { ...dataset, deleted: true });
  return call.body(null, 204);
}
