import { COMPLETED_STATES } from '../../../domain/services/extraction-rules.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { CallLimits } from '../../../use-cases/ports/clock.ts';
import type { UpstreamMonitors, WebhookFacts } from '../../../use-cases/ports/upstream.ts';
import { allPages } from '../client/all-pages.ts';
import type { ExtractionClient } from '../client/create-extraction-client.ts';
import { orGone } from '../client/if-gone.ts';
import { seenRecords } from './seen-records.ts';
import type { WebhookHistory } from '../client/webhook-answers.ts';
import type { WebhookChange } from '../client/webhook-request.ts';

/** The number of runs that are read: some weeks of a daily monitor. */
const LATEST_RUNS = 40;
const HISTORY_PAGE = 50;

/** Monitors and their webhooks. */
export function upstreamMonitors({
  monitors,
  webhooks,
  jobs,
}: Pick<ExtractionClient, 'monitors' | 'webhooks' | 'jobs'>): UpstreamMonitors {
  return {
    async findWebhook({ projectId, prefix }, limits) {
      const all = await allPages(async (page) => {
        const list = await webhooks.list({ ...page, project_id: projectId }, limits);
        return { ...list, items: list.webhooks };
      });
      const found = all.find(({ name = '' }) => name.startsWith(prefix));
      if (!found) return undefined;
      const query = { resource_type: 'monitor' } as const;
      const { resources } = await webhooks.assignments(found.id, { query, ...limits });
      const monitorIds = resources.flatMap(({ resource_id }) => resource_id ?? []);
      return { id: found.id, name: found.name ?? '', monitorIds };
    },
    async createWebhook({ projectId, ...facts }, limits) {
      return (await webhooks.create({ ...webhookOf(facts), project_id: projectId }, limits)).id;
    },
    async changeWebhook(id, facts, limits) {
      await webhooks.change(id, { change: webhookOf(facts), ...limits });
    },
    hasWebhook: async (id, limits) => (await orGone(webhooks.read(id, limits))) !== undefined,
    async removeWebhook(id, limits) {
      await orGone(webhooks.remove(id, limits));
    },
    list: ({ projectId }, limits) =>
      allPages(async (page) => {
        const filter = projectId === undefined ? {} : { project_id: projectId };
        const list = await monitors.list({ ...page, ownership: 'own', ...filter }, limits);
        const items = list.monitors.map(({ monitor_id, reference_job_id, enabled }) => ({
          id: monitor_id,
          enabled: enabled ?? true,
          ...(reference_job_id !== undefined && { referenceJobId: reference_job_id }),
        }));
        return { ...list, items };
      }),
    async create({ referenceJobId, webhookId, schedule, timezone, limit, backfill, projectId }, limits) {
      const request = {
        reference_job_id: referenceJobId,
        schedule,
        timezone,
        backfill,
        webhook_ids: [webhookId],
        project_id: projectId,
        ...(limit !== undefined && { limit }),
      };
      return (await monitors.create(request, limits)).monitor_id;
    },
    async change(id, change, limits) {
      await monitors.change(id, { change, ...limits });
    },
    async assign({ id, webhookId }, limits) {
      const resource = { resource_type: 'monitor', resource_id: id } as const;
      await webhooks.assign(webhookId, { resource, ...limits });
    },
    async enable(id, { backfill }, limits) {
      await monitors.enable(id, { backfill, ...limits });
    },
    async disable(id, limits) {
      await monitors.disable(id, limits);
    },
    async remove(id, limits) {
      await orGone(monitors.remove(id, limits));
    },
    async removeJob(id, limits) {
      await orGone(jobs.remove(id, limits));
    },
    async runs(id, limits) {
      const runs = await monitors.runs(id, { sort: 'desc', ...limits });
      return runs.slice(0, LATEST_RUNS).flatMap(({ job_id, start_date, end_date, status = 'completed' }) => {
        if (end_date === undefined || !COMPLETED_STATES.includes(status)) return [];
        const beganAt = start_date === undefined ? {} : { beganAt: start_date };
        return [{ jobId: job_id, ...beganAt, endedAt: end_date }];
      });
    },
    async countRecords(jobId, limits) {
      const { valid_records, records, total_pages } = await jobs.pull(jobId, { page_size: 1, ...limits });
      return valid_records ?? (records.length === 0 ? 0 : (total_pages ?? 1));
    },
    cutDeliveries: ({ webhookId, since }, limits) => cutDeliveries({ webhooks, webhookId, since }, limits),
    async records(id, sight, limits) {
      return seenRecords(await monitors.pull(id, limits), sight);
    },
  };
}

/** Our own receiver: all records in one request, with a secret. */
function webhookOf({ name, url, secret }: WebhookFacts): WebhookChange & { name: string; url: string } {
  return { name, url, type: 'generic', delivery_mode: 'full', auth: { type: 'bearer', token: secret } };
}

/** A warning in the history means that the body was cut (extraction service, webhook history). */
async function cutDeliveries(
  given: { webhooks: ExtractionClient['webhooks']; webhookId: string; since: Instant },
  limits: CallLimits,
): Promise<string[]> {
  const { webhooks, webhookId, since } = given;
  const isOld = ({ timestamp = since }: WebhookHistory['items'][number]) => timestamp < since;
  const items = await allPages(
    async (page) => {
      const list = await webhooks.history({ ...page, webhook_id: webhookId }, limits);
      return { ...list, items: list.items };
    },
    { size: HISTORY_PAGE, enough: (page) => page.every(isOld) },
  );
  const cut = items.filter((item) => item.warning_message !== undefined && !isOld(item));
  return [...new Set(cut.flatMap(({ additional_info: info }) => textIn(info?.['job_id'])))];
}

function textIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : [];
}
