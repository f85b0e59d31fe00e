import type { DatabaseSync } from 'node:sqlite';
import type { Faults } from '../kit/faults/faults.ts';
import type { Plan } from '../kit/plan/plan.ts';
import { type Credit, creditSchema, type Mail, mailSchema } from './accounts/credit.ts';
import type { Agenda } from './agenda.ts';
import { type Dataset, datasetSchema } from './datasets/dataset.ts';
import { type Entity, entitySchema } from './entities/entity.ts';
import { type Job, jobSchema } from './jobs/job.ts';
import {
  type Draft,
  draftSchema,
  type ExtractedRecord,
  type Fetched,
  fetchedSchema,
  recordSchema,
} from './jobs/work/work.ts';
import { type MonitorRecord, monitorRecordSchema } from './monitors/merge.ts';
import {
  type Monitor,
  type MonitorEvent,
  monitorEventSchema,
  monitorSchema,
  type Run,
  runSchema,
} from './monitors/monitor.ts';
import type { ArticleIndex, SendOutbound, TimerClock } from './ports.ts';
import { type Project, projectSchema } from './projects/project.ts';
import type { ExtractionSettings } from './settings.ts';
import { openCollection, type Collection } from './store/collection.ts';
import { type Assignment, assignmentSchema } from './webhooks/assignment.ts';
import { type Attempt, attemptSchema, type Delivery, deliverySchema } from './webhooks/delivery.ts';
import { type Webhook, webhookSchema } from './webhooks/webhook.ts';

/** Everything the service keeps. Objects that belong to an owner can be listed by it. */
export interface ExtractionStore {
  /** By organization, as are monitors, webhooks, entities, datasets and projects. */
  jobs: Collection<Job>;
  /** By job, as are drafts and records. */
  fetched: Collection<Fetched>;
  drafts: Collection<Draft>;
  records: Collection<ExtractedRecord>;
  monitors: Collection<Monitor>;
  /** By monitor, as are its events and merged records. */
  runs: Collection<Run>;
  monitorEvents: Collection<MonitorEvent>;
  monitorRecords: Collection<MonitorRecord>;
  webhooks: Collection<Webhook>;
  /** By webhook, as are attempts. */
  assignments: Collection<Assignment>;
  attempts: Collection<Attempt>;
  /** Deliveries that are not over. */
  deliveries: Collection<Delivery>;
  entities: Collection<Entity>;
  datasets: Collection<Dataset>;
  projects: Collection<Project>;
  /** By organization. */
  credits: Collection<Credit>;
  mails: Collection<Mail>;
}

/** What every part of the service works with. */
export interface ExtractionContext {
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
  store: ExtractionStore;
  /** Called in this order with each job that has completed or failed. */
  jobEnded: ((job: Job) => void)[];
  /** Called when an organization has no credits left, also repeatedly. */
  creditsEnded: (organization: string) => void;
}

export function openStore(database: DatabaseSync): ExtractionStore {
  const collection = <T>(name: string, schema: Parameters<typeof openCollection<T>>[1]['schema']) =>
    openCollection<T>(database, { name, schema });
  return {
    jobs: collection('jobs', jobSchema),
    fetched: collection('fetched', fetchedSchema),
    drafts: collection('drafts', draftSchema),
    records: collection('records', recordSchema),
    monitors: collection('monitors', monitorSchema),
    runs: collection('runs', runSchema),
    monitorEvents: collection('monitor_events', monitorEventSchema),
    monitorRecords: collection('monitor_records', monitorRecordSchema),
    webhooks: collection('webhooks', webhookSchema),
    assignments: collection('assignments', assignmentSchema),
    attempts: collection('attempts', attemptSchema),
    deliveries: collection('deliveries', deliverySchema),
    entities: collection('entities', entitySchema),
    datasets: collection('datasets', datasetSchema),
    projects: collection('projects', projectSchema),
    credits: collection('credits', creditSchema),
    mails: collection('mails', mailSchema),
  };
}
