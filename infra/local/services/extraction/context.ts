import type { DatabaseSync } from 'node:sqlite';
import type * as z from 'zod';
import type { Faults } from '../kit/faults/faults.ts';
import type { Plan } from '../kit/plan/plan.ts';
import { creditSchema, mailSchema } from './accounts/credit.ts';
import type { Agenda } from './agenda.ts';
import { datasetSchema } from './datasets/dataset.ts';
import { entitySchema } from './entities/entity.ts';
import { type Job, jobSchema } from './jobs/job.ts';
import { draftSchema, fetchedSchema, recordSchema } from './jobs/work/work.ts';
import { monitorRecordSchema } from './monitors/merge.ts';
import { monitorEventSchema, monitorSchema, runSchema } from './monitors/monitor.ts';
import type { ArticleIndex, SendOutbound, TimerClock } from './ports.ts';
import { projectSchema } from './projects/project.ts';
import type { ExtractionSettings } from './settings.ts';
import { openCollection } from './store/collection.ts';
import { assignmentSchema } from './webhooks/assignment.ts';
import { attemptSchema, deliverySchema } from './webhooks/delivery.ts';
import { webhookSchema } from './webhooks/webhook.ts';

/** Everything the service keeps. Objects that belong to an owner can be listed by it. */
export type ExtractionStore = ReturnType<typeof openStore>;

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

/** Opens every collection of the service in its database. */
export function openStore(database: DatabaseSync) {
  const collection = <T>(name: string, schema: z.ZodType<T>) => openCollection(database, { name, schema });
  return {
    // By organization, as are monitors, webhooks, entities, datasets and projects.
    jobs: collection('jobs', jobSchema),
    // By job, as are drafts and records.
    fetched: collection('fetched', fetchedSchema),
    drafts: collection('drafts', draftSchema),
    records: collection('records', recordSchema),
    monitors: collection('monitors', monitorSchema),
    // By monitor, as are its events and merged records.
    runs: collection('runs', runSchema),
    monitorEvents: collection('monitor_events', monitorEventSchema),
    monitorRecords: collection('monitor_records', monitorRecordSchema),
    webhooks: collection('webhooks', webhookSchema),
    // By webhook, as are attempts.
    assignments: collection('assignments', assignmentSchema),
    attempts: collection('attempts', attemptSchema),
    // Deliveries that are not over.
    deliveries: collection('deliveries', deliverySchema),
    entities: collection('entities', entitySchema),
    datasets: collection('datasets', datasetSchema),
    projects: collection('projects', projectSchema),
    // By organization.
    credits: collection('credits', creditSchema),
    mails: collection('mails', mailSchema),
  };
}
