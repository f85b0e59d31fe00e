import { expect, it } from 'vitest';
import { GoneError } from '../../../../shared/domain/lib/errors.ts';
import { NOON } from '../../../ports/examples.ts';
import { heldClock } from '../../../ports/memory-services.ts';
import { memoryJobs } from '../../../ports/memory-jobs.ts';
import { countRequests } from '../../../../shared/use-cases/extraction/extraction-step.ts';

const LIMITS = { deadline: NOON };

it('counts the requests of each call with the ids of the service; a failed call counts as one', async () => {
  const { service } = memoryJobs(heldClock(NOON));
  const facts = { service: 'extraction', operation: 'GET /jobs', correlationId: 'c-2' } as const;
  const { jobs, requests } = countRequests({
    ...service,
    credits: async () => ({ calls: 3, correlationId: 'c-1', left: 7 }),
    stage: async () => {
      throw new GoneError('There is no such job.', facts);
    },
  });
  expect(requests()).toEqual({ calls: 0, correlationIds: [] });
  expect(await jobs.credits(LIMITS)).toMatchObject({ left: 7 });
  await expect(jobs.stage('job-1', LIMITS)).rejects.toThrow(GoneError);
  expect(requests()).toEqual({ calls: 4, correlationIds: ['c-1', 'c-2'] });
});
