import type { DatabaseSync } from 'node:sqlite';
import type * as z from 'zod';
import type { QueryNode } from '../../../../shared/domain/query/ast.ts';
import type { Instant } from '../../../../shared/domain/time/instant.ts';
import type { Clock } from '../kit/clock.ts';
import type { Faults } from '../kit/faults.ts';
import type { Plan } from '../kit/plan.ts';
import { creditSchema, mailSchema } from './accounts/credits.ts';
import { openResource } from './accounts/resource.ts';
import type { Agenda } from './agenda.ts';
import { openCollection } from './collection.ts';
import { type Dataset, datasetSchema, type Entity, entitySchema, statusSince } from './entities/entity.ts';
import { type Job, jobSchema, recordSchema, type SourceArticle, stageOf } from './jobs/job.ts';
import { type Monitor, monitorSchema } from './monitors/runs.ts';
import { type Project, projectSchema } from './projects/routes.ts';
import type { ExtractionSettings } from './settings.ts';
import { attemptSchema, deliverySchema, type Webhook, webhookSchema } from './webhooks/webhook.ts';

/** A clock with timers. Tests hold it; the real one is `systemTimers`. */
export interface TimerClock extends Clock {
  /** Calls `run` once, `delay` milliseconds from now. The function given back takes the timer away. */
  setTimer(delay: number, run: () => Promise<void>): () => void;
}

/** Real timers beside a clock that may be moved: time is read from `clock`, delays pass at the machine's pace. */
export function systemTimers(clock: Clock): TimerClock {
  return {
    now: () => clock.now(),
    setTimer(delay, run) {
      const timer = setTimeout(() => void run(), delay).unref();
      return () => clearTimeout(timer);
    },
  };
}

/**
 * Which articles a search may give: discovered in `[from, to)`, at most `limit`, of these domains where they are
 * given.
 */
interface ArticleScope {
  from: Instant;
  to: Instant;
  domains?: readonly string[] | undefined;
  limit: number;
}

/** The news index behind the service. Within a scope the same query always gives the same articles. */
export interface ArticleIndex {
  find(query: QueryNode, scope: ArticleScope): Promise<SourceArticle[]>;
}

/** One HTTP request to the receiver of a webhook. */
export interface OutboundRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  /** Undefined for GET. */
  body: string | undefined;
}

/** What came back: the receiver's status with the start of its body, or why nothing came. */
export type OutboundAnswer = { status: number; body: string } | { failure: string };

/** Sends one request once; never throws. */
export type SendOutbound = (request: OutboundRequest) => Promise<OutboundAnswer>;

/** What the service is made of. */
export interface ServiceContext {
  clock: TimerClock;
  newId: () => string;
  agenda: Agenda;
  articles: ArticleIndex;
  send: SendOutbound;
  plan: Plan['extraction'];
  settings: ExtractionSettings;
  faults: Faults;
  log: (line: string) => void;
  database: DatabaseSync;
  store: ReturnType<typeof openStore>;
}

/** What every part of the service works with. */
export type ExtractionContext = ServiceContext & { kinds: ReturnType<typeof kindsOf> };

/** Opens every collection of the service in its database. */
export function openStore(database: DatabaseSync) {
  const collection = <T>(name: string, schema: z.ZodType<T>) => openCollection(database, { name, schema });
  return {
    // By organization.
    jobs: collection('jobs', jobSchema),
    monitors: collection('monitors', monitorSchema),
    webhooks: collection('webhooks', webhookSchema),
    entities: collection('entities', entitySchema),
    datasets: collection('datasets', datasetSchema),
    projects: collection('projects', projectSchema),
    credits: collection('credits', creditSchema),
    mails: collection('mails', mailSchema),
    // By job.
    records: collection('records', recordSchema),
    // By webhook: deliveries that are not over, and what was tried.
    deliveries: collection('deliveries', deliverySchema),
    attempts: collection('attempts', attemptSchema),
  };
}

/** The kinds of resources, by their names in paths and bodies. */
export function kindsOf(context: ServiceContext) {
  const { store } = context;
  const project = openResource<Project>(context, {
    title: 'Project',
    collection: store.projects,
    name: ({ name }) => name,
    status: () => '',
  });
  const projects = { find: project.find };
  const dataset = openResource<Dataset>(context, {
    title: 'Dataset',
    collection: store.datasets,
    name: ({ name }) => name,
    status: ({ filledAt, createdAt }) => statusSince(context, filledAt.at(-1) ?? createdAt),
    projects,
  });
  return {
    job: openResource<Job>(context, {
      title: 'Job',
      collection: store.jobs,
      name: ({ order }) => order.query,
      status: (job) => stageOf(context, job),
      projects,
    }),
    monitor: openResource<Monitor>(context, {
      title: 'Monitor',
      collection: store.monitors,
      name: ({ referenceJobId }) => store.jobs.get(referenceJobId)?.order.query ?? '',
      status: ({ enabled }) => (enabled ? 'enabled' : 'disabled'),
      projects,
    }),
    dataset,
    webhook: openResource<Webhook>(context, {
      title: 'Webhook',
      collection: store.webhooks,
      name: ({ name }) => name,
      status: ({ is_active: isActive }) => (isActive ? 'active' : 'inactive'),
      projects,
    }),
    // A search looks in the external id too. Entities are in the projects of their datasets.
    entity: openResource<Entity>(context, {
      title: 'Entity',
      collection: store.entities,
      name: ({ name, external_entity_id: externalId }) => `${name}\n${externalId ?? ''}`,
      status: ({ createdAt }) => statusSince(context, createdAt),
      isIn: ({ id }, projectId) => dataset.within(projectId).some(({ entityIds }) => entityIds.includes(id)),
      projects,
    }),
    project,
  };
}
