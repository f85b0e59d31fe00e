import { Hono, type MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { omit } from '../../../../shared/domain/lib/fields.ts';
import type { Call, LocalService, ServiceApp, ServiceEnv } from '../kit/http/local-service.ts';
import { RequestRefused } from '../kit/http/refusal.ts';
import type { ServiceDeps } from '../kit/service-deps.ts';
import { messageOf } from '../kit/settings-file.ts';
import { creditOf } from './accounts/credits.ts';
import { ownerOf } from './accounts/owner.ts';
import { pageOf, pagingFields, readQuery } from './accounts/resource.ts';
import { openAgenda } from './agenda.ts';
import { type ExtractionContext, kindsOf, openStore, type ServiceContext } from './context.ts';
import { datasetRoutes } from './datasets/routes.ts';
import { entityRoutes, extractionErrors } from './entities/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { busySlots } from './jobs/submit.ts';
import { jobNotice } from './jobs/views.ts';
import { createWorker } from './jobs/worker.ts';
import { monitorRoutes } from './monitors/routes.ts';
import { createMonitorScheduler } from './monitors/runs.ts';
import { projectRoutes } from './projects/routes.ts';
import { DEFAULT_SETTINGS, type ExtractionSettings } from './settings.ts';
import { createDispatcher } from './webhooks/dispatcher.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { webhookUseRoutes } from './webhooks/use-routes.ts';
import { webhooksOf } from './webhooks/webhook.ts';
import type { Job, Mail } from './stored.ts';
import type { TimerClock } from './ports.ts';

/** What the service is built from. */
interface ExtractionDeps
  extends Pick<ServiceDeps, 'keys' | 'newId' | 'state' | 'faults' | 'plan' | 'log'>,
    Pick<ServiceContext, 'articles' | 'send'> {
  clock: TimerClock;
  /** What differs from `DEFAULT_SETTINGS`. */
  settings?: Partial<ExtractionSettings>;
}

export interface ExtractionService extends LocalService {
  /** Continues the jobs, monitors and deliveries that an earlier process left. Call it once, before listening. */
  resume(): Promise<void>;
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
  const dispatcher = createDispatcher(context);
  const worker = createWorker(context, (job) => announce(job));
  const scheduler = createMonitorScheduler(context, worker, dispatcher);
  const announce = (job: Job) => {
    scheduler.endRun(job);
    const resource = { type: 'job', id: job.id } as const;
    for (const webhook of webhooksOf(context, resource)) dispatcher.notify(webhook, jobNotice(context, job));
    const { organization } = job.owner;
    if (creditOf(context, organization).balance === 0) scheduler.pauseForCredits(organization);
  };
  const { prefix } = context.settings;
  const app = gate(context);
  const parts = [
    jobRoutes(context, worker),
    monitorRoutes(context, scheduler),
    webhookRoutes(context, dispatcher),
    webhookUseRoutes(context, dispatcher),
    entityRoutes(context),
    datasetRoutes(context),
    projectRoutes(context),
    accountRoutes(context),
  ];
  for (const part of parts) app.route(prefix, part);
  // The prefix and the paths outside it, at the root of the port.
  const rootPaths = [prefix, '/health', '/version'].map((path) => [path, `/jobs${path}`] as const);
  return {
    name: 'extraction',
    prefix: '/jobs',
    ...(deps.plan.fixedPaths && { aliases: Object.fromEntries(rootPaths) }),
    keys: deps.keys,
    errors: extractionErrors,
    limits: {},
    openPaths: ['/health', '/version'],
    app,
    async resume() {
      dispatcher.resume();
      scheduler.resume();
      await worker.resume();
    },
    outbox: () => context.store.mails.list(),
    close: () => context.agenda.close(),
  };
}

function contextFrom(deps: ExtractionDeps): ExtractionContext {
  const { clock, newId, articles, send, faults, log, plan } = deps;
  const database = deps.state.database('extraction');
  const context: ServiceContext = {
    clock,
    newId,
    articles,
    send,
    faults,
    log,
    database,
    plan: plan.extraction,
    settings: {
      ...DEFAULT_SETTINGS,
      strict: plan.strict,
      sharing: plan.extraction.sharing,
      ...deps.settings,
    },
    agenda: openAgenda(clock, (name, error) => log(`extraction: ${name}: ${messageOf(error)}`)),
    store: openStore(database),
  };
  return { ...context, kinds: kindsOf(context) };
}

/** Calls that change nothing although they are no GET, below the prefix. */
const READING = /^\/(?:initialize|validate|user\/limits|datasets\/[^/]+\/entities\/list)$/;

/**
 * An app with what is outside the prefix (extraction service, transport), and with refusals by 403 of changes by
 * viewers (extraction service, errors).
 */
function gate({ settings: { prefix } }: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  app.get('/health', (call) => call.json({ healthy: true }));
  app.get('/version', (call) => call.json({ version: VERSION }));
  const refuseViewers: MiddlewareHandler<ServiceEnv> = async (call, next) => {
    const { method, path } = call.req;
    const below = path.slice(path.indexOf(`${prefix}/`) + prefix.length);
    const isReading = method === 'GET' || READING.test(below);
    if (call.get('caller').role === 'viewer' && !isReading) {
      const message = 'Your role in this organization is viewer: you may read, but change nothing';
      throw new RequestRefused(403, message);
    }
    await next();
  };
  app.use(`${prefix}/*`, refuseViewers);
  return app;
}

const groupsQuery = z.object(pagingFields());

/** The calls about the plan and the source groups (extraction service, source groups and limits). */
function accountRoutes(context: ExtractionContext): ServiceApp {
  const app: ServiceApp = new Hono();
  app.post('/user/limits', (call) => call.json({ features: featuresOf(context, call) }));
  app.get('/source-groups', (call) => {
    const groups = context.settings.sourceGroups.map((group) => omit(group, { domains: true }));
    const view = (group: object) => group;
    return call.json(pageOf(groups, { ...readQuery(groupsQuery, call), name: 'source_groups', view }));
  });
  return app;
}

/** What the plan allows and what is used of it. Credits of earlier months that were not used count as well. */
function featuresOf(context: ExtractionContext, call: Call) {
  const { organization } = ownerOf(call);
  const { plan, kinds } = context;
  const { spent, balance } = creditOf(context, organization);
  const monitors = kinds.monitor.of(organization).length;
  const features: readonly (readonly [code: string, name: string, value: number, used?: number])[] = [
    ['Jobs_Concurrency', 'Jobs at one time', plan.jobSlots, busySlots(context, organization)],
    ['Job_Max_Results', 'Records per job', plan.recordsPerJob],
    ['Job_Lookback_Days', 'Days a job may look back', plan.lookbackDays],
    ['Monitor_Active_Slots', 'Monitors', plan.monitorSlots, monitors],
    ['monthly_free_credits', 'Credits', balance + spent, spent],
  ];
  return features.map(([code, name, value, used]) => ({
    name,
    code,
    value_type: 'int',
    value,
    // A plan that has shrunk can have more monitors than slots; what is used is never more than the plan allows.
    current_usage: used === undefined ? null : Math.min(used, value),
  }));
}
