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
import { assertCredits } from '../accounts/credits.ts';
import type { ExtractionContext } from '../context.ts';
import { readyEntitiesOf } from '../datasets/routes.ts';
import { analyze } from '../pipeline/question.ts';
import { type ExtractionSettings, leastLimitOf } from '../settings.ts';
import { assignWebhooks, usableWebhooks } from '../webhooks/webhook.ts';
import { isOver, stageOf } from './job.ts';
import type { Entity, Job, JobOrder, Owner } from '../stored.ts';

/** Makes a job (extraction service, submit). @throws RequestRefused 400, 402, 403, 404, 422 or 429. */
export function submitJob(context: ExtractionContext, caller: Owner, value: unknown): Job {
  const body = readAs(submitBody(context.plan.recordsPerJob, context.settings), value);
  const { project_id: projectId } = body;
  if (projectId !== undefined) context.kinds.project.find(projectId, caller);
  const webhooks = usableWebhooks(context, caller, body.webhook_ids);
  const entities = readyEntitiesOf(context, caller, body.connected_dataset_ids ?? []);
  const order = orderFrom(context, body);
  assertCredits(context, caller);
  assertFreeSlot(context, caller);
  const job = putNewJob(context, { owner: caller, order, entities, projectId });
  assignWebhooks(context, webhooks, { type: 'job', id: job.id });
  return job;
}

function orderFrom({ clock, plan, settings }: ExtractionContext, body: SubmitBody): JobOrder {
  const { query, context, summary_template, schema, limit = plan.recordsPerJob, mode = 'base' } = body;
  const datasetIds = [...new Set(body.connected_dataset_ids)];
  const known = new Set(settings.sourceGroups.map(({ slug }) => slug));
  const unknown = body.source_groups?.find((slug) => !known.has(slug));
  if (unknown !== undefined)
    throw new RequestRefused(400, `There is no source group ${unknown.slice(0, 100)}`);
  const hiddenScore = settings.strict && datasetIds.length > 0 ? settings.leastScore : undefined;
  const { concepts, ...proposed } = analyze(body);
  const allNews = isAllNews(body);
  const isLite = mode === 'lite';
  return {
    ...dateRangeOf(body, { now: clock.now(), plan }),
    query,
    context,
    summary_template,
    schema,
    limit,
    mode,
    concepts,
    datasetIds,
    allNews,
    validators: isLite ? [] : (body.validators ?? (allNews ? [] : proposed.validators)),
    enrichments: isLite ? [] : (body.enrichments ?? proposed.enrichments),
    association: body.ed_association_type,
    leastScore: body.ed_score_min ?? hiddenScore,
    sourceGroups: [...new Set(body.source_groups)],
  };
}

function isAllNews({
  query,
  fetch_all_watchlist_news: all,
}: Pick<SubmitBody, 'query' | 'fetch_all_watchlist_news'>) {
  return all === true || asksForAllNews(query);
}

/** @throws RequestRefused 429 when all job slots are busy. Runs of monitors take no slot. */
function assertFreeSlot(context: ExtractionContext, { organization }: Owner): void {
  const { jobSlots } = context.plan;
  if (busySlots(context, organization) < jobSlots) return;
  const message = `All job slots are busy: limit Jobs_Concurrency is ${jobSlots}. Try again in some minutes`;
  throw new RequestRefused(429, message);
}

