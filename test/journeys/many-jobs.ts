import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { extractionStates } from '../../infra/constructs/extraction-workflow.ts';
import type { CallEnd } from '../../infra/local/aws/functions/function-spec.ts';
import { arnOf, localCredentials } from '../../infra/local/aws/local-account.ts';
import type { SharedClock } from '../../infra/local/aws/shared-clock.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { machineSchema } from '../../infra/local/aws/workflow/definition.ts';
import { startWorkflowEngine } from '../../infra/local/aws/workflow/workflow-engine.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import { openStore } from '../../shared/store/open-store.ts';
import { stepFunctionsExecutions, stepFunctionsWorkflow } from '../../shared/aws/step-functions-workflow.ts';
import { extractionOrderSchema } from '../../shared/contracts/orders.ts';
import { TransportError } from '../../shared/domain/lib/errors.ts';
import { idOf } from '../../shared/domain/lib/hash.ts';
import { createExtractionClient } from '../../shared/providers/extraction/client/create-extraction-client.ts';
import { extractionPlan } from '../../shared/providers/extraction/source/single-calls.ts';
import { extractionSource } from '../../shared/providers/extraction/source/extraction-source.ts';
import type { JobService } from '../../shared/use-cases/ports/services.ts';
import { startExtractions } from '../../shared/use-cases/collect/start-extractions.ts';
import {
  article,
  DAY,
  MINUTE,
  openExtraction,
  SECOND,
} from '../infra/local/services/extraction/open-extraction.ts';
import { aChannel } from '../ports/examples.ts';
import { memoryDecideQueue, memoryQueue, memoryRaw } from '../ports/memory-services.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { aJobWatch, STEPS } from '../shared/use-cases/extraction-bench.ts';

/** What became of many jobs that were ordered at once. */
export interface ManyJobs {
  /** How many extractions ended in each state. */
  ended: Record<string, number>;
  /** Executions that were under way at once, at most. */
  mostExecutions: number;
  /** Slots that were taken at once, at most, as the service tells it. */
  mostSlots: number;
  /** Jobs that the service has taken, and distinct questions among them. */
  jobs: number;
  questions: number;
  /** Answers to a submit that were lost. */
  lost: number;
  /** How long all of it took by the clock of the services, in milliseconds. */
  length: number;
}

/** The service shows a new job this late, which our own wait for a lost answer outlasts. */
const LIST_LAG = 90 * SECOND;
/** Time passes in steps no longer than this: while nobody has to wait for the other. */
const LONGEST_STEP = 30 * SECOND;
/**
 * How often to check whether the steps under way have ended, in milliseconds. A look at each turn would take a
 * processor.
 */
const LOOK = 1;

/**
 * Orders as many extractions at once over a few job slots, on the engines of one machine: the workflow's own
 * definition, the table, and the extraction service with its client. A part of the answers to a submit is lost. Only
 * time is held.
 */
