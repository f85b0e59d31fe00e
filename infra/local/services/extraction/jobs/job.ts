import * as z from 'zod';
import { ASSOCIATION_TYPES, JOB_MODES } from '../../../../../shared/domain/services/extraction-rules.ts';
import { ownerSchema } from '../accounts/owner.ts';
import { entitySchema } from '../entities/entity.ts';
import { enrichmentSchema } from '../../kit/event-kinds.ts';
import { conceptSchema } from '../pipeline/concepts.ts';
import { validatorSchema } from '../pipeline/question.ts';

const instant = z.number();

/** What a job was asked to do, with every default filled in. */
const jobOrderSchema = z.object({
  query: z.string(),
  context: z.string().optional(),
  summaryTemplate: z.string().optional(),
  /** The older name of a summary template. */
  schema: z.string().optional(),
  limit: z.number(),
  mode: z.enum(JOB_MODES),
  from: instant,
  to: instant,
  /** Given by the caller; left out, the service proposes its own. */
  validators: z.array(validatorSchema).optional(),
  enrichments: z.array(enrichmentSchema).optional(),
  datasetIds: z.array(z.string()),
  association: z.enum(ASSOCIATION_TYPES).optional(),
  leastScore: z.number().optional(),
  allNews: z.boolean(),
  sourceGroups: z.array(z.string()),
});

/** What the service works out from the question. Stored, so that it is the same after a restart. */
const analysisSchema = z.object({
  concepts: z.array(z.array(conceptSchema).readonly()),
  validators: z.array(validatorSchema),
  enrichments: z.array(enrichmentSchema),
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

export const jobSchema = z.object({
  id: z.string(),
  owner: ownerSchema,
  createdAt: instant,
  order: jobOrderSchema,
  /** As they were when it began: later changes of a dataset do not reach a job at work. */
  entities: z.array(entitySchema),
  projectId: z.string().optional(),
  /** The monitor whose run this is; such jobs are not in the caller's list. */
  monitorId: z.string().optional(),
  stage: z.enum(STAGES),
  /** When the present stage, or batch of enriching, began. */
  since: instant,
  failedIn: z.enum(STAGES).optional(),
  /** The search turn, from 1. */
  turn: z.number(),
  analysis: analysisSchema.optional(),
  candidates: z.number(),
  validated: z.number(),
  valid: z.number(),
  error: z.string().optional(),
  endedAt: instant.optional(),
  /** Webhooks and monitors know of the end. Stored, so that a kill in between loses no notice. */
  announced: z.boolean(),
  /** Faults that were drawn for this job when it was submitted. */
  neverEnds: z.boolean(),
  fails: z.object({ in: z.enum(STAGES), error: z.string() }).optional(),
  listedFrom: instant,
  deleted: z.boolean(),
});

export type Job = z.infer<typeof jobSchema>;
export type JobOrder = z.infer<typeof jobOrderSchema>;

export type Stage = (typeof STAGES)[number];

/** Completed or failed: polling may end. */
export function isOver(stage: Stage): stage is 'completed' | 'failed' {
  return stage === 'completed' || stage === 'failed';
}

/** One line of `steps` in a status answer. */
interface StepView {
  status: Stage;
  order: number;
  completed: boolean;
}

/**
 * All seven stages, each with whether it is done. The stages before the present one are; in a failed job those before
 * the one it failed in. A step back to fetching opens the stages after it again.
 */
export function stepsOf({ stage, failedIn }: { stage: Stage; failedIn?: Stage | undefined }): StepView[] {
  const reached = STAGES.indexOf(failedIn ?? stage);
  return STAGES.map((status, index) => ({
    status,
    order: index + 1,
    completed: status === stage ? isOver(stage) : index < reached && status !== 'failed',
  }));
}
