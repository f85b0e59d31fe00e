import { GoneError } from '../../../domain/lib/errors.ts';
import { COMPLETED_STATES, EXTRACTION_LIMITS } from '../../../domain/services/extraction-rules.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { Company } from '../../../domain/watches/watchlist.ts';
import type { CallLimits } from '../../../use-cases/ports/clock.ts';
import type {
  SeenEntity,
  UpstreamMonitors,
  UpstreamProjects,
  UpstreamWatchlists,
  WebhookFacts,
} from '../../../use-cases/ports/services.ts';
import { account } from '../client/account.ts';
import type { ExtractionClient } from '../client/create-extraction-client.ts';
import { datasets, entities, type Entity, type EntityChange } from '../client/datasets.ts';
import { jobs } from '../client/jobs.ts';
import { monitors } from '../client/monitors.ts';
import { type ExtractionClientSettings, openExtraction, type PageQuery } from '../client/open-extraction.ts';
import { projects } from '../client/projects.ts';
import { type WebhookChange, type WebhookHistory, webhooks } from '../client/webhooks.ts';
import { extractionSource } from './extraction-source.ts';
import { seenRecords } from './to-finding.ts';

/** The extraction service as a port of the reconciler. */
export function openUpstream(settings: ExtractionClientSettings) {
  const http = openExtraction(settings);
  const client = {
    jobs: jobs(http),
    monitors: monitors(http),
    webhooks: webhooks(http),
    projects: projects(http),
    entities: entities(http),
    datasets: datasets(http),
  };
  return {
    projects: upstreamProjects(client),
    monitors: upstreamMonitors(client),
    upstreamWatchlists: upstreamWatchlists(client),
    jobs: extractionSource({ ...client, ...account(http) }),
  };
}

/** The project that groups our resources. */
export function upstreamProjects({ projects }: Pick<ExtractionClient, 'projects'>): UpstreamProjects {
  return {
    async find({ name, description }, limits) {
      const all = await allPages(
        (page) => projects.list({ ...page, ownership: 'own', search: name }, limits),
        (list) => list.projects,
      );
      return all.find((one) => one.name === name && one.description === description)?.project_id;
    },
    create: async (project, limits) => (await projects.create({ ...project }, limits)).project_id,
    async isEmpty(id, limits) {
      const list = await orGone(projects.resources(id, { query: { page_size: 1 }, ...limits }));
      return list === undefined || (list.resources.length === 0 && (list.total ?? 0) === 0);
    },
    async remove(id, limits) {
      await orGone(projects.remove(id, limits));
    },
  };
}

/** The number of runs that are read: some weeks of a daily monitor. */
const LATEST_RUNS = 40;
const HISTORY_PAGE = 50;

/** Monitors and their webhooks. */
export function upstreamMonitors({
  monitors,
  webhooks,
  jobs,
}: Pick<ExtractionClient, 'monitors' | 'webhooks' | 'jobs'>): UpstreamMonitors {
  return {
    async findWebhook({ projectId, prefix }, limits) {
      const all = await allPages(
        (page) => webhooks.list({ ...page, project_id: projectId }, limits),
        (list) => list.webhooks,
      );
      const found = all.find(({ name = '' }) => name.startsWith(prefix));
      if (!found) return undefined;
      const query = { resource_type: 'monitor' } as const;
      const { resources } = await webhooks.assignments(found.id, { query, ...limits });
      const monitorIds = resources.flatMap(({ resource_id }) => resource_id ?? []);
      return { id: found.id, name: found.name ?? '', monitorIds };
    },
    async createWebhook({ projectId, ...facts }, limits) {
      return (await webhooks.create({ ...webhookOf(facts), project_id: projectId }, limits)).id;
    },
    async changeWebhook(id, facts, limits) {
      await webhooks.change(id, { change: webhookOf(facts), ...limits });
    },
    hasWebhook: async (id, limits) => (await orGone(webhooks.read(id, limits))) !== undefined,
    async removeWebhook(id, limits) {
      await orGone(webhooks.remove(id, limits));
    },
    async list({ projectId }, limits) {
      const filter = { ownership: 'own', ...(projectId !== undefined && { project_id: projectId }) } as const;
      const all = await allPages(
        (page) => monitors.list({ ...page, ...filter }, limits),
        (list) => list.monitors,
      );
      return all.map(({ monitor_id, reference_job_id, enabled }) => ({
        id: monitor_id,
        enabled: enabled ?? true,
        ...(reference_job_id !== undefined && { referenceJobId: reference_job_id }),
      }));
    },
    async create({ referenceJobId, webhookId, schedule, timezone, limit, backfill, projectId }, limits) {
      const request = {
        reference_job_id: referenceJobId,
        schedule,
        timezone,
        backfill,
        webhook_ids: [webhookId],
        project_id: projectId,
        ...(limit !== undefined && { limit }),
      };
      return (await monitors.create(request, limits)).monitor_id;
    },
    async change(id, change, limits) {
      await monitors.change(id, { change, ...limits });
    },
    async assign({ id, webhookId }, limits) {
      const resource = { resource_type: 'monitor', resource_id: id } as const;
      await webhooks.assign(webhookId, { resource, ...limits });
    },
    async enable(id, { backfill }, limits) {
      await monitors.enable(id, { backfill, ...limits });
    },
    async disable(id, limits) {
      await monitors.disable(id, limits);
    },
    async remove(id, limits) {
      await orGone(monitors.remove(id, limits));
    },
    async removeJob(id, limits) {
      await orGone(jobs.remove(id, limits));
    },
    async runs(id, limits) {
      const runs = await monitors.runs(id, { sort: 'desc', ...limits });
      return runs.slice(0, LATEST_RUNS).flatMap(({ job_id, start_date, end_date, status = 'completed' }) => {
        if (end_date === undefined || !COMPLETED_STATES.includes(status)) return [];
        const beganAt = start_date === undefined ? {} : { beganAt: start_date };
        return [{ jobId: job_id, ...beganAt, endedAt: end_date }];
      });
    },
    async countRecords(jobId, limits) {
      const { valid_records, records, total_pages } = await jobs.pull(jobId, { page_size: 1, ...limits });
      return valid_records ?? (records.length === 0 ? 0 : (total_pages ?? 1));
    },
    cutDeliveries: ({ webhookId, since }, limits) => cutDeliveries({ webhooks, webhookId, since }, limits),
    async records(id, sight, limits) {
      return seenRecords(await monitors.pull(id, limits), sight);
    },
  };
}

