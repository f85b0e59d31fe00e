import * as z from 'zod';
import {
  asksForAllNews,
  ASSOCIATION_TYPES,
  ENRICHMENT_TYPES,
  EXTRACTION_LIMITS,
  JOB_MODES,
  jobRequestBreaches,
} from '../../../../../shared/domain/services/extraction-rules.ts';
import { DAY, dayOf, type Instant, isoOf, parseWireTime } from '../../../../../shared/domain/time/instant.ts';
import { readAs, RequestRefused } from '../../kit/http/refusal.ts';
import type { Plan } from '../../kit/plan.ts';
import { creditOf, findUsable, usableProject } from '../accounts/access.ts';
import type { Owner } from '../accounts/owner.ts';
import type { ExtractionContext } from '../context.ts';
import { readyEntitiesOf } from '../datasets/views.ts';
import { analyze } from '../pipeline/question.ts';
import type { Entity } from '../entities/entity.ts';
import { type ExtractionSettings, leastLimitOf } from '../settings.ts';
import { assignWebhooks, usableWebhooks } from '../webhooks/assign.ts';
import { isOver, type Job, type JobOrder } from './job.ts';

/** Makes a job (extraction service, submit). @throws RequestRefused 400, 402, 403, 404, 422 or 429. */
export function submitJob(context: ExtractionContext, caller: Owner, value: unknown): Job {
  const body = readAs(submitBody(context.plan.recordsPerJob, context.settings), value);
  if (body.project_id !== undefined) usableProject(context, caller, body.project_id);
  const webhooks = usableWebhooks(context, caller, body.webhook_ids ?? []);
  const entities = readyEntitiesOf(context, caller, body.connected_dataset_ids ?? []);
  const order = orderFrom(context, body);
  assertCredits(context, caller);
  assertFreeSlot(context, caller);
  const job = putNewJob(context, { owner: caller, order, entities, projectId: body.project_id });
  assignWebhooks(context, webhooks, { type: 'job', id: job.id });
  return job;
}

function orderFrom({ clock, plan, settings }: ExtractionContext, body: SubmitBody): JobOrder {
  const datasetIds = [...new Set(body.connected_dataset_ids)];
  const unknown = body.source_groups?.find(
    (slug) => !settings.sourceGroups.some((group) => group.slug === slug),
  );
  if (unknown !== undefined)
    throw new RequestRefused(400, `There is no source group ${unknown.slice(0, 100)}`);
  const hiddenScore = settings.strict && datasetIds.length > 0 ? settings.leastScore : undefined;
  return {
    ...dateRangeOf(body, { now: clock.now(), plan }),
    query: body.query,
    context: body.context,
    summaryTemplate: body.summary_template,
    schema: body.schema,
    limit: body.limit ?? plan.recordsPerJob,
    mode: body.mode ?? 'base',
    validators: body.validators,
    enrichments: body.enrichments,
    datasetIds,
    association: body.ed_association_type,
    leastScore: body.ed_score_min ?? hiddenScore,
    allNews: body.fetch_all_watchlist_news === true || asksForAllNews(body.query),
    sourceGroups: [...new Set(body.source_groups)],
  };
}

/** @throws RequestRefused when the month's credits are used up. */
export function assertCredits(context: ExtractionContext, { organization }: Owner): void {
  if (creditOf(context, organization).balance > 0) return;
  throw new RequestRefused(context.settings.statusWithoutCredits, 'The credits of your plan are used up');
}

/** @throws RequestRefused 429 when all job slots are busy. Runs of monitors take no slot. */
function assertFreeSlot(context: ExtractionContext, { organization }: Owner): void {
  const busy = busySlots(context, organization);
  if (busy < context.plan.jobSlots) return;
  throw new RequestRefused(
    429,
    `All job slots are busy: limit Jobs_Concurrency is ${context.plan.jobSlots}. Try again in some minutes`,
  );
}

/** Jobs of an organization that are at work. */
export function busySlots({ store }: ExtractionContext, organization: string): number {
  const jobs = store.jobs.list({ within: organization });
  return jobs.filter((job) => !job.deleted && job.monitorId === undefined && !isOver(job.stage)).length;
}

const { scoreMin, scoreMax, sourceGroups, webhooksPerResource } = EXTRACTION_LIMITS;
const name = z.string().trim().min(1, 'name must not be empty').max(200);
const description = z.string().max(2_000);

