import { expect } from 'vitest';
import type { ExtractionClient } from '../../../../../shared/providers/extraction/client/create-extraction-client.ts';
import type { EndpointCases } from './endpoint-list.ts';
import { DAILY, noPage, notThere, PAGED, UNKNOWN, type World } from './extraction-world.ts';

export function jobCases({ job, jobs, continued }: World): EndpointCases<ExtractionClient> {
  const query = { query: 'Data breaches at retailers' };
  return {
    'POST /submit': {
      good: ['/submit', query],
      has: ['job_id'],
      refused: ['/submit', { ...query, start_date: '2020-01-01', end_date: '2026-01-01' }],
      status: 400,
      round: ({ jobs: api }) => api.submit(query),
      gives: { job_id: expect.any(String) },
    },
    'POST /initialize': {
      good: ['/initialize', query],
      has: ['validators', 'enrichments'],
      refused: ['/initialize', {}],
      status: 422,
      round: ({ jobs: api }) => api.initialize(query),
      gives: { validators: expect.any(Array) },
    },
    'POST /validate': {
      good: ['/validate', query],
      has: ['status'],
      refused: ['/validate', { query: 7 }],
      status: 422,
      round: ({ jobs: api }) => api.validate(query),
      gives: { status: expect.any(String) },
    },
    'POST /continue': {
      good: ['/continue', { job_id: continued[0], new_limit: 100 }],
      has: ['job_id'],
      ...notThere('/continue', { job_id: UNKNOWN, new_limit: 100 }),
      round: ({ jobs: api }) => api.continue({ job_id: continued[1], new_limit: 100 }),
      gives: expect.any(Object),
    },
    'GET /status/{job_id}': {
      good: [`/status/${job}`],
      has: ['job_id', 'status', 'steps'],
      ...notThere(`/status/${UNKNOWN}`),
      round: ({ jobs: api }) => api.status(job),
      gives: { status: expect.any(String) },
    },
    'GET /pull/{job_id}': {
      good: [`/pull/${job}`],
      has: ['job_id', 'all_records'],
      refused: [`/pull/${job}?page_size=0`],
      status: 422,
      round: ({ jobs: api }) => api.pull(job),
      gives: { records: expect.any(Array), total_pages: 1 },
    },
    'GET /pull/{job_id}/csv': {
      good: [`/pull/${jobs[1]}/csv`],
      has: [],
      ...notThere(`/pull/${UNKNOWN}/csv`),
    },
    'GET /jobs/user': {
      good: ['/jobs/user'],
      has: [...PAGED, 'jobs'],
      ...noPage('/jobs/user'),
      round: ({ jobs: api }) => api.list(),
      gives: { jobs: expect.arrayContaining([expect.objectContaining({ job_id: job })]) },
    },
    'DELETE /jobs/{job_id}': {
      good: [`/jobs/${jobs[0]}`],
      has: ['success'],
      ...notThere(`/jobs/${UNKNOWN}`),
      round: ({ jobs: api }) => api.remove(jobs[1]),
      gives: { success: true },
    },
  };
}

export function monitorCases({ job, monitor, monitors }: World): EndpointCases<ExtractionClient> {
  return {
    'POST /monitors/create': {
      good: ['/monitors/create', { reference_job_id: job, schedule: DAILY }],
      has: ['monitor_id'],
      refused: ['/monitors/create', { reference_job_id: job, schedule: 'every 5 minutes' }],
      status: 422,
      round: ({ monitors: api }) => api.create({ reference_job_id: job, schedule: DAILY }),
      gives: { monitor_id: expect.any(String) },
    },
    'GET /monitors': {
      good: ['/monitors'],
      has: [...PAGED, 'monitors'],
      ...noPage('/monitors'),
      round: ({ monitors: api }) => api.list(),
      gives: { monitors: expect.arrayContaining([expect.objectContaining({ monitor_id: monitor })]) },
    },
    'GET /monitors/{monitor_id}/jobs': {
      good: [`/monitors/${monitor}/jobs`],
      has: ['0'],
      ...notThere(`/monitors/${UNKNOWN}/jobs`),
      round: ({ monitors: api }) => api.runs(monitor),
      gives: expect.arrayContaining([expect.objectContaining({ job_id: expect.any(String) })]),
    },
    'GET /monitors/pull/{monitor_id}': {
      good: [`/monitors/pull/${monitor}`],
      has: ['all_records'],
      ...notThere(`/monitors/pull/${UNKNOWN}`),
      round: ({ monitors: api }) => api.pull(monitor),
      gives: expect.anything(),
    },
    'GET /monitors/pull/{monitor_id}/csv': {
      good: [`/monitors/pull/${monitor}/csv`],
      has: [],
      ...notThere(`/monitors/pull/${UNKNOWN}/csv`),
    },
    'GET /monitors/{monitor_id}/status': {
      good: [`/monitors/${monitor}/status`],
      has: ['monitor_id'],
      ...notThere(`/monitors/${UNKNOWN}/status`),
    },
    'PATCH /monitors/{monitor_id}': {
      good: [`/monitors/${monitor}`, { schedule: 'every Monday at 9 AM UTC' }],
      has: ['monitor_id'],
      refused: [`/monitors/${monitor}`, { schedule: 'every hour' }],
      status: 422,
      round: ({ monitors: api }) => api.change(monitor, { change: { schedule: DAILY } }),
      gives: expect.any(Object),
    },
    'POST /monitors/{monitor_id}/enable': {
      good: [`/monitors/${monitor}/enable`, { backfill: false }],
      has: ['success', 'monitor_id'],
      refused: [`/monitors/${monitor}/enable`, { backfill: 'perhaps' }],
      status: 422,
      round: ({ monitors: api }) => api.enable(monitor),
      gives: { success: true },
    },
    'POST /monitors/{monitor_id}/disable': {
      good: [`/monitors/${monitor}/disable`],
      has: ['success', 'monitor_id'],
      ...notThere(`/monitors/${UNKNOWN}/disable`),
      round: ({ monitors: api }) => api.disable(monitor),
      gives: { success: true },
    },
    'DELETE /monitors/{monitor_id}': {
      good: [`/monitors/${monitors[0]}`],
      has: ['success', 'monitor_id'],
      ...notThere(`/monitors/${UNKNOWN}`),
      round: ({ monitors: api }) => api.remove(monitors[1]),
      gives: { success: true },
    },
    'POST /user/limits': {
      good: ['/user/limits'],
      has: [],
      refused: 'key',
      status: 401,
      round: (client) => client.userLimits(),
      gives: expect.anything(),
    },
    'GET /source-groups': {
      good: ['/source-groups'],
      has: [...PAGED, 'source_groups'],
      ...noPage('/source-groups'),
      round: (client) => client.sourceGroups({ page: 1 }),
      gives: { source_groups: expect.any(Array) },
    },
  };
}
