import { parse } from 'csv-parse/sync';
import { Hono } from 'hono';
import * as z from 'zod';
import { type Call, readBodyAs, readForm, type ServiceApp } from '../../kit/http/local-service.ts';
import { readAs, RequestRefused } from '../../kit/http/refusal.ts';
import { messageOf } from '../../kit/settings-file.ts';
import { type Owner, ownerOf } from '../accounts/owner.ts';
import { readQuery } from '../accounts/paging.ts';
import { listQuery, openResource } from '../accounts/resource.ts';
import { inOneChange } from '../collection.ts';
import type { Dataset, ExtractionContext } from '../context.ts';
import {
  entitiesOfCallers,
  type entityBody,
  entityQuery,
  ofType,
  putNewEntity,
  statusOf,
} from '../entities/entity-body.ts';
import type { Entity } from '../entities/entity.ts';
import { usableProject } from '../accounts/access.ts';
import { datasetHistory, datasetStatus, datasetView, entitiesOf, usableEntityIds } from './views.ts';

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
const datasetQuery = listQuery({ newestFirst: true }).extend({ latest_status: z.string().optional() });

/** The calls about datasets themselves (extraction service, datasets). */
export function datasetRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  const datasets = datasetsOf(context);
  const view = (call: Call, dataset: Dataset) => datasetView(context, dataset, ownerOf(call));
  app.get('/datasets', (call) => {
    const { latest_status: status, ...query } = readQuery(datasetQuery, call);
    return call.json(
      datasets.list(call, { ...query, status }, { name: 'datasets', view: (dataset) => view(call, dataset) }),
    );
  });
  app.post('/datasets', async (call) => {
    const body = await readBodyAs(createBody, call);
    if (body.project_id) usableProject(context, ownerOf(call), body.project_id);
    const entityIds = usableEntityIds(context, ownerOf(call), body.entity_ids);
    return call.json(view(call, putNewDataset(context, ownerOf(call), { ...body, entityIds })));
  });
  app.post('/datasets/upload', (call) => createFromCsv(context, call));
  app.get('/datasets/:dataset_id', (call) => call.json(view(call, datasets.of(call))));
  app.patch('/datasets/:dataset_id', async (call) => {
    const body = await readBodyAs(changeBody, call);
    return call.json(view(call, datasets.change(datasets.of(call, 'edit'), body)));
  });
  app.delete('/datasets/:dataset_id', (call) => {
    // Jobs go on to name it, as deleted. Its entities stay.
    datasets.change(datasets.of(call, 'manage'), { deleted: true });
    return call.body(null, 204);
  });
  return app;
}

function datasetsOf(context: ExtractionContext) {
  return openResource(context, {
    kind: 'Dataset',
    collection: context.store.datasets,
    text: ({ name }) => name,
    status: (dataset) => datasetStatus(context, dataset),
  });
}

interface NewDataset {
  name: string;
  description?: string | null | undefined;
  project_id?: string | null | undefined;
  entityIds: string[];
}

function putNewDataset(context: ExtractionContext, owner: Owner, given: NewDataset): Dataset {
  const datasets = datasetsOf(context);
  const begun = datasets.begin(owner);
  return datasets.put({
    ...begun,
    name: given.name,
    description: given.description ?? null,
    entityIds: given.entityIds,
    filledAt: [begun.createdAt],
    projectId: given.project_id ?? undefined,
    deleted: false,
  });
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

/** Reads the CSV of an upload. @throws RequestRefused 422 when the form has no file. */
async function readUpload({ settings }: ExtractionContext, form: FormData): Promise<UploadReport> {
  const file = form.getAll('file').find((part) => typeof part !== 'string');
  if (file) return readCompanies(Buffer.from(await file.arrayBuffer()), settings);
  const issue = { loc: ['body', 'file'], msg: 'Field required', type: 'missing' };
  throw new RequestRefused(422, 'The form has no file', { issues: [issue] });
}

/** Stores the companies of an upload. Returns the ids of the new entities. */
function putCompanies(context: ExtractionContext, owner: Owner, { companies }: UploadReport): string[] {
  return companies.map((body) => putNewEntity(context, owner, body).id);
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

/** What was taken and what was skipped, and why. Rows are counted from 1, the header not among them. */
interface UploadReport {
  companies: z.infer<typeof entityBody>[];
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

function companyFrom(row: Readonly<Record<string, string | undefined>>): z.infer<typeof entityBody> {
  const { domain = '', name, description = '' } = row;
  const company = {
    domain,
    description: description || null,
    alternative_names: listOf(row['alternative_names']),
    key_persons: listOf(row['key_persons']),
  };
  return {
    name: name || domain,
    description: description || null,
    additional_attributes: { company_attributes: company },
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
  const datasets = datasetsOf(context);
  const entities = entitiesOfCallers(context);
  /** Stores other entities; new ones make the dataset prepare again. Those that are in it, or not, do not count. */
  const fill = (dataset: Dataset, entityIds: string[]) => {
    const grown = entityIds.length > dataset.entityIds.length;
    const filledAt = grown ? [...dataset.filledAt, context.clock.now()] : dataset.filledAt;
    datasets.change(dataset, { entityIds, filledAt });
    return Math.abs(entityIds.length - dataset.entityIds.length);
  };
  const answer = (dataset: Dataset, affected_count: number) => ({ dataset_id: dataset.id, affected_count });
  app.post('/datasets/:dataset_id/entities/list', async (call) => {
    const filter = await readBodyAs(entityQuery, call);
    const items = entitiesOf(context, datasets.of(call)).filter(ofType(filter));
    const view = (entity: Entity) => memberView(context, entity);
    return call.json(entities.list(call, filter, { name: 'entities', items, view }));
  });
  app.post('/datasets/:dataset_id/entities', async (call) => {
    const { entity_ids } = await readBodyAs(idsBody, call);
    const dataset = datasets.of(call, 'edit');
    const ids = usableEntityIds(context, ownerOf(call), entity_ids);
    return call.json(answer(dataset, fill(dataset, [...new Set([...dataset.entityIds, ...ids])])));
  });
  app.delete('/datasets/:dataset_id/entities', async (call) => {
    const { entity_ids } = await readBodyAs(idsBody, call);
    const dataset = datasets.of(call, 'edit');
    const left = dataset.entityIds.filter((id) => !entity_ids.includes(id));
    return call.json(answer(dataset, fill(dataset, left)));
  });
  app.get('/datasets/:dataset_id/status', (call) => call.json(datasetHistory(context, datasets.of(call))));
  app.post('/datasets/:dataset_id/upload', async (call) => {
    const form = await readForm(call);
    const dataset = datasets.of(call, 'edit');
    const report = await readUpload(context, form);
    const created = inOneChange(context.database, () =>
      fill(dataset, [...dataset.entityIds, ...putCompanies(context, ownerOf(call), report)]),
    );
    return call.json({
      dataset_id: dataset.id,
      entities_created: created,
      validation_report: reportView(report),
    });
  });
  return app;
}

function memberView(context: ExtractionContext, entity: Entity) {
  return {
    id: entity.id,
    name: entity.name,
    entity_type: entity.type,
    status: statusOf(context, entity),
    description: entity.description,
    external_entity_id: entity.externalId,
    attributes: entity.company ?? {},
  };
}
