import { Hono } from 'hono';
import * as z from 'zod';
import type { Call, LocalService, ServiceApp } from '../kit/http/local-service.ts';
import { RequestRefused } from '../kit/http/refusal.ts';
import type { ServiceDeps } from '../kit/service-deps.ts';
import { messageOf } from '../kit/settings-file.ts';
import { creditOf, refuseViewers } from './accounts/access.ts';
import { ownerOf } from './accounts/owner.ts';
import { pageOf, pagingFields, readQuery } from './accounts/paging.ts';
import { openAgenda } from './agenda.ts';
import { type ExtractionContext, openStore } from './context.ts';
import { datasetMemberRoutes, datasetRoutes } from './datasets/routes.ts';
import { extractionErrors } from './entities/entity-body.ts';
import { entityRoutes } from './entities/routes.ts';
import { notifyJobEnd } from './jobs/records.ts';
import { jobRoutes } from './jobs/routes.ts';
import { busySlots } from './jobs/submit.ts';
import { createWorker, type Worker } from './jobs/worker.ts';
import { monitorRoutes } from './monitors/routes.ts';
import { endRun, monitorsOf } from './monitors/run-end.ts';
import { createMonitorScheduler, type MonitorScheduler } from './monitors/scheduler.ts';
import type { ArticleIndex, Mail, SendOutbound, TimerClock } from './ports.ts';
import { projectRoutes } from './projects/routes.ts';
import { DEFAULT_SETTINGS, type ExtractionSettings, type Feature } from './settings.ts';
import { createDispatcher, type Dispatcher } from './webhooks/dispatcher.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { webhookUseRoutes } from './webhooks/use-routes.ts';

/** What the service is built from. */
interface ExtractionDeps extends Pick<ServiceDeps, 'keys' | 'newId' | 'state' | 'faults' | 'plan' | 'log'> {
  clock: TimerClock;
  articles: ArticleIndex;
  /** Brings deliveries to webhooks: `createHttpSender`, or a test's own. */
  send: SendOutbound;
  /** What differs from `DEFAULT_SETTINGS`. */
  settings?: Partial<ExtractionSettings>;
}

export interface ExtractionService extends LocalService {
  /** Continues the jobs, monitors and deliveries that an earlier process left. Call it once, before listening. */
  resume(): Promise<void>;
  /** Ends when no work is running at this moment; what is due later stays due. */
  idle(): Promise<void>;
  /** The e-mails the service would have sent, oldest first. */
  outbox(): Mail[];
}

const VERSION = '1.6.3';

/**
 * The extraction service on one machine: jobs, monitors, webhooks, entities, datasets and projects over an article
 * index.
 */
export function createExtractionService(deps: ExtractionDeps): ExtractionService {
  const context = contextFrom(deps);
  const worker = createWorker(context);
  const dispatcher = createDispatcher(context);
  const scheduler = createMonitorScheduler(context, worker);
  context.jobEnded.push(
    (job) => endRun(context, dispatcher, job),
    (job) => notifyJobEnd(context, dispatcher, job),
  );
  context.creditsEnded = (organization) => scheduler.pauseForCredits(organization);
  return {
    name: 'extraction',
    prefix: '/jobs',
    ...(deps.plan.fixedPaths && { aliases: rootPaths(context.settings.prefix) }),
    keys: deps.keys,
    errors: extractionErrors,
    limits: {},
    openPaths: ['/health', '/version'],
    app: appOf(context, { worker, dispatcher, scheduler }),
    async resume() {
      dispatcher.resume();
      scheduler.resume();
      await worker.resume();
    },
    idle: () => context.agenda.idle(),
    outbox: () => context.store.mails.list(),
    close: () => context.agenda.close(),
  };
}

/** The prefix and the paths outside it, at the root of the port. */
function rootPaths(prefix: string): Record<string, string> {
  return Object.fromEntries([prefix, '/health', '/version'].map((path) => [path, `/jobs${path}`]));
}

