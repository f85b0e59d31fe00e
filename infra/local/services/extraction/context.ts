import type { DatabaseSync } from 'node:sqlite';
import type * as z from 'zod';
import type { Faults } from '../kit/faults.ts';
import type { Plan } from '../kit/plan.ts';
import { openResource } from './accounts/resource.ts';
import type { Agenda } from './agenda.ts';
import { openCollection } from './collection.ts';
import { statusSince } from './entities/entity.ts';
import { stageOf } from './jobs/job.ts';
import type { ExtractionSettings } from './settings.ts';
import {
  attemptSchema,
  creditSchema,
  type Dataset,
  datasetSchema,
  deliverySchema,
  type Entity,
  entitySchema,
  type Job,
  jobSchema,
  mailSchema,
  type Monitor,
  monitorSchema,
  type Project,
  projectSchema,
  recordSchema,
  type Webhook,
  webhookSchema,
} from './stored.ts';
import type { ArticleIndex, SendOutbound, TimerClock } from './ports.ts';

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
