import * as z from 'zod';
import {
  ASSOCIATION_TYPES,
  DELIVERY_METHODS,
  DELIVERY_MODES,
  ENTITY_TYPES,
  JOB_MODES,
  NOTIFYING_RESOURCES,
  TEMPLATE_CONTENT_TYPES,
  WEBHOOK_TYPES,
} from '../../../../shared/domain/services/extraction-rules.ts';
import { enrichmentSchema } from '../kit/event-kinds.ts';
import { ROLES } from '../kit/plan.ts';
import { conceptSchema } from './pipeline/concepts.ts';
import { validatorSchema } from './pipeline/question.ts';

// The forms of everything that the service keeps.

/** Who made something: it belongs to an organization and, inside it, to a person. */
const ownerSchema = z.object({
  organization: z.string(),
  email: z.string(),
  /** The key it was made with, masked as listings show it. */
  key: z.string(),
  /** Of the person who calls; left out: `member`. */
  role: z.enum(ROLES).optional(),
});

export type Owner = z.infer<typeof ownerSchema>;

/** What everything has that callers make. */
const ownedFields = {
  id: z.string(),
  owner: ownerSchema,
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Webhooks may be in several projects, everything else in one. */
  projectIds: z.array(z.string()),
  /** Found no more. Others may go on to name it. */
  deleted: z.boolean(),
};

const ownedSchema = z.object(ownedFields);
export type Owned = z.infer<typeof ownedSchema>;

/** The credits of an organization: unused ones carry over (extraction service, credits). */
export const creditSchema = z.object({
  balance: z.number(),
  /** Spent in `month`. */
  spent: z.number(),
  /** The last month whose credits are in the balance, `2026-11`. */
  month: z.string(),
});

/** A message the service would have sent by e-mail. */
export const mailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string(), at: z.number() });
export type Mail = z.infer<typeof mailSchema>;

/** What a caller may send about a company; a PATCH replaces the whole of it. */
export const companySchema = z.object({
  domain: z.string().nullish(),
  description: z.string().nullish(),
  key_persons: z.array(z.string()).nullish(),
  alternative_names: z.array(z.string()).nullish(),
});

export const entitySchema = z.object({
  ...ownedFields,
  name: z.string(),
  entity_type: z.enum(ENTITY_TYPES),
  description: z.string().nullable(),
  external_entity_id: z.string().nullable(),
  company: companySchema.nullable(),
});

export type Entity = z.infer<typeof entitySchema>;

export const datasetSchema = z.object({
  ...ownedFields,
  name: z.string(),
  description: z.string().nullable(),
  /** In the order in which they were put in. */
  entityIds: z.array(z.string()),
  /** When entities were put in: each time the dataset becomes ready again. */
  filledAt: z.array(z.number()),
});

export type Dataset = z.infer<typeof datasetSchema>;

export const projectSchema = z.object({
  ...ownedFields,
  name: z.string(),
  description: z.string().nullable(),
});
export type Project = z.infer<typeof projectSchema>;

/** What a job was asked to do, with every default filled in. */
const jobOrderSchema = z.object({
  query: z.string(),
  context: z.string().optional(),
  summary_template: z.string().optional(),
  /** The older name of a summary template. */
  schema: z.string().optional(),
  limit: z.number(),
  mode: z.enum(JOB_MODES),
  from: z.number(),
  to: z.number(),
  /** What to search for. Empty for a question about everything. */
  concepts: z.array(z.array(conceptSchema).readonly()),
  /** The criteria and fields in force: the caller's own, else those that the service proposes; none in lite mode. */
  validators: z.array(validatorSchema),
  enrichments: z.array(enrichmentSchema),
  datasetIds: z.array(z.string()),
  association: z.enum(ASSOCIATION_TYPES).optional(),
  leastScore: z.number().optional(),
  allNews: z.boolean(),
  sourceGroups: z.array(z.string()),
});

/** The stages of a job in their order (extraction service, job states). */
export const STAGES = [
  'submitted',
  'analyzing',
  'fetching',
  'clustering',
  'enriching',
  'completed',
  'failed',
] as const;

const stage = z.enum(STAGES);
export type Stage = z.infer<typeof stage>;

/** A step of a job: its stage, and what was known when it began. Enriching takes a step for each batch. */
const stepSchema = z.object({ stage, candidates: z.number(), validated: z.number(), valid: z.number() });
export type Step = z.infer<typeof stepSchema>;

export const jobSchema = z.object({
  ...ownedFields,
  order: jobOrderSchema,
  /** As they were when it began: later changes of a dataset do not reach a job at work. */
  entities: z.array(entitySchema),
  /** The monitor whose run this is; such jobs are not in the caller's list. */
  monitorId: z.string().optional(),
  /**
   * All its steps, worked out when it begins: which of them it is in follows from the clock, or from the number of
   * polls, so that a restart changes nothing.
   */
  steps: z.array(stepSchema),
  startedAt: z.number(),
  polls: z.number(),
  /** Why the last step is `failed`. */
  error: z.string().optional(),
  endedAt: z.number().optional(),
  /** Webhooks and monitors know of the end. Stored, so that a kill in between loses no notice. */
  announced: z.boolean(),
  /** Faults that were drawn for this job when it was submitted. */
  neverEnds: z.boolean(),
  fails: z.object({ in: stage, error: z.string() }).optional(),
  listedFrom: z.number(),
});

