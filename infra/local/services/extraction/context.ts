import type { DatabaseSync } from 'node:sqlite';
import type { Faults } from '../kit/faults.ts';
import type { Plan } from '../kit/plan.ts';
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
} from './jobs/work.ts';
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
import { openShelf, type Shelf } from './store/shelf.ts';
import { type Assignment, assignmentSchema } from './webhooks/assignment.ts';
import { type Attempt, attemptSchema, type Delivery, deliverySchema } from './webhooks/delivery.ts';
import { type Webhook, webhookSchema } from './webhooks/webhook.ts';

/** Everything the service keeps. Objects that belong to an owner can be listed by it. */
export interface Shelves {
  /** By organization, as are monitors, webhooks, entities, datasets and projects. */
  jobs: Shelf<Job>;
  /** By job, as are drafts and records. */
  fetched: Shelf<Fetched>;
  drafts: Shelf<Draft>;
  records: Shelf<ExtractedRecord>;
  monitors: Shelf<Monitor>;
  /** By monitor, as are its events and merged records. */
  runs: Shelf<Run>;
  monitorEvents: Shelf<MonitorEvent>;
  monitorRecords: Shelf<MonitorRecord>;
  webhooks: Shelf<Webhook>;
  /** By webhook, as are attempts. */
  assignments: Shelf<Assignment>;
  attempts: Shelf<Attempt>;
  /** Deliveries that are not over. */
  deliveries: Shelf<Delivery>;
  entities: Shelf<Entity>;
  datasets: Shelf<Dataset>;
  projects: Shelf<Project>;
  /** By organization. */
  credits: Shelf<Credit>;
  mails: Shelf<Mail>;
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
  shelves: Shelves;
  /** Told of each job that completed or failed, in this order. */
  jobEnded: ((job: Job) => void)[];
  /** Told when an organization has no credits left; may be told again and again. */
  creditsEnded: (organization: string) => void;
}

export function openShelves(database: DatabaseSync): Shelves {
  const shelf = <T>(name: string, schema: Parameters<typeof openShelf<T>>[1]['schema']) =>
    openShelf<T>(database, { name, schema });
  return {
    jobs: shelf('jobs', jobSchema),
    fetched: shelf('fetched', fetchedSchema),
    drafts: shelf('drafts', draftSchema),
    records: shelf('records', recordSchema),
    monitors: shelf('monitors', monitorSchema),
    runs: shelf('runs', runSchema),
    monitorEvents: shelf('monitor_events', monitorEventSchema),
    monitorRecords: shelf('monitor_records', monitorRecordSchema),
    webhooks: shelf('webhooks', webhookSchema),
    assignments: shelf('assignments', assignmentSchema),
    attempts: shelf('attempts', attemptSchema),
    deliveries: shelf('deliveries', deliverySchema),
    entities: shelf('entities', entitySchema),
    datasets: shelf('datasets', datasetSchema),
    projects: shelf('projects', projectSchema),
    credits: shelf('credits', creditSchema),
    mails: shelf('mails', mailSchema),
  };
}