const validator = z.object({ name, description, type: z.literal('boolean').default('boolean') });
const enrichment = z.object({ name, description, type: z.enum(ENRICHMENT_TYPES) });

/** Optional in the service's sense: left out or null. */
function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** The fields by which initialize and submit read a question alike. */
const questionFields = {
  query: z.string().trim().min(1).max(10_000),
  context: optional(z.string().max(10_000)),
  start_date: optional(z.string()),
  end_date: optional(z.string()),
  connected_dataset_ids: optional(z.array(z.string()).max(100)),
  fetch_all_watchlist_news: optional(z.boolean()),
};

/** The body of submit (extraction service, submit). `most` is the plan's number of records. */
export function submitBody(most: number, settings: Pick<ExtractionSettings, 'strict'>) {
  return z
    .object({
      ...questionFields,
      summary_template: optional(z.string().max(10_000)),
      schema: optional(z.string().max(10_000)),
      limit: optional(
        z
          .number()
          .int()
          .min(Math.min(leastLimitOf(settings), most))
          .max(most),
      ),
      mode: optional(z.enum(JOB_MODES)),
      validators: optional(z.array(validator).min(1).max(50)),
      enrichments: optional(z.array(enrichment).min(1).max(50)),
      ed_association_type: optional(z.enum(ASSOCIATION_TYPES)),
      ed_score_min: optional(z.number().min(scoreMin).max(scoreMax)),
      source_groups: optional(z.array(z.string()).max(sourceGroups)),
      webhook_ids: optional(z.array(z.string()).max(webhooksPerResource)),
      project_id: optional(z.string()),
    })
    .superRefine(({ start_date: _start, end_date: _end, ...facts }, check) => {
      for (const { fields, message } of jobRequestBreaches(facts)) {
        check.addIssue({ code: 'custom', path: fields.slice(0, 1), message });
      }
      if (asksForAllNews(facts.query) && !facts.connected_dataset_ids?.length) {
        const message =
          'A query for all news needs connected_dataset_ids: it asks for the news of their entities.';
        check.addIssue({ code: 'custom', path: ['query'], message });
      }
    });
}

type SubmitBody = z.infer<ReturnType<typeof submitBody>>;

/** The span of discovery that a job asks for, half open. */
interface DateRange {
  from: Instant;
  to: Instant;
}

interface RequestedDates {
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
}

interface Bounds {
  now: Instant;
  plan: Pick<Plan['extraction'], 'lookbackDays' | 'longestRangeDays'>;
}

/**
 * The range of a job (extraction service, submit): the last 5 days when nothing is said, until now without an end.
 *
 * @throws RequestRefused 400 for a date that is none, an end without a start or before it, a range that lies in the
 *   future, more days than the service or the plan allows, or a start before the plan's look-back.
 */
function dateRangeOf(requested: RequestedDates, { now, plan }: Bounds): DateRange {
  const from = instantOf('start_date', requested.start_date);
  const to = instantOf('end_date', requested.end_date);
  if (from === undefined) {
    if (to !== undefined) throw new RequestRefused(400, 'end_date needs start_date');
    return { from: now - EXTRACTION_LIMITS.defaultRangeDays * DAY, to: now };
  }
  const range = { from, to: to ?? now };
  if (range.from >= range.to || range.from >= now)
    throw new RequestRefused(400, 'start_date must lie before end_date and before now');
  const [breach] = breachesOf(range, { now, plan });
  if (breach !== undefined) throw new RequestRefused(400, `${breach}. Ask initialize for dates that fit`);
  return range;
}

/** The nearest range that submit accepts, with what was changed in words (extraction service, initialize). */
function fittingRange(
  requested: RequestedDates,
  { now, plan }: Bounds,
): { range: DateRange; changes: string[] } {
  const to = Math.min(instantOf('end_date', requested.end_date) ?? now, now);
  const wished =
    instantOf('start_date', requested.start_date) ?? to - EXTRACTION_LIMITS.defaultRangeDays * DAY;
  const earliest = Math.max(now - plan.lookbackDays * DAY, to - plan.longestRangeDays * DAY);
  const from = wished < to ? Math.max(wished, earliest) : to - DAY;
  const changes = breachesOf({ from: wished, to }, { now, plan });
  if (from === wished) return { range: { from, to }, changes };
  return {
    range: { from, to },
    changes: [...changes, `start_date was moved from ${isoOf(wished)} to ${isoOf(from)}`],
  };
}

