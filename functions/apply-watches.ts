import { readFile } from 'node:fs/promises';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import * as z from 'zod';
import { boundedRequests } from '../shared/aws/bounded-requests.ts';
import { eventbridgeReportSchedules, eventbridgeSchedules } from '../shared/aws/eventbridge-schedules.ts';
import { desiredSchema } from '../shared/contracts/stored/definitions.ts';
import { readApplyEnvironment } from '../shared/contracts/environment.ts';
import { EVENTS } from '../shared/contracts/names.ts';
import { parseAs, parseJson } from '../shared/contracts/parse-as.ts';
import { applyWatches } from '../shared/use-cases/apply/apply-watches.ts';
import { invokeHandler, logEvent, logMask, openSubscriptions, openTable } from './handler.ts';

const environment = readApplyEnvironment(process.env);
/**
 * Hundreds of schedules are written at a time. Where the scheduler takes fewer in a second, the client waits and goes
 * on.
 */
const scheduler = new SchedulerClient({ ...boundedRequests(), retryMode: 'adaptive', maxAttempts: 10 });
const ports = {
  ...openTable(environment.table),
  schedules: eventbridgeSchedules(scheduler, environment.schedules),
  reportSchedules: eventbridgeReportSchedules(scheduler, environment.schedules),
  subscriptions: openSubscriptions(environment),
};

/** A deployment calls without `desired`: then the function applies the watches that were deployed beside its code. */
const payloadSchema = z.looseObject({
  desired: desiredSchema.optional(),
  /** What becomes of edits of pages whose key the file has changed. A deployment keeps them, and logs it. */
  edits: z.enum(['keep', 'drop']).optional(),
});

/** Updates the table, schedules and subscriptions to match the watches. */
export const handler = invokeHandler(payloadSchema, async ({ desired, edits }, call) => {
  const outcome = await applyWatches(desired ?? (await readBundledWatches()), ports, { ...call, edits });
  if (outcome.status === 'busy')
    throw new Error('Another apply is running: nothing was changed. Try again in a minute.');
  logEvent(EVENTS.watchesApplied, { outcome });
  // CloudFormation's trigger of a deployment writes the answer to its own log.
  return desired ? outcome : logMask.data(outcome);
});

async function readBundledWatches() {
  const text = await readFile(new URL('./watches.json', import.meta.url), 'utf8');
  return parseAs(desiredSchema, parseJson(text));
}
