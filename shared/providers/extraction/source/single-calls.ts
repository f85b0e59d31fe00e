import { defined } from '../../../domain/lib/fields.ts';
import { EXTRACTION_LIMITS } from '../../../domain/services/extraction-rules.ts';
import type { PlanFigures } from '../../../domain/usage/budget.ts';
import type { CallLimits } from '../../../use-cases/ports/clock.ts';
import type { CallOptions } from '../../http/http-client.ts';
import { account, featureOf, type PlanFeature } from '../client/account.ts';
import type { ExtractionClient } from '../client/create-extraction-client.ts';
import { type ExtractionClientSettings, openExtraction } from '../client/open-extraction.ts';
import type { JobRecord } from './record.ts';

/**
 * Reads the monthly credits and the job slots from the extraction service (extraction service, source groups and
 * limits). The service may not say what is used: then what is left is unknown.
 */
export function extractionPlan(settings: ExtractionClientSettings) {
  return planOfJobs(account(openExtraction(settings)));
}

/** As {@link extractionPlan}, with a client. */
export function planOfJobs(client: Pick<ExtractionClient, 'userLimits'>) {
  return async (options: CallOptions): Promise<PlanFigures> => {
    const features = await client.userLimits(options);
    const { allowed, used } = figureOf(features, 'monthly_free_credits');
    const slots = figureOf(features, 'Jobs_Concurrency');
    return defined<PlanFigures>({
      allowed,
      left: allowed === undefined || used === undefined ? undefined : Math.max(0, allowed - used),
      slots: slots.allowed === undefined ? undefined : defined({ allowed: slots.allowed, busy: slots.used }),
    });
  };
}

function figureOf(features: readonly PlanFeature[], code: string) {
  const { value, current_usage: used } = featureOf(features, code) ?? {};
  return { allowed: typeof value === 'number' ? value : undefined, used };
}

/** The outcome of a test of a webhook. */
export type WebhookTest = { delivered: true; why?: undefined } | { delivered: false; why: string };

/** Our receiver recognises a test by these fields, and keeps no record of it. */
const PAYLOAD = { event: 'test', test: true };

/**
 * Lets the service send a test to a webhook (extraction service, webhooks). Returns whether the receiver took it, and
 * else why not.
 */
export function testWebhook({ webhooks }: Pick<ExtractionClient, 'webhooks'>) {
  return async (webhookId: string, { deadline }: CallLimits): Promise<WebhookTest> => {
    const answer = await webhooks.test(webhookId, { payload: PAYLOAD, deadline });
    const { success, message = 'the service gives no reason', http_status_code: status } = answer;
    const isRefused = success === false || (status !== undefined && status >= 300);
    return isRefused ? { delivered: false, why: message } : { delivered: true };
  };
}

/** Where records are read: one job, or all runs of a monitor. */
export type RecordSource = { jobId: string } | { monitorId: string };

/** Reads all records of a job or a monitor (extraction service, pull). It costs no credits. */
export function readRecords({ jobs, monitors }: Pick<ExtractionClient, 'jobs' | 'monitors'>) {
  return async (source: RecordSource, { deadline }: CallLimits): Promise<JobRecord[]> => {
    if ('monitorId' in source) return (await monitors.pull(source.monitorId, { deadline })).records;
    const all: JobRecord[] = [];
    const page_size = EXTRACTION_LIMITS.recordPageSize;
    // As many pages as there are when each one is requested.
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { records, total_pages = 1 } = await jobs.pull(source.jobId, { page, page_size, deadline });
      all.push(...records);
      pages = total_pages;
    }
    return all;
  };
}
