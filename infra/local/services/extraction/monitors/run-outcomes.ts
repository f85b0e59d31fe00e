import type { ExtractionContext } from '../context.ts';
import type { Attempt } from '../webhooks/delivery.ts';
import type { Monitor } from './monitor.ts';

/** What became of the deliveries of one run to one webhook. */
export interface Outcome {
  webhook_id: string;
  success: boolean;
  status_code: number | null;
  error_message: string | null;
}

/**
 * The outcome of each run at each of its webhooks, by the job of the run; webhooks in the order in which they were first
 * tried. A webhook that gets record by record has several deliveries of a run: the outcome is that of the first one that
 * failed, else that of the last.
 */
export function runOutcomes({ store }: ExtractionContext, { id }: Monitor): Map<string, Outcome[]> {
  const attempts = store.attempts
    .list()
    .filter(({ resourceType, resourceId }) => resourceType === 'monitor' && resourceId === id);
  const byJob = Map.groupBy(attempts, ({ info }) => info?.job_id ?? '');
  return new Map(
    [...byJob].map(([jobId, ofRun]) => [
      jobId,
      [...Map.groupBy(ofRun, ({ webhookId }) => webhookId)].map(([webhookId, own]) =>
        outcomeOf(webhookId, own),
      ),
    ]),
  );
}

function outcomeOf(webhookId: string, attempts: readonly Attempt[]): Outcome {
  const deliveries = Map.groupBy(attempts, ({ deliveryId }) => deliveryId ?? '');
  const last = [...deliveries.values()].flatMap((tries) => tries.at(-1) ?? []);
  const decisive = last.find(({ error }) => error !== null) ?? last.at(-1);
  const error = decisive?.error ?? null;
  return {
    webhook_id: webhookId,
    success: error === null,
    status_code: decisive?.statusCode ?? null,
    error_message: error,
  };
}
