import { defined } from '../../../domain/lib/fields.ts';
import { RECORD_PAGE } from '../../../domain/extraction/extraction-transitions.ts';
import { wireTimeOf } from '../../../domain/time/instant.ts';
import type { JobAsk, JobService } from '../../../use-cases/ports/services.ts';
import { counting } from '../../http/http-client.ts';
import { account } from '../client/account.ts';
import {
  type ExtractionClientSettings,
  type ListQuery,
  openExtraction,
  withBody,
} from '../client/open-extraction.ts';
import type { ExtractionClient } from '../client/create-extraction-client.ts';
import { jobRequest, jobs, type ListedJob, SUBMIT } from '../client/jobs.ts';
import { planOfJobs } from './single-calls.ts';
import { seenRecords } from './to-finding.ts';

/** A job whose answer was lost is among the newest, so only these pages are read. */
const LIST_PAGES = 5;
/** The characters of a question that the list is searched for. The whole question is compared afterwards. */
const SEARCHED = 100;

/** The extraction service as a port of extractions. */
export function openExtractionSource(settings: ExtractionClientSettings): JobService {
  const http = openExtraction(settings);
  return extractionSource({ jobs: jobs(http), ...account(http) });
}

export function extractionSource(client: Pick<ExtractionClient, 'jobs' | 'userLimits'>): JobService {
  return {
    async submit({ query, range }, limits) {
      const span = { start_date: `${wireTimeOf(range.from)}Z`, end_date: `${wireTimeOf(range.to)}Z` };
      const { json: request } = withBody(SUBMIT, { ...query, ...span }, jobRequest);
      const { answer, ...counts } = await counting(limits, (options) => client.jobs.submit(request, options));
      return { upstreamId: answer.job_id, ...counts };
    },

    async find({ since, ...ask }, limits) {
      const { answer, ...counts } = await counting(limits, async (options) => {
        const found: ListedJob[] = [];
        for (let page = 1; page <= LIST_PAGES; page += 1) {
          const list = await client.jobs.list({ ...listQuery(ask), page }, options);
          found.push(...list.jobs);
          const oldest = list.jobs.at(-1)?.created_at ?? 0;
          if (oldest < since || page >= (list.total_pages ?? 1)) break;
        }
        return found;
      });
      const same = answer.filter((job) => (job.created_at ?? 0) >= since && asksTheSame(job, ask));
      return { upstreamIds: same.map(({ job_id }) => job_id).toReversed(), ...counts };
    },

    async stage(upstreamId, limits) {
      const { answer, ...counts } = await counting(limits, (options) =>
        client.jobs.status(upstreamId, options),
      );
      return { stage: answer.status, ...counts };
    },

    async records({ upstreamId, page, ...sight }, limits) {
      const { answer, ...counts } = await counting(limits, (options) =>
        client.jobs.pull(upstreamId, { page, page_size: RECORD_PAGE, ...options }),
      );
      const { total_pages: pages = 1, limit, error } = answer;
      const { origins: _origins, ...found } = seenRecords(answer, sight);
      return { ...found, pages, ...defined({ limit, error }), ...counts };
    },

    async continue({ upstreamId, limit }, limits) {
      const request = { job_id: upstreamId, new_limit: limit };
      const { answer: _answer, ...counts } = await counting(limits, (options) =>
        client.jobs.continue(request, options),
      );
      return counts;
    },

    async credits(limits) {
      const { answer, ...counts } = await counting(limits, planOfJobs(client));
      return { left: answer.left, ...counts };
    },
  };
}

/** Our own jobs of the same project and mode. The service's default mode is base. */
function listQuery({ query }: JobAsk): ListQuery {
  const { project_id: project, query: question } = query;
  return {
    ownership: 'own',
    mode: modeOf(query),
    page_size: 100,
    ...(typeof question === 'string' && { search: question.trim().slice(0, SEARCHED) }),
    ...(typeof project === 'string' && { project_id: project }),
  };
}

function asksTheSame({ query, mode }: ListedJob, asked: JobAsk): boolean {
  const question = asked.query['query'];
  if (typeof question !== 'string' || query?.trim() !== question.trim()) return false;
  return mode === undefined || mode === modeOf(asked.query);
}

function modeOf({ mode }: JobAsk['query']): 'base' | 'lite' {
  return mode === 'lite' ? 'lite' : 'base';
}