export type Job = z.infer<typeof jobSchema>;
export type JobOrder = z.infer<typeof jobOrderSchema>;

const citationSchema = z.object({
  title: z.string(),
  link: z.string(),
  publishedAt: z.number(),
  /** The number of the step from which on it is there. */
  since: z.number(),
});

export const recordSchema = z.object({
  id: z.string(),
  since: z.number(),
  title: z.string(),
  enrichment: z.record(z.string(), z.unknown()),
  confidence: z.record(z.string(), z.number()),
  citations: z.array(citationSchema),
  connections: z
    .array(
      z.object({
        entityId: z.string(),
        score: z.number(),
        association: z.enum(ASSOCIATION_TYPES),
        relation: z.string(),
      }),
    )
    .optional(),
  tags: z.object({ event_type: z.string(), sector: z.string() }).optional(),
});

export type Citation = z.infer<typeof citationSchema>;
export type ExtractedRecord = z.infer<typeof recordSchema>;

/** A line of the history of a monitor (extraction service, monitor status). */
const eventSchema = z.object({
  status: z.enum(['created', 'enable', 'disable', 'scheduled', 'dump']),
  at: z.number(),
  run: z.object({ jobId: z.string(), from: z.number(), to: z.number() }).optional(),
  counts: z.object({ jobId: z.string(), before: z.number(), after: z.number() }).optional(),
});

export const monitorSchema = z.object({
  ...ownedFields,
  referenceJobId: z.string(),
  cron: z.string(),
  timezone: z.string(),
  /** Most records of a run; undefined: as many as the reference job. */
  limit: z.number().optional(),
  enabled: z.boolean(),
  /** Discovery up to here has been searched: the next run begins here. */
  coveredTo: z.number(),
  /** When the next run is due, while enabled. */
  nextAt: z.number(),
  /** Oldest first. */
  history: z.array(eventSchema),
});

export type Monitor = z.infer<typeof monitorSchema>;
export type MonitorEvent = z.infer<typeof eventSchema>;

const secret = z
  .string()
  .min(1)
  .max(4_000)
  .regex(/^[\t\x20-\x7e]+$/, 'must be printable ASCII');
const headerName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of an HTTP header');

/** How a delivery proves who it comes from (extraction service, webhooks). */
const authSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bearer'), token: secret }),
  z.object({ type: z.literal('api_key'), header: headerName, value: secret }),
  z.object({
    type: z.literal('basic'),
    username: z.string().min(1).max(400),
    password: z.string().min(1).max(4_000),
  }),
]);

const formatterSchema = z.object({
  template: z.string(),
  content_type: z.enum(TEMPLATE_CONTENT_TYPES).default('application/json'),
});

/** The headers a caller may add to deliveries. */
const headersSchema = z.record(
  headerName,
  z
    .string()
    .max(4_000)
    .regex(/^[\t\x20-\x7e]*$/, 'must be printable ASCII'),
);

/** What a caller says of a webhook, by the names of the contract (extraction service, webhooks). */
export const webhookFields = z.object({
  name: z.string().trim().min(1).max(200),
  url: z.string().max(2_000),
  type: z.enum(WEBHOOK_TYPES),
  delivery_mode: z.enum(DELIVERY_MODES),
  method: z.enum(DELIVERY_METHODS),
  headers: headersSchema,
  params: z.record(z.string().min(1), z.string()),
  auth: authSchema.nullable(),
  formatter_config: formatterSchema.nullable(),
  is_active: z.boolean(),
});

/** A webhook gets the notices of a job or monitor (extraction service, webhook assignments). */
const assignmentSchema = z.object({
  id: z.string(),
  resource_type: z.enum(NOTIFYING_RESOURCES),
  resource_id: z.string(),
  assigned_at: z.string(),
  /** The results of the monitor's reference job have been delivered. No answer has it. */
  begun: z.boolean(),
});

export const webhookSchema = webhookFields.extend({ ...ownedFields, assigned: z.array(assignmentSchema) });

export type Webhook = z.infer<typeof webhookSchema>;
export type WebhookAuth = z.infer<typeof authSchema>;

/** A body on its way to one webhook. */
export const deliverySchema = z.object({
  id: z.string(),
  webhookId: z.string(),
  resource_type: z.enum(NOTIFYING_RESOURCES),
  resource_id: z.string(),
  /** The run that it is about. */
  jobId: z.string(),
  fields: z.record(z.string(), z.unknown()),
  dueAt: z.number(),
  /** Attempts made so far. */
  attempts: z.number(),
});

/** One line of the webhook history (extraction service, webhook history). */
export const attemptSchema = z.object({
  id: z.number(),
  webhook_id: z.string(),
  /** The delivery that it was an attempt of; a test has none. No answer has it. */
  deliveryId: z.string().optional(),
  resource_type: z.enum([...NOTIFYING_RESOURCES, 'test']),
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
