import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { NOTIFYING_RESOURCES } from '../../../../shared/domain/services/extraction-rules.ts';
import { isoOf, SECOND } from '../../../../shared/domain/time/instant.ts';
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

/** A webhook gets the notices of a job or monitor. */
const assignmentSchema = z.object({
  id: z.string(),
  webhookId: z.string(),
  resourceType: z.enum(NOTIFYING_RESOURCES),
  resourceId: z.string(),
  assignedAt: z.number(),
  /** The results of the monitor's reference job have been delivered. */
  begun: z.boolean(),
});

export type Assignment = z.infer<typeof assignmentSchema>;

/** The key of an assignment on its collection. */
export function assignmentKey(webhookId: string, { type, id }: { type: string; id: string }): string {
  return JSON.stringify([webhookId, type, id]);
}

export function assignmentView({ id, webhookId, resourceType, resourceId, assignedAt }: Assignment) {
  return {
    id,
    webhook_id: webhookId,
    resource_type: resourceType,
    resource_id: resourceId,
    assigned_at: isoOf(assignedAt),
  };
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

/** One line of the webhook history. */
const attemptSchema = z.object({
  id: z.number(),
  webhookId: z.string(),
  /** The delivery that it was an attempt of; a test has none. */
  deliveryId: z.string().optional(),
  resourceType: z.enum(['job', 'monitor', 'monitor_group', 'test']),
  resourceId: z.string(),
  info: z.object({ job_id: z.string(), records_count: z.number() }).nullable(),
  statusCode: z.number().nullable(),
  number: z.number(),
  at: z.number(),
  error: z.string().nullable(),
  warning: z.string().nullable(),
});

export type Delivery = z.infer<typeof deliverySchema>;
export type Attempt = z.infer<typeof attemptSchema>;

/** A line of the history as the answer shows it (extraction service, webhook history). */
export function attemptView(attempt: Attempt) {
  return {
    id: attempt.id,
    webhook_id: attempt.webhookId,
    resource_type: attempt.resourceType,
    resource_id: attempt.resourceId,
    additional_info: attempt.info,
    status_code: attempt.statusCode,
    attempt_number: attempt.number,
    timestamp: new Date(attempt.at).toISOString(),
    delivery_status: attempt.error === null ? 'SUCCESS' : 'FAILED',
    error_message: attempt.error,
    warning_message: attempt.warning,
  };
}
