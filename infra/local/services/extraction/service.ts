import { Hono } from 'hono';
import type { ServiceDeps } from '../kit/service-deps.ts';
import type { LocalService, ServiceApp } from '../kit/http/local-service.ts';
import { RequestRefused } from '../kit/http/refusal.ts';
import { messageOf } from '../kit/settings-file.ts';
import type { ArticleIndex, Mail, SendOutbound, TimerClock } from './ports.ts';
import { refuseViewers } from './accounts/access.ts';
import { accountRoutes } from './accounts/routes.ts';
import { openAgenda } from './agenda.ts';
import { type ExtractionContext, openStore } from './context.ts';
import { datasetMemberRoutes, datasetRoutes } from './datasets/routes.ts';
import { extractionErrors } from './entities/entity-body.ts';
import { entityRoutes } from './entities/routes.ts';
import { notifyJobEnd } from './jobs/records.ts';
import { jobRoutes } from './jobs/routes.ts';
import { createWorker, type Worker } from './jobs/worker.ts';
import { monitorRoutes } from './monitors/routes.ts';
import { endRun } from './monitors/run-end.ts';
import { createMonitorScheduler, type MonitorScheduler } from './monitors/scheduler.ts';
import { projectRoutes } from './projects/routes.ts';
import { DEFAULT_SETTINGS, type ExtractionSettings, type Feature } from './settings.ts';
import { createDispatcher, type Dispatcher } from './webhooks/dispatcher.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { webhookUseRoutes } from './webhooks/use-routes.ts';

/** What the service is built from. */
export interface ExtractionDeps
  extends Pick<ServiceDeps, 'keys' | 'newId' | 'state' | 'faults' | 'plan' | 'log'> {
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

/** The extraction service on one machine: jobs, monitors, webhooks, entities, datasets and projects over an article index. */
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