/** Days are counted whole, so that a range worked out a moment before the request still fits. */
function breachesOf({ from, to }: DateRange, { now, plan }: Bounds): string[] {
  const breaches: string[] = [];
  if (Math.floor((to - from) / DAY) > plan.longestRangeDays) {
    breaches.push(`The dates lie more than ${plan.longestRangeDays} days apart`);
  }
  const earliest = dayOf(now - plan.lookbackDays * DAY);
  if (dayOf(from) < earliest) {
    breaches.push(`The plan looks back ${plan.lookbackDays} days, to ${earliest}`);
  }
  return breaches;
}

function instantOf(field: string, text: string | null | undefined): Instant | undefined {
  if (text === null || text === undefined) return undefined;
  const at = parseWireTime(text);
  if (at === undefined) throw new RequestRefused(400, `${field} is not a date such as 2026-11-21T08:00:00Z`);
  return at;
}

/** Who requested a job, and why. */
interface NewJob {
  owner: Owner;
  order: JobOrder;
  entities: Entity[];
  projectId?: string | undefined;
  monitorId?: string | undefined;
}

/** Stores a new job in its first stage. Faults that concern it are drawn here, once. */
export function putNewJob(
  context: ExtractionContext,
  { owner, order, entities, projectId, monitorId }: NewJob,
): Job {
  const now = context.clock.now();
  const job: Job = {
    id: context.newId(),
    owner,
    createdAt: now,
    order,
    entities,
    projectId,
    monitorId,
    stage: 'submitted',
    since: now,
    turn: 1,
    candidates: 0,
    validated: 0,
    valid: 0,
    announced: false,
    neverEnds: context.faults.strikes('job-never-ends'),
    fails: context.faults.jobFailure(),
    listedFrom: now + (monitorId === undefined ? context.faults.jobListLag() : 0),
    deleted: false,
  };
  context.store.jobs.put(job.id, job, owner.organization);
  return job;
}

const initializeBody = z.object(questionFields);

/**
 * Proposes validators, enrichments and dates for a question. Makes no job and costs nothing. Dates that submit would
 * refuse are moved, and the answer says how (extraction service, initialize).
 */
export function initializeJob({ clock, plan }: ExtractionContext, value: unknown): Record<string, unknown> {
  const body = readAs(initializeBody, value);
  const { validators, enrichments } = analyze(body);
  const allNews = body.fetch_all_watchlist_news === true || asksForAllNews(body.query);
  const { range, changes } = fittingRange(body, { now: clock.now(), plan });
  return {
    query: body.query,
    context: body.context ?? null,
    validators: allNews ? [] : validators,
    enrichments,
    start_date: isoOf(range.from),
    end_date: isoOf(range.to),
    date_modification_message: changes,
  };
}

const continueBody = z.object({
  job_id: z.string(),
  new_limit: z.number().int().min(1).nullish(),
});

/**
 * Sends a completed job back to work with a higher limit: clusters that were left over are judged first, then the
 * turns that are left are taken (extraction service, continue).
 *
 * @throws RequestRefused 400 for a job that is not completed or a limit that is not higher, 402, 403, 404, 422 or
 *   429.
 */
export function continueJob(
  context: ExtractionContext,
  caller: Owner,
  value: unknown,
): { job: Job; previousLimit: number } {
  const { job_id, new_limit } = readAs(continueBody, value);
  const { store, plan, clock } = context;
  const job = findUsable(context, store.jobs, { id: job_id, kind: 'Job', caller, need: 'edit' });
  if (job.stage !== 'completed')
    throw new RequestRefused(400, `Only a completed job can be continued; this one is ${job.stage}`);
  const limit = new_limit ?? plan.recordsPerJob;
  if (limit <= job.order.limit)
    throw new RequestRefused(400, `new_limit must be above the present limit of ${job.order.limit}`);
  if (limit > plan.recordsPerJob)
    throw new RequestRefused(400, `new_limit is above the plan's ${plan.recordsPerJob} records`);
  assertCredits(context, caller);
  assertFreeSlot(context, caller);
  const order = { ...job.order, limit };
  const next: Job = {
    ...job,
    order,
    stage: 'enriching',
    since: clock.now(),
    announced: false,
    endedAt: undefined,
  };
  store.jobs.put(job.id, next);
  return { job: next, previousLimit: job.order.limit };
}
