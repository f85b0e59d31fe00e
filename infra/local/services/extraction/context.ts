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
import { openCandidates, type StoryCandidates } from './store/shelf.ts';
import { type Assignment, assignmentSchema } from './webhooks/assignment.ts';
import { type Attempt, attemptSchema, type Delivery, deliverySchema } from './webhooks/delivery.ts';
import { type Webhook, webhookSchema } from './webhooks/webhook.ts';

/** Everything the service keeps. Objects that belong to an owner can be listed by it. */
export interface Shelves {
  /** By organization, as are monitors, webhooks, entities, datasets and projects. */
  jobs: StoryCandidates<Job>;
  /** By job, as are drafts and records. */
  fetched: StoryCandidates<Fetched>;
  drafts: StoryCandidates<Draft>;
  records: StoryCandidates<ExtractedRecord>;
  monitors: StoryCandidates<Monitor>;
  /** By monitor, as are its events and merged records. */
  runs: StoryCandidates<Run>;
  monitorEvents: StoryCandidates<MonitorEvent>;
  monitorRecords: StoryCandidates<MonitorRecord>;
  webhooks: StoryCandidates<Webhook>;
  /** By webhook, as are attempts. */
  assignments: StoryCandidates<Assignment>;
  attempts: StoryCandidates<Attempt>;
  /** Deliveries that are not over. */
  deliveries: StoryCandidates<Delivery>;
  entities: StoryCandidates<Entity>;
  datasets: StoryCandidates<Dataset>;
  projects: StoryCandidates<Project>;
  /** By organization. */
  credits: StoryCandidates<Credit>;
  mails: StoryCandidates<Mail>;
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
  const shelf = <T>(name: string, schema: Parameters<typeof openCandidates<T>>[1]['schema']) =>
    openCandidates<T>(database, { name, schema });
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
