import { parse } from 'csv-parse/sync';
import { Hono } from 'hono';
import * as z from 'zod';
import { type Call, readBodyAs, readForm, type ServiceApp } from '../../kit/http/local-service.ts';
import { readAs, RequestRefused } from '../../kit/http/refusal.ts';
import { messageOf } from '../../kit/settings-file.ts';
import { isListed, pathItem, type Permission } from '../accounts/access.ts';
import { type Owner, ownerOf } from '../accounts/owner.ts';
import { isFound, listFields, pageOf, pagingFields, readQuery } from '../accounts/paging.ts';
import { inOneChange } from '../collection.ts';
import type { Dataset, ExtractionContext } from '../context.ts';
import { entityFilter, entityPage, putNewEntity, statusOf } from '../entities/entity-body.ts';
import type { Entity } from '../entities/entity.ts';
import { usableProject } from '../projects/usable.ts';
import {
  datasetHistory,
  datasetStatus,
  datasetView,
  entitiesOf,
  usableEntityIds,
  withEntities,
  withoutEntities,
} from './views.ts';

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
function datasetOf(context: ExtractionContext, call: Call, need?: Permission): Dataset {
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

/** Reads the CSV of an upload. @throws RequestRefused 422 when the form has no file. */
async function readUpload({ settings }: ExtractionContext, form: FormData): Promise<UploadReport> {
  const file = form.getAll('file').find((part) => typeof part !== 'string');
  if (file) return readCompanies(Buffer.from(await file.arrayBuffer()), settings);
  const issue = { loc: ['body', 'file'], msg: 'Field required', type: 'missing' };
  throw new RequestRefused(422, 'The form has no file', { issues: [issue] });
}

/** Stores the companies of an upload. Returns the ids of the new entities. */
function putCompanies(context: ExtractionContext, owner: Owner, { companies }: UploadReport): string[] {
  return companies.map(({ name, domain, description, alternativeNames, keyPersons }) => {
    const company = { domain, description, alternative_names: alternativeNames, key_persons: keyPersons };
    const body = {
      name,
      description,
      entity_type: 'company',
      additional_attributes: { company_attributes: company },
    } as const;
    return putNewEntity(context, owner, body).id;
  });
}

/** What was taken and skipped, as answers show it. */
function reportView({ companies, total, skipped }: UploadReport) {
  return {
    total_rows: total,
    valid_rows: companies.length,
    skipped_count: skipped.length,
    skipped_rows: skipped,
  };
}

/** A company of an uploaded file. */
interface UploadedCompany {
  name: string;
  domain: string;
  description: string | null;
  alternativeNames: string[];
  keyPersons: string[];
}

/** What was taken and what was skipped, and why. Rows are counted from 1, the header not among them. */
interface UploadReport {
  companies: UploadedCompany[];
  total: number;
  skipped: { row: number; reason: string }[];
}

/** The column that must be there; a strict service needs the name as well. */
const REQUIRED = ['domain'] as const;
const REQUIRED_STRICTLY = ['domain', 'name'] as const;
const MOST_ROWS = 10_000;

const rowsSchema = z.array(z.record(z.string(), z.string().optional()));

/**
 * Reads companies from CSV: columns domain; name, without which a company has the name of its domain; description;
 * alternative_names and key_persons with `;` between items. A row without a domain is skipped, and a strict service
 * skips one without a name too.
 *
 * @throws RequestRefused 422 when it is not CSV or lacks a column (extraction service, datasets).
 */
function readCompanies(bytes: Buffer, { strict = false } = {}): UploadReport {
  const required = strict ? REQUIRED_STRICTLY : REQUIRED;
  let header: string[] = [];
  const rows = parseCsv(bytes, (columns) => (header = columns.map((column) => column.trim().toLowerCase())));
  const missing = required.filter((column) => !header.includes(column));
  if (missing.length > 0) throw refusedFile(`The CSV lacks the column ${missing.join(' and ')}`);
  if (rows.length > MOST_ROWS) throw refusedFile(`The CSV has more than ${MOST_ROWS} rows`);
  const report: UploadReport = { companies: [], total: rows.length, skipped: [] };
  for (const [index, row] of rows.entries()) {
    const empty = required.filter((column) => !row[column]);
    if (empty.length > 0) report.skipped.push({ row: index + 1, reason: `${empty.join(' and ')} is empty` });
    else report.companies.push(companyFrom(row));
  }
  return report;
}

function parseCsv(bytes: Buffer, columns: (header: string[]) => string[]) {
  try {
    const rows: unknown = parse(bytes, {
      bom: true,
      columns,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
    });
    return rowsSchema.parse(rows);
  } catch (error) {
    throw refusedFile(`The file is not CSV: ${messageOf(error).slice(0, 200)}`);
  }
}

function companyFrom(row: Readonly<Record<string, string | undefined>>): UploadedCompany {
  return {
    name: row['name'] || (row['domain'] ?? ''),
    domain: row['domain'] ?? '',
    description: row['description'] || null,
    alternativeNames: listOf(row['alternative_names']),
    keyPersons: listOf(row['key_persons']),
  };
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(';').flatMap((item) => item.trim() || []);
}

function refusedFile(msg: string): RequestRefused {
  return new RequestRefused(422, msg, { issues: [{ loc: ['body', 'file'], msg, type: 'value_error' }] });
}

const idsBody = z.object({ entity_ids: z.array(z.string()).min(1) });

/** The calls about what is in a dataset (extraction service, datasets). */
export function datasetMemberRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  app.post('/datasets/:dataset_id/entities/list', (call) => listMembers(context, call));
  app.post('/datasets/:dataset_id/entities', (call) => add(context, call));
  app.delete('/datasets/:dataset_id/entities', (call) => take(context, call));
  app.get('/datasets/:dataset_id/status', (call) =>
    call.json(datasetHistory(context, datasetOf(context, call))),
  );
  app.post('/datasets/:dataset_id/upload', (call) => addFromCsv(context, call));
  return app;
}

async function listMembers(context: ExtractionContext, call: Call) {
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