export async function manyJobs({
  count,
  slots,
  through = async (table) => table,
  onStep = () => undefined,
}: {
  count: number;
  slots: number;
  /** Gives the address by which the table is used in the place of its own. */
  through?: (table: string) => Promise<string>;
  /** Called for each call of a function. */
  onStep?: () => void;
}): Promise<ManyJobs> {
  const service = await openExtraction({
    articles: Array.from({ length: 5 }, (_, n) => article(`Maker number ${n} announces layoffs in Lyon`)),
    plan: { jobSlots: slots, monthlyCredits: 10_000_000 },
  });
  service.faults.play([
    { path: '/svc/submit', probability: 0.03, fault: 'lost' },
    { fault: { 'job-list-lags': { ms: LIST_LAG } } },
  ]);
  const { clock } = service;
  const system = { now: () => clock.now(), sleep: async () => undefined };
  const settings = { baseUrl: `${service.host.url}/jobs`, key: 'key-of-ann', clock: system };
  const client = createExtractionClient(settings);
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-jobs-'));
  const table = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const database = new DynamoDBClient({ ...localCredentials, endpoint: await through(table.url) });
  const shared: SharedClock = {
    now: () => clock.now(),
    leap: () => undefined,
    shift: new SharedArrayBuffer(8),
  };
  const machine = {
    name: 'extraction',
    arn: arnOf('states', 'stateMachine:extraction'),
    definition: DEFINITION,
  };
  const engine = await startWorkflowEngine({ machines: [machine], clock: shared, skipWaits: true, invoke });
  const workflows = new SFNClient({ ...localCredentials, endpoint: engine.url });
  const seen = { mostExecutions: 0, mostSlots: 0, lost: 0 };
  const store = openStore(dynamoTable(database, 'table'));
  const ports = {
    ...store,
    clock: system,
    queue: memoryQueue(),
    decideQueue: memoryDecideQueue(),
    raw: memoryRaw(),
    workflow: stepFunctionsWorkflow(workflows, machine.arn),
    jobs: countingSlots(extractionSource(client)),
  };

  async function invoke(arn: string, event: string): Promise<CallEnd> {
    const step = (['submit', 'poll', 'collect'] as const).find((name) => arn.endsWith(name)) ?? 'poll';
    onStep();
    const { jobId } = extractionOrderSchema.parse(JSON.parse(event));
    const { next, waitSeconds } = await STEPS[step](jobId, ports, {
      owner: idOf('step', jobId, String(clock.now())),
      deadline: clock.now() + 5 * MINUTE,
    });
    return { payload: JSON.stringify({ jobId, next, waitSeconds }) };
  }

  function countingSlots(given: JobService): JobService {
    const plan = extractionPlan(settings);
    const look = async () => {
      const { slots: taken } = await plan({ deadline: Number.POSITIVE_INFINITY });
      seen.mostSlots = Math.max(seen.mostSlots, taken?.busy ?? 0);
    };
    return {
      ...given,
      submit: async (ask, limits) => {
        try {
          const answer = await given.submit(ask, limits);
          await look();
          return answer;
        } catch (error) {
          if (!(error instanceof TransportError)) throw error;
          seen.lost += 1;
          await look();
          throw error;
        }
      },
    };
  }

  async function passUntilIdle(): Promise<void> {
    const executions = stepFunctionsExecutions(workflows, machine.arn);
    seen.mostExecutions = (await executions.running()).size;
    for (;;) {
      while (engine.busy() > 0) await pause(LOOK);
      const wait = engine.untilNext();
      if (wait === undefined) return;
      await clock.advance(Math.min(wait, LONGEST_STEP));
      engine.wake();
    }
  }

  try {
    const started = clock.now();
    const watches = Array.from({ length: count }, (_, n) =>
      aJobWatch({
        id: `watch-${n}`,
        query: { query: `Layoffs at maker ${n} in Lyon`, limit: 10 },
        lookback: 2 * DAY,
      }),
    );
    for (const name of ['press-team', 'operators']) await store.definitions.putChannel(aChannel({ name }));
    for (const watch of watches) {
      await store.definitions.putWatch(watch);
      const order = { watchId: watch.id, scheduledFor: started, track: 'live', continuation: 0 } as const;
      const lease = { owner: watch.id, until: started + MINUTE };
      await startExtractions({ order, watch, ports, lease });
    }
    await passUntilIdle();
    const states = await Promise.all(watches.map(({ id }) => store.states.read(id, 'live')));
    const ids = states.flatMap((state) => state?.lastJob ?? []);
    const all = await Promise.all(ids.map((id) => store.extractions.get(id)));
    const { jobs } = await client.jobs.list({ page_size: 500 });
    return {
      ...seen,
      ended: Object.fromEntries(
        [...Map.groupBy(all, (one) => one?.state ?? 'none')].map(([state, of]) => [state, of.length]),
      ),
      jobs: jobs.length,
      questions: new Set(jobs.map(({ query }) => query)).size,
      length: clock.now() - started,
    };
  } finally {
    workflows.destroy();
    database.destroy();
    await engine.stop();
    await table.stop();
    await client.close();
    await service.close();
    await rm(folder, { recursive: true });
  }
}

const functionNamed = (name: string) => ({ arn: arnOf('lambda', `function:${name}`), seconds: 60 });

/** The workflow of the stack, its functions named by their steps. */
const DEFINITION = machineSchema.parse(
  extractionStates({
    submit: functionNamed('submit'),
    poll: functionNamed('poll'),
    collect: functionNamed('collect'),
  }),
);
