import { UpstreamError } from '../../domain/lib/errors.ts';
import type { RunOutcome } from '../../domain/runs/outcome.ts';
import type { Counted, JobService } from '../ports/extraction.ts';

export type Requests = Pick<RunOutcome, 'calls' | 'correlationIds'>;

/** A job service that counts its requests, retries included; a failed call counts as one. */
export function countRequests(jobs: JobService): { jobs: JobService; requests: () => Requests } {
  let requests: Requests = { calls: 0, correlationIds: [] };
  const add = (calls: number, id: string | undefined): void => {
    const { correlationIds } = requests;
    requests = {
      calls: requests.calls + calls,
      correlationIds: id === undefined ? correlationIds : [...correlationIds, id],
    };
  };
  const counted = async <T extends Counted>(call: Promise<T>): Promise<T> => {
    try {
      const answer = await call;
      add(answer.calls, answer.correlationId);
      return answer;
    } catch (error) {
      add(1, error instanceof UpstreamError ? error.correlationId : undefined);
      throw error;
    }
  };
  return {
    requests: () => requests,
    jobs: {
      submit: (...ask) => counted(jobs.submit(...ask)),
      find: (...ask) => counted(jobs.find(...ask)),
      stage: (...ask) => counted(jobs.stage(...ask)),
      records: (...ask) => counted(jobs.records(...ask)),
      continue: (...ask) => counted(jobs.continue(...ask)),
      credits: (...ask) => counted(jobs.credits(...ask)),
    },
  };
}
