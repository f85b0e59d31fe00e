import { randomUUID } from 'node:crypto';
import type { Extraction, ExtractionStep } from '../../../shared/domain/extraction/extraction.ts';
import { dayOf, DAY, MINUTE, SECOND, type Instant } from '../../../shared/domain/time/instant.ts';
import type { RunOrder, Watch } from '../../../shared/domain/watches/watch.ts';
import { composeMessage } from '../../../shared/render/message/compose-message.ts';
import { collectExtraction } from '../../../shared/use-cases/extraction/collect-records.ts';
import {
  pollExtraction,
  restartExtractions,
  submitExtraction,
} from '../../../shared/use-cases/extraction/poll-job.ts';
import { deliverAlerts } from '../../../shared/use-cases/deliver/deliver-alerts.ts';
import { decideOrdered } from './decide-ordered.ts';
import { startExtractions } from '../../../shared/use-cases/collect/start-extractions.ts';
import { aChannel, aWatch, NOON } from '../../ports/examples.ts';
import { type JobScript, memoryJobs } from '../../ports/memory-jobs.ts';
import {
  heldClock,
  memoryDecideQueue,
  memoryQueue,
  memoryRaw,
  memoryTopic,
} from '../../ports/memory-services.ts';
import { memoryStore } from '../../store/memory-store.ts';
import { memoryWorkflow } from '../../ports/memory-workflow.ts';

/** A watch that asks for jobs and alerts on each record. */
export function aJobWatch(changes: Partial<Watch> = {}): Watch {
  return aWatch({
    id: 'sector-cuts',
    kind: 'extraction',
    query: { query: 'Layoffs at car makers in Europe' },
    schedule: 'cron(0 6 ? * MON *)',
    ...changes,
  });
}

/** The function of each step. */
export const STEPS = { submit: submitExtraction, poll: pollExtraction, collect: collectExtraction };

/** Extractions over twins: time passes only where a step waits. */
export async function extractionBench({
  watches = [aJobWatch()],
  script = {},
}: {
  watches?: readonly Watch[];
  script?: JobScript;
} = {}) {
  const clock = heldClock(NOON);
  const store = memoryStore();
  const jobs = memoryJobs(clock, script);
  const workflow = memoryWorkflow();
  const ports = {
    ...store,
    clock,
    workflow,
    executions: workflow,
    jobs: jobs.service,
    queue: memoryQueue(),
    decideQueue: memoryDecideQueue(),
    raw: memoryRaw(),
    topic: memoryTopic(),
    compose: composeMessage,
  };
  for (const watch of watches) await store.definitions.putWatch(watch);
  await store.definitions.putChannel(aChannel());
  await store.definitions.putChannel(aChannel({ name: 'operators', email: ['ops@acme.example'] }));
  const bench = {
    clock,
    store,
    jobs,
    workflow,
    ports,
    /** Runs one slot of a watch, as `run-watch` does. */
    run: (watch: Watch, changes: Partial<RunOrder> = {}, given: typeof ports = ports) =>
      startExtractions({
        order: {
          watchId: watch.id,
          scheduledFor: clock.now(),
          track: 'live',
          continuation: 0,
          ...changes,
        },
        watch,
        ports: given,
        lease: { owner: 'message-1', until: clock.now() + 5 * MINUTE },
      }),
    /** One step of a job; what it has inserted is decided after it. */
    step: async (jobId: string, step: ExtractionStep, given: typeof ports = ports) => {
      const call = { owner: randomUUID(), deadline: clock.now() + 2 * MINUTE };
      const outcome = await STEPS[step](jobId, given, call);
      await decideOrdered(given);
      return outcome;
    },
    restart: (given: typeof ports = ports) => restartExtractions(given),
    deliver: () => deliverAlerts('all', ports, { owner: 'deliverer', deadline: clock.now() + 2 * MINUTE }),
  };
  return bench;
}

export type ExtractionBench = Awaited<ReturnType<typeof extractionBench>>;

/** What the workflow does with every execution that was started, in the order of time, until all have ended. */
export async function follow(
  { clock, workflow, step }: ExtractionBench,
  { until = clock.now() + 10 * DAY }: { until?: Instant } = {},
): Promise<void> {
  const due = [...workflow.started]
    .filter(([name]) => !workflow.ended.has(name))
    .map(([name, id]) => ({ name, id, at: clock.now(), next: 'submit' as ExtractionStep }));
  while (due.length > 0) {
    due.sort((a, b) => b.at - a.at);
    const execution = due.pop()!;
    if (execution.at > until) return;
    clock.at = Math.max(clock.at, execution.at);
    const { next, waitSeconds } = await step(execution.id, execution.next);
    if (next === 'end') workflow.ended.add(execution.name);
    else due.push({ ...execution, next, at: clock.now() + waitSeconds * SECOND });
  }
}

/** The extractions that were started, as they are now. */
export async function extractionsOf({ workflow, store }: ExtractionBench): Promise<Extraction[]> {
  const ids = new Set(workflow.started.values());
  const all = await Promise.all([...ids].map((id) => store.extractions.get(id)));
  return all.filter((one) => one !== undefined);
}

/** All findings of the watch by fingerprint, and all alerts by what they are. */
export async function aftermathOf({ store, clock }: ExtractionBench, watchId = 'sector-cuts') {
  const days = new Set<string>();
  for (let at = NOON - DAY; at <= clock.now() + DAY; at += DAY) days.add(dayOf(at));
  const findings = await store.findings.foundIn(watchId, { from: NOON - DAY, to: clock.now() + DAY });
  const alerts = await Promise.all([...days].map((day) => store.alerts.madeOn(day, 10_000)));
  return {
    findings: findings
      .map(({ finding, verdict, changedAt }) => ({ id: finding.fingerprint, verdict, changedAt }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    alerts: alerts
      .flat()
      .map(({ alert }) => ({
        id: alert.id,
        channel: alert.channel,
        about: alert.occasion.type === 'incident' ? alert.occasion.incident : alert.occasion.type,
        resolved: alert.occasion.type === 'incident' && alert.occasion.resolved,
      }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

/** What the alerts are about, and which of them are for the operators. */
export async function notified(bench: ExtractionBench): Promise<string[]> {
  const { alerts } = await aftermathOf(bench);
  return alerts
    .map(({ about, channel, resolved }) =>
      [about, channel === 'operators' ? 'operators' : '', resolved ? 'resolved' : '']
        .filter(Boolean)
        .join(' '),
    )
    .toSorted();
}
