import * as z from 'zod';
import { ASSOCIATION_TYPES, JOB_MODES } from '../../../../../shared/domain/services/extraction-rules.ts';
import type { Instant } from '../../../../../shared/domain/time/instant.ts';
import { enrichmentSchema } from '../../kit/event-kinds.ts';
import type { Facts } from '../../kit/labels.ts';
import type { Names } from '../../kit/read-english.ts';
import { ownedFields } from '../accounts/owner.ts';
import type { ServiceContext } from '../context.ts';
import { entitySchema } from '../entities/entity.ts';
import { conceptSchema } from '../pipeline/concepts.ts';
import { validatorSchema } from '../pipeline/question.ts';

/** One article as the extraction service needs it. */
export interface SourceArticle {
  id: string;
  title: string;
  link: string;
  /** When the article says it appeared. */
  publishedAt: Instant;
  /** When the service first saw the page: the time that start_date and end_date bound. */
  discoveredAt: Instant;
  domain: string;
  sourceName?: string | undefined;
  description?: string | undefined;
  content?: string | undefined;
  /** What the corpus says of it beside its texts (kit/labels.ts). */
  story?: string | undefined;
  facts?: Facts | undefined;
  names?: Names | undefined;
}

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
const STAGES = [
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

/** Completed or failed: polling may end. */
export function isOver(stage: Stage): stage is 'completed' | 'failed' {
  return stage === 'completed' || stage === 'failed';
}

type Timed = Pick<ServiceContext, 'clock' | 'settings'>;

/** When each step of a job ends; the last one never does. Undefined in the walk by call. */
function endsOf({ settings: { walk } }: Timed, { steps, startedAt }: Job): Instant[] | undefined {
  if (walk.by === 'call') return undefined;
  let at = startedAt;
  return steps.map(({ stage }) => (at += isOver(stage) ? Infinity : walk.stages[stage]));
}

/** The number of the step that a job is in. */
export function stepOf(context: Timed, job: Job): number {
  const last = job.steps.length - 1;
  const ended = endsOf(context, job)?.filter((at) => at <= context.clock.now()).length ?? job.polls;
  return Math.max(0, Math.min(ended, last));
}

export function stageOf(context: Timed, job: Job): Stage {
  return job.steps[stepOf(context, job)]?.stage ?? 'submitted';
}

/** When a job is over by the clock; undefined for one that never is, and in the walk by call. */
export function endOf(context: Timed, job: Job): Instant | undefined {
  const last = job.steps.at(-1);
  return last && isOver(last.stage) ? endsOf(context, job)?.at(-2) : undefined;
}

/**
 * All seven stages, each with whether it is done. The stages before the present one are; in a failed job those before
 * the one it failed in. A step back to fetching opens the stages after it again.
 */
export function stagesView(context: Timed, job: Job) {
  const at = stepOf(context, job);
  const present = job.steps[at]?.stage ?? 'submitted';
  const reached = STAGES.indexOf((present === 'failed' ? job.steps[at - 1]?.stage : undefined) ?? present);
  return STAGES.map((status, index) => ({
    status,
    order: index + 1,
    completed: status === present ? isOver(present) : index < reached && status !== 'failed',
  }));
}
