import * as z from 'zod';
import { OWNERSHIPS } from '../../../../../shared/domain/services/extraction-rules.ts';
import { json, noContent } from '../../kit/answer.ts';
import type { Route } from '../../kit/local-service.ts';
import { readAs } from '../../kit/refusal.ts';
import { findUsable, isListed, type Permission } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import { pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
import type { ExtractionContext } from '../context.ts';
import { type Call, partOf, routesFrom } from '../endpoints.ts';
import { usableProject } from '../projects/usable.ts';
import { inOneChange } from '../store/shelf.ts';
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
  ownership: z.enum(OWNERSHIPS).default('all'),
  project_id: z.string().optional(),
  search: z.string().optional(),
  latest_status: z.string().optional(),
  sort_by: z.enum(['name', 'created_at', 'status']).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
});

/** The calls about datasets themselves (extraction service, datasets). */
export function datasetRoutes(context: ExtractionContext): Route[] {
  return routesFrom(
    context,
    [
      ['GET', '/datasets', (call) => json(list(context, call))],
      ['POST', '/datasets', (call) => create(context, call)],
      ['POST', '/datasets/upload', (call) => createFromCsv(context, call)],
      [
        'GET',
        '/datasets/{dataset_id}',
        (call) => json(datasetView(context, datasetOf(context, call), call.owner)),
      ],
      ['PATCH', '/datasets/{dataset_id}', (call) => change(context, call)],
      ['DELETE', '/datasets/{dataset_id}', (call) => remove(context, call)],
    ],
    'datasets',
  );
}

/** The dataset that a path names. @throws RequestRefused 404 or 403. */
export function datasetOf(
  { shelves, settings }: ExtractionContext,
  call: Call,
  need: Permission = 'view',
): Dataset {
  const id = partOf(call, 'dataset_id');
  return findUsable(shelves.datasets, {
    id,
    kind: 'Dataset',
    caller: call.owner,
    need,
    sharing: settings.sharing,
  });
}

function list(context: ExtractionContext, { owner, query }: Call) {
  const { page, page_size, ownership, project_id, search, latest_status, sort_by, sort_order } = readQuery(
    listQuery,
    query,
  );
  const { shelves, settings } = context;
  const isWanted = (dataset: Dataset) =>
    !dataset.deleted &&
    (project_id === undefined || dataset.projectId === project_id) &&
    (search === undefined || dataset.name.toLowerCase().includes(search.toLowerCase())) &&
    (latest_status === undefined || datasetStatus(context, dataset) === latest_status) &&
    isListed(ownership, { item: dataset, caller: owner, sharing: settings.sharing });
  const key = (dataset: Dataset) =>
    sort_by === 'name' ? dataset.name : sort_by === 'status' ? datasetStatus(context, dataset) : '';
  const found = shelves.datasets.list({ within: owner.organization }).filter(isWanted);
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
  const body = readAs(createBody, await call.json());
  if (body.project_id) usableProject(context, call.owner, body.project_id);
  const entityIds = usableEntityIds(context, call.owner, body.entity_ids);
  const dataset = putNewDataset(context, call.owner, { ...body, entityIds });
  return json(datasetView(context, dataset, call.owner));
}

interface NewDataset {
  name: string;
  description?: string | null | undefined;
  project_id?: string | null | undefined;
  entityIds: string[];
}

function putNewDataset(
  { shelves, newId, clock }: ExtractionContext,
  owner: Owner,
  given: NewDataset,
): Dataset {
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
  shelves.datasets.put(dataset.id, dataset, owner.organization);
  return dataset;
}

async function createFromCsv(context: ExtractionContext, call: Call) {
  const form = await call.multipart();
  const fields = readAs(uploadFields, Object.fromEntries(form.fields));
  if (fields.project_id) usableProject(context, call.owner, fields.project_id);
  const report = readUpload(form);
  const dataset = inOneChange(context.database, () =>
    putNewDataset(context, call.owner, { ...fields, entityIds: putCompanies(context, call.owner, report) }),
  );
  return json({
    dataset_id: dataset.id,
    dataset_name: dataset.name,
    entities_created: dataset.entityIds.length,
    validation_report: reportView(report),
  });
}

async function change(context: ExtractionContext, call: Call) {
  const body = readAs(changeBody, await call.json());
  const dataset = datasetOf(context, call, 'edit');
  const changed: Dataset = {
    ...dataset,
    updatedAt: context.clock.now(),
    name: body.name ?? dataset.name,
    description: body.description === undefined ? dataset.description : body.description,
  };
  context.shelves.datasets.put(dataset.id, changed);
  return json(datasetView(context, changed, call.owner));
}

/** Deletes a dataset softly: jobs go on to name it, as deleted. Its entities stay. */
function remove(context: ExtractionContext, call: Call) {
  const dataset = datasetOf(context, call, 'manage');
  context.shelves.datasets.put(dataset.id, { ...dataset, deleted: true });
  return noContent();
}