/** Jobs of an organization that are at work. */
export function busySlots(context: ExtractionContext, organization: string): number {
  const jobs = context.kinds.job.of(organization);
  return jobs.filter((job) => job.monitorId === undefined && !isOver(stageOf(context, job))).length;
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

interface Bounds {
  now: Instant;
  plan: Pick<Plan['extraction'], 'lookbackDays' | 'longestRangeDays'>;
}

type RequestedDates = Pick<SubmitBody, 'start_date' | 'end_date'>;

const DEFAULT_RANGE = EXTRACTION_LIMITS.defaultRangeDays * DAY;

/**
 * The range of a job (extraction service, submit): the last 5 days when nothing is said, until now without an end.
 *
 * @throws RequestRefused 400 for a date that is none, an end without a start or before it, a range that lies in the
 *   future, more days than the service or the plan allows, or a start before the plan's look-back.
 */
function dateRangeOf(requested: RequestedDates, { now, plan }: Bounds): { from: Instant; to: Instant } {
  const from = instantOf('start_date', requested.start_date) ?? now - DEFAULT_RANGE;
  const to = instantOf('end_date', requested.end_date) ?? now;
  if (requested.end_date !== undefined && requested.start_date === undefined)
    throw new RequestRefused(400, 'end_date needs start_date');
  if (from >= to || from >= now)
    throw new RequestRefused(400, 'start_date must lie before end_date and before now');
  const { longestRangeDays: longest, lookbackDays: back } = plan;
  // Days are counted whole, so that a range worked out a moment before the request still fits.
  if (Math.floor((to - from) / DAY) > longest || dayOf(from) < dayOf(now - back * DAY))
    throw new RequestRefused(
      400,
      `Dates may lie ${longest} days apart, and ${back} days back. Ask initialize for dates that fit`,
    );
  return { from, to };
}

/** The nearest range that submit accepts, with what was changed in words (extraction service, initialize). */
function fittingRange(requested: RequestedDates, { now, plan }: Bounds) {
  const { longestRangeDays: longest, lookbackDays: back } = plan;
  const to = Math.min(instantOf('end_date', requested.end_date) ?? now, now);
  const wished = instantOf('start_date', requested.start_date) ?? to - DEFAULT_RANGE;
  const from = wished < to ? Math.max(wished, now - back * DAY, to - longest * DAY) : to - DAY;
  const bounds = `at most ${longest} days, and ${back} days back`;
  const changes =
    from === wished ? [] : [`start_date was moved from ${isoOf(wished)} to ${isoOf(from)}: ${bounds}`];
  return { range: { from, to }, changes };
}

function instantOf(field: string, text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
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

/** Stores a new job. Faults that concern it are drawn here, once. */
export function putNewJob(
  { kinds, faults, clock }: ExtractionContext,
  { owner, projectId, ...asked }: NewJob,
): Job {
  return kinds.job.put({
    ...kinds.job.begin(owner, projectId),
    ...asked,
    steps: [],
    startedAt: clock.now(),
    polls: 0,
    announced: false,
    neverEnds: faults.strikes('job-never-ends'),
    fails: faults.jobFailure(),
    listedFrom: clock.now() + (asked.monitorId === undefined ? faults.jobListLag() : 0),
  });
}

const initializeBody = z.object(questionFields);

/**
 * Proposes validators, enrichments and dates for a question. Makes no job and costs nothing. Dates that submit would
 * refuse are moved, and the answer says how (extraction service, initialize).
 */
export function initializeJob({ clock, plan }: ExtractionContext, value: unknown): Record<string, unknown> {
  const body = readAs(initializeBody, value);
  const { validators, enrichments } = analyze(body);
  const { range, changes } = fittingRange(body, { now: clock.now(), plan });
  return {
    query: body.query,
    context: body.context ?? null,
    validators: isAllNews(body) ? [] : validators,
    enrichments,
    start_date: isoOf(range.from),
    end_date: isoOf(range.to),
    date_modification_message: changes,
  };
}

const continueBody = z.object({ job_id: z.string(), new_limit: z.number().int().min(1).nullish() });

/**
 * A completed job with a higher limit (extraction service, continue).
 *
 * @throws RequestRefused 400 for a job that is not completed or a limit that is not higher, 402, 403, 404, 422 or
 *   429.
 */
export function continuedJob(
  context: ExtractionContext,
  caller: Owner,
  value: unknown,
): { job: Job; previousLimit: number } {
  const { job_id, new_limit } = readAs(continueBody, value);
  const most = context.plan.recordsPerJob;
  const job = context.kinds.job.find(job_id, caller, 'edit');
  const stage = stageOf(context, job);
  const { limit: previousLimit } = job.order;
  const limit = new_limit ?? most;
  if (stage !== 'completed')
    throw new RequestRefused(400, `Only a completed job can be continued; this one is ${stage}`);
  if (limit <= previousLimit)
    throw new RequestRefused(400, `new_limit must be above the present limit of ${previousLimit}`);
  if (limit > most) throw new RequestRefused(400, `new_limit is above the plan's ${most} records`);
  assertCredits(context, caller);
  assertFreeSlot(context, caller);
  return { job: { ...job, order: { ...job.order, limit } }, previousLimit };
}
