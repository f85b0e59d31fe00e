import { creditOf } from '../../accounts/ledger.ts';
import type { Owner } from '../../accounts/owner.ts';
import { readyEntitiesOf } from '../../datasets/usable.ts';
import type { ExtractionContext } from '../../context.ts';
import { RequestRefused, readAs } from '../../../kit/http/refusal.ts';
import { asksForAllNews } from '../../../../../../shared/domain/services/all-news.ts';
import { usableProject } from '../../projects/usable.ts';
import { assignWebhooks, usableWebhooks } from '../../webhooks/assign.ts';
import { dateRangeOf } from './date-range.ts';
import type { Job, JobOrder } from '../job.ts';
import { isOver } from '../stage.ts';
import { putNewJob } from './put-new-job.ts';
import { type SubmitBody, submitBody } from './submit-body.ts';

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
export function assertFreeSlot(context: ExtractionContext, { organization }: Owner): void {
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