function contextFrom(deps: ExtractionDeps): ExtractionContext {
  const { clock, newId, articles, send, faults, log } = deps;
  const database = deps.state.database('extraction');
  return {
    clock,
    newId,
    articles,
    send,
    faults,
    log,
    database,
    plan: deps.plan.extraction,
    settings: {
      ...DEFAULT_SETTINGS,
      strict: deps.plan.strict,
      sharing: deps.plan.extraction.sharing,
      ...deps.settings,
    },
    agenda: openAgenda(clock, (name, error) => log(`extraction: ${name}: ${messageOf(error)}`)),
    store: openStore(database),
    jobEnded: [],
    creditsEnded: () => {},
  };
}

/** The paths of each part that a plan can lack, below the prefix. */
const FEATURE_PATHS = {
  monitors: ['/monitors/*'],
  datasets: ['/datasets/*', '/entities/*'],
  webhooks: ['/webhooks/*', '/webhook/*', '/webhook-history', '/resources/*'],
  projects: ['/projects/*'],
  continue: ['/continue'],
} as const satisfies Record<Feature, readonly string[]>;

/** Health and version lie outside the prefix (extraction service, transport). */
function appOf(
  context: ExtractionContext,
  { worker, dispatcher, scheduler }: { worker: Worker; dispatcher: Dispatcher; scheduler: MonitorScheduler },
): ServiceApp {
  const { prefix, withheld } = context.settings;
  const app: ServiceApp = new Hono();
  app.get('/health', (call) => call.json({ healthy: true }));
  app.get('/version', (call) => call.json({ version: VERSION }));
  for (const feature of withheld) {
    for (const path of FEATURE_PATHS[feature]) {
      app.use(`${prefix}${path}`, () => {
        throw new RequestRefused(403, `Your plan does not include ${feature}`);
      });
    }
  }
  app.use(`${prefix}/*`, refuseViewers(prefix));
  const parts = [
    jobRoutes(context, worker),
    monitorRoutes(context, scheduler),
    webhookRoutes(context, dispatcher),
    webhookUseRoutes(context, dispatcher),
    entityRoutes(context),
    datasetRoutes(context),
    datasetMemberRoutes(context),
    projectRoutes(context),
    accountRoutes(context),
  ];
  for (const part of parts) app.route(prefix, part);
  return app;
}

const groupsQuery = z.object(pagingFields());

/** The calls about the plan and the source groups (extraction service, source groups and limits). */
function accountRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  app.post('/user/limits', (call) => call.json({ features: featuresOf(context, call) }));
  app.get('/source-groups', (call) => call.json(listGroups(context, call)));
  return app;
}

/** What the plan allows and what is used of it. Credits of earlier months that were not used count as well. */
function featuresOf(context: ExtractionContext, call: Call) {
  const { organization } = ownerOf(call);
  const { plan } = context;
  const { spent, balance } = creditOf(context, organization);
  const feature = (code: string, name: string, value: number, used: number | null = null) => ({
    name,
    code,
    value_type: 'int',
    value,
    // A plan that has shrunk can have more monitors than slots; what is used is never more than the plan allows.
    current_usage: used === null ? null : Math.min(used, value),
  });
  return [
    feature('Jobs_Concurrency', 'Jobs at one time', plan.jobSlots, busySlots(context, organization)),
    feature('Job_Max_Results', 'Records per job', plan.recordsPerJob),
    feature('Job_Lookback_Days', 'Days a job may look back', plan.lookbackDays),
    feature('Monitor_Active_Slots', 'Monitors', plan.monitorSlots, monitorsOf(context, organization).length),
    feature('monthly_free_credits', 'Credits', balance + spent, spent),
  ];
}

function listGroups({ settings }: ExtractionContext, call: Call) {
  const view = ({ slug, name, description }: (typeof settings.sourceGroups)[number]) => ({
    slug,
    name,
    description,
  });
  return pageOf(settings.sourceGroups, { ...readQuery(groupsQuery, call), name: 'source_groups', view });
}
