import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { NOTIFYING_RESOURCES } from '../../../../shared/domain/services/extraction-rules.ts';
import { SECOND } from '../../../../shared/domain/time/instant.ts';
import type { Faults } from '../kit/faults.ts';
import type { Plan } from '../kit/plan.ts';
import { ownerSchema } from './accounts/owner.ts';
import type { Agenda } from './agenda.ts';
import { openCollection } from './collection.ts';
import { entitySchema } from './entities/entity.ts';
import { type Job, jobSchema } from './jobs/job.ts';
import { draftSchema, fetchedSchema, recordSchema } from './jobs/work.ts';
import { monitorRecordSchema } from './monitors/merge.ts';
import { monitorEventSchema, monitorSchema, runSchema } from './monitors/monitor.ts';
import { type ArticleIndex, creditSchema, mailSchema, type SendOutbound, type TimerClock } from './ports.ts';
import type { ExtractionSettings } from './settings.ts';
import { webhookSchema } from './webhooks/webhook.ts';

const datasetSchema = z.object({
  id: z.string(),
  owner: ownerSchema,
  createdAt: z.number(),
  updatedAt: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  /** In the order in which they were put in. */
  entityIds: z.array(z.string()),
  /** When entities were put in: each time the dataset becomes ready again. */
  filledAt: z.array(z.number()),
  projectId: z.string().optional(),
  deleted: z.boolean(),
});

export type Dataset = z.infer<typeof datasetSchema>;

const projectSchema = z.object({
  id: z.string(),
  owner: ownerSchema,
  createdAt: z.number(),
  updatedAt: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  /** Webhooks may be in several projects; everything else names its one project itself. */
  webhookIds: z.array(z.string()),
});

export type Project = z.infer<typeof projectSchema>;

/** Everything the service keeps. Objects that belong to an owner can be listed by it. */
type ExtractionStore = ReturnType<typeof openStore>;

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

/** A webhook gets the notices of a job or monitor (extraction service, webhook assignments). */
const assignmentSchema = z.object({
  id: z.string(),
  webhook_id: z.string(),
  resource_type: z.enum(NOTIFYING_RESOURCES),
  resource_id: z.string(),
  assigned_at: z.string(),
  /** The results of the monitor's reference job have been delivered. No answer has it. */
  begun: z.boolean(),
});

export type Assignment = z.infer<typeof assignmentSchema>;

/** The key of an assignment on its collection. */
export function assignmentKey(webhookId: string, { type, id }: { type: string; id: string }): string {
  return JSON.stringify([webhookId, type, id]);
}

/** Attempts are made so long after a delivery is due: 1, 5 and 25 s. After the last the delivery is lost. */
export const ATTEMPT_DELAYS: readonly number[] = [1 * SECOND, 5 * SECOND, 25 * SECOND];

/** A body on its way to one webhook. */
const deliverySchema = z.object({
  id: z.string(),
  webhookId: z.string(),
  resourceType: z.enum(['job', 'monitor', 'monitor_group']),
  resourceId: z.string(),
  /** The run that it is about. */
  jobId: z.string(),
  fields: z.record(z.string(), z.unknown()),
  dueAt: z.number(),
  /** Attempts made so far. */
  attempts: z.number(),
});

/** One line of the webhook history (extraction service, webhook history). */
const attemptSchema = z.object({
  id: z.number(),
  webhook_id: z.string(),
  /** The delivery that it was an attempt of; a test has none. No answer has it. */
  deliveryId: z.string().optional(),
  resource_type: z.enum(['job', 'monitor', 'monitor_group', 'test']),
  resource_id: z.string(),
  additional_info: z.object({ job_id: z.string(), records_count: z.number() }).nullable(),
  status_code: z.number().nullable(),
  attempt_number: z.number(),
  timestamp: z.string(),
  delivery_status: z.enum(['SUCCESS', 'FAILED']),
  error_message: z.string().nullable(),
  warning_message: z.string().nullable(),
});

export type Delivery = z.infer<typeof deliverySchema>;
export type Attempt = z.infer<typeof attemptSchema>;
