import { EXTRACTION_LIMITS, type JobMode } from '../../../domain/services/extraction-rules.ts';
import type { CallOptions } from '../../http/call-options.ts';
import { doing, reading } from '../../http/endpoint.ts';
import type { HttpClient } from '../../http/http-client.ts';
import { jsonReader, optionalJsonReader, readText } from '../../http/reader.ts';
import { withBody } from './check-body.ts';
import {
  continued,
  jobList,
  jobRemoved,
  jobResults,
  jobStatus,
  proposal,
  queryAdvice,
  submitted,
  type JobResults,
} from './job-answers.ts';
import {
  continueRequest,
  initializeRequest,
  jobRequest,
  validateRequest,
  type ContinueRequest,
  type InitializeRequest,
  type JobRequest,
} from './job-request.ts';
import type { Ownership, PageQuery } from './paging.ts';

export const SUBMIT = doing('POST', '/submit');
export const INITIALIZE = reading('POST', '/initialize');
const VALIDATE = reading('POST', '/validate');
const CONTINUE = doing('POST', '/continue');
const STATUS = reading('GET', '/status/{job_id}');
const PULL = reading('GET', '/pull/{job_id}');
const PULL_CSV = reading('GET', '/pull/{job_id}/csv');
const LIST = reading('GET', '/jobs/user');
const REMOVE = reading('DELETE', '/jobs/{job_id}');

export interface JobListQuery extends PageQuery {
  mode?: JobMode;
  ownership?: Ownership;
  /** Text in the query of the job. */
  search?: string;
  project_id?: string;
}

/** Jobs: a question in plain words becomes records with citations (extraction service, jobs). */
export function jobs(http: HttpClient) {
  const pull = (job_id: string, { page = 1, page_size = 100, ...options }: PageQuery & CallOptions = {}) => {
    const query = { page, page_size };
    return http.call({ endpoint: PULL, ids: { job_id }, query, read: jsonReader(jobResults) }, options);
  };
  return {
    /**
     * Starts a job and returns its id. Sent once: when the answer is lost, the job may exist, so look for it in the
     * list before you repeat the call. A ThrottledError means that all job slots are busy: wait minutes.
     */
    submit: (request: JobRequest, options?: CallOptions) =>
      http.call({ ...withBody(SUBMIT, request, jobRequest), read: jsonReader(submitted) }, options),
    /** Proposals for validators, enrichments and dates. Costs nothing. Each answer differs. */
    initialize: (request: InitializeRequest, options?: CallOptions) =>
      http.call({ ...withBody(INITIALIZE, request, initializeRequest), read: jsonReader(proposal) }, options),
    /** Advice on a query before it is submitted. Costs nothing. */
    validate: (request: { query: string }, options?: CallOptions) =>
      http.call({ ...withBody(VALIDATE, request, validateRequest), read: jsonReader(queryAdvice) }, options),
    /** Continues a completed job with a higher limit. Its records remain. Sent once, as `submit`. */
    continue: (request: ContinueRequest, options?: CallOptions) =>
      http.call({ ...withBody(CONTINUE, request, continueRequest), read: jsonReader(continued) }, options),
    /** State of a job and of its stages. First after a minute or two, then every 30 to 60 s. */
    status: (job_id: string, options?: CallOptions) =>
      http.call({ endpoint: STATUS, ids: { job_id }, read: jsonReader(jobStatus) }, options),
    /** One page of records. Allowed while the job is enriching. */
    pull,
    /** All pages of records, as many as exist when each one is requested. */
    recordPages: (job_id: string, options?: CallOptions) => recordPages(pull, { job_id, ...options }),
    /** The records of a completed job as CSV, one row each. */
    pullCsv: (job_id: string, options?: CallOptions) =>
      http.call({ endpoint: PULL_CSV, ids: { job_id }, read: readText }, options),
    list: ({ ...query }: JobListQuery = {}, options?: CallOptions) =>
      http.call({ endpoint: LIST, query, read: jsonReader(jobList) }, options),
    /** Hides a job. It continues if it works. Deleting again is no error. */
    remove: (job_id: string, options?: CallOptions) =>
      http.call({ endpoint: REMOVE, ids: { job_id }, read: optionalJsonReader(jobRemoved) }, options),
  };
}

async function* recordPages(
  pull: (job_id: string, options: PageQuery & CallOptions) => Promise<JobResults>,
  { job_id, ...options }: { job_id: string } & CallOptions,
): AsyncGenerator<JobResults, void, void> {
  const page_size = EXTRACTION_LIMITS.recordPageSize;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const results = await pull(job_id, { page, page_size, ...options });
    yield results;
    pages = results.total_pages ?? 1;
  }
}