/** Our own receiver: all records in one request, with a secret. */
function webhookOf({ name, url, secret }: WebhookFacts): WebhookChange & { name: string; url: string } {
  return { name, url, type: 'generic', delivery_mode: 'full', auth: { type: 'bearer', token: secret } };
}

/** A warning in the history means that the body was cut (extraction service, webhook history). */
async function cutDeliveries(
  given: { webhooks: ExtractionClient['webhooks']; webhookId: string; since: Instant },
  limits: CallLimits,
): Promise<string[]> {
  const { webhooks, webhookId, since } = given;
  const isOld = ({ timestamp = since }: WebhookHistory['items'][number]) => timestamp < since;
  const items = await allPages(
    (page) => webhooks.history({ ...page, webhook_id: webhookId }, limits),
    (list) => list.items,
    { size: HISTORY_PAGE, enough: (page) => page.every(isOld) },
  );
  const cut = items.filter((item) => item.warning_message !== undefined && !isOld(item));
  return [...new Set(cut.flatMap(({ additional_info: info }) => textIn(info?.['job_id'])))];
}

function textIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : [];
}

/** The used part of the client. */
interface WatchlistClient {
  entities: ReturnType<typeof entities>;
  datasets: ReturnType<typeof datasets>;
}

/** The status of a dataset that jobs can use (extraction service, datasets). */
const READY = 'ready';

/** Entities and their datasets. */
export function upstreamWatchlists({ entities, datasets }: WatchlistClient): UpstreamWatchlists {
  return {
    async findDataset({ projectId, name }, limits) {
      const filter = { ownership: 'own', project_id: projectId, search: name } as const;
      const all = await allPages(
        (page) => datasets.list({ ...page, ...filter }, limits),
        (list) => list.datasets,
      );
      return all.find((one) => one.name === name)?.id;
    },
    async createDataset({ projectId, name, entityIds }, limits) {
      return (await datasets.create({ name, entity_ids: entityIds, project_id: projectId }, limits)).id;
    },
    async isReady(id, limits) {
      const dataset = await orGone(datasets.read(id, limits));
      return dataset && dataset.latest_status === READY;
    },
    async removeDataset(id, limits) {
      await orGone(datasets.remove(id, limits));
    },
    async entities({ projectId }, limits) {
      const newestFirst = { sort_by: 'created_at', sort_order: 'desc' } as const;
      const all = await allPages(
        (page) =>
          entities.list(
            { ...page, ...newestFirst, ...(projectId !== undefined && { project_id: projectId }) },
            limits,
          ),
        (list) => list.entities,
      );
      return all.flatMap(seenEntity);
    },
    async createEntities(companies, limits) {
      const requests = companies.map(({ externalId, company }) => ({
        ...describe(company),
        name: company.name,
        entity_type: 'company' as const,
        external_entity_id: externalId,
      }));
      return (await entities.createMany(requests, limits)).map(({ id }) => id);
    },
    async changeEntity(id, company, limits) {
      await entities.change(id, { change: { name: company.name, ...describe(company) }, ...limits });
    },
    async removeEntity(id, limits) {
      await orGone(entities.remove(id, limits));
    },
    async putIn(id, entityIds, limits) {
      await datasets.putIn(id, { entity_ids: entityIds, ...limits });
    },
  };
}

function seenEntity({ id, external_entity_id: externalId }: Entity): SeenEntity[] {
  return externalId === undefined ? [] : [{ id, externalId }];
}

/** A change replaces all details of a company. */
function describe({ domain, description, alternativeNames, keyPersons }: Company): EntityChange {
  return {
    ...(description !== undefined && { description }),
    additional_attributes: {
      company_attributes: {
        domain: domain ?? null,
        description: description ?? null,
        alternative_names: alternativeNames,
        key_persons: keyPersons,
      },
    },
  };
}

/** More pages than any list of ours has, so that a wrong answer of the service cannot loop forever. */
const MOST_PAGES = 200;

/**
 * Reads a list page by page until a page is not full, the list says that it ends, or `enough` returns true for a page.
 */
async function allPages<L extends { total_pages?: number | undefined }, T>(
  read: (query: Required<PageQuery>) => Promise<L>,
  itemsOf: (list: L) => readonly T[],
  { size = EXTRACTION_LIMITS.listPageSize, enough = () => false }: PageOptions<T> = {},
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const list = await read({ page, page_size: size });
    const { total_pages = Number.POSITIVE_INFINITY } = list;
    const items = itemsOf(list);
    all.push(...items);
    if (items.length < size || page >= total_pages || enough(items)) break;
  }
  return all;
}

interface PageOptions<T> {
  size?: number;
  enough?: (items: readonly T[]) => boolean;
}

/** Awaits a call. Returns undefined when its object does not exist (404). */
async function orGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof GoneError && error.status === 404) return undefined;
    throw error;
  }
}
