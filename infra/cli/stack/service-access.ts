import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { secretKey } from '../../../shared/aws/secrets/secret-key.ts';
import type { UpstreamService } from '../../../shared/domain/lib/errors.ts';
import { serviceOf } from '../../../shared/domain/watches/watch.ts';
import { createEventsClient } from '../../../shared/providers/events/create-events-client.ts';
import { eventsSource } from '../../../shared/providers/events/events-source.ts';
import { eventsPlan } from '../../../shared/providers/events/events-plan.ts';
import { createExtractionClient } from '../../../shared/providers/extraction/client/create-extraction-client.ts';
import { planOfJobs } from '../../../shared/providers/extraction/source/extraction-plan.ts';
import { jobAdvice } from '../../../shared/providers/extraction/source/job-advice.ts';
import { readRecords } from '../../../shared/providers/extraction/source/read-records.ts';
import { testWebhook } from '../../../shared/providers/extraction/source/test-webhook.ts';
import { type FeedShelf, feedsSource } from '../../../shared/providers/feeds/feeds-source.ts';
import { newsGroupCounter } from '../../../shared/providers/news/group-counter.ts';
import { newsSource } from '../../../shared/providers/news/news-source.ts';
import { createNewsClient } from '../../../shared/providers/news/create-news-client.ts';
import type { CallLimits, Clock } from '../../../shared/use-cases/ports/clock.ts';
import type { OutputName } from '../../stack-outputs.ts';
import { CliFailure } from '../failure.ts';
import { findArticle } from './find-article.ts';
import type { FoundStack } from './find-stack.ts';
import { outputOf } from './output-of.ts';
import { tryOut } from './try-out.ts';
import type { ServiceAccess, ServicePlan, Stack } from './stack.ts';

/** The secret with the key of each service, and how to set the key for a stack on this machine. */
const KEYS: Readonly<Record<UpstreamService, { secret: OutputName; here: string }>> = {
  news: {
    secret: 'NewsKeySecret',
    here: 'set NEWS_API_KEY and start again with npm start -- --news-url URL',
  },
  events: {
    secret: 'EventsKeySecret',
    here: 'set EVENTS_API_KEY and start again with npm start -- --events-url URL',
  },
  extraction: {
    secret: 'JobsKeySecret',
    here: 'set JOBS_API_KEY and start again with npm start -- --jobs-url URL',
  },
};

interface Given {
  client: SecretsManagerClient;
  clock: Clock;
}

/** How a stack that was found calls the services. It sends no request yet. */
export function openServices(
  found: FoundStack,
  { shelf, ...given }: Given & { shelf: FeedShelf },
): Pick<
  Stack,
  | 'services'
  | 'adviseOn'
  | 'recordsOf'
  | 'testWebhook'
  | 'findArticle'
  | 'outlets'
  | 'sourceGroups'
  | 'tryOut'
  | 'askService'
> {
  const access = (
    service: UpstreamService,
    plan: (settings: Settings) => Promise<ServicePlan>,
  ): ServiceAccess => {
    const { secret, here } = KEYS[service];
    const { [secret]: secretId = '' } = found.outputs;
    const settings = settingsOf(found, { service, ...given });
    return {
      url: found.urls[service],
      key: settings.key,
      keyAdvice: found.isLocal
        ? here
        : `run aws secretsmanager put-secret-value --secret-id ${secretId} --secret-string YOUR_KEY`,
      plan: () => plan(settings),
    };
  };
  const news = settingsOf(found, { service: 'news', ...given });
  const events = settingsOf(found, { service: 'events', ...given });
  const jobs = settingsOf(found, { service: 'extraction', ...given });
  return {
    services: {
      news: access('news', newsPlan),
      events: access('events', eventsPlanOf),
      extraction: access('extraction', extractionPlan),
    },
    // Without the service, `explain` reads what is stored.
    findArticle: async (address) =>
      found.urls.news === undefined
        ? { article: undefined, lookedBack: undefined }
        : await withClient(createNewsClient(news), (client) =>
            findArticle(address, { client, now: given.clock.now() }),
          ),
    outlets: (filter, limits) =>
      withClient(createNewsClient(news), async (client) => {
        const { sources, message = '', dropped } = await client.sources(filter, limits);
        return { domains: sources.map(({ domain_url: domain }) => domain), message: message ?? '', dropped };
      }),
    sourceGroups: (limits) =>
      withClient(createExtractionClient(jobs), async (client) => {
        const { source_groups: groups } = await client.sourceGroups({ page_size: 500 }, limits);
        return groups.map(({ slug }) => slug);
      }),
    tryOut: (watch, window) => {
      const service = serviceOf(watch.kind);
      if (service === 'feeds') return tryOut({ watch, window }, feedsSource(shelf));
      assertUsed(found, service);
      return service === 'events'
        ? withClient(createEventsClient(events), (client) => tryOut({ watch, window }, eventsSource(client)))
        : withClient(createNewsClient(news), (client) =>
            tryOut({ watch, window }, newsSource(client, given.clock), newsGroupCounter(client)),
          );
    },
    askService: (service, ask) => {
      assertUsed(found, service);
      return service === 'events'
        ? withClient(createEventsClient(events), (client) => ask(eventsSource(client)))
        : withClient(createNewsClient(news), (client) => ask(newsSource(client, given.clock)));
    },
    testWebhook: (webhookId, limits) =>
      withClient(createExtractionClient(jobs), (client) => testWebhook(client)(webhookId, limits)),
    recordsOf: (source, limits) =>
      withClient(createExtractionClient(jobs), (client) => readRecords(client)(source, limits)),
    adviseOn: (query, limits) =>
      withClient(createExtractionClient(jobs), (client) => jobAdvice(client)(query, limits)),
  };
}

/** @throws CliFailure when the stack was deployed or started without the service. */
function assertUsed({ urls, isLocal }: FoundStack, service: UpstreamService): void {
  if (urls[service] !== undefined) return;
  throw new CliFailure(`This needs the ${service} service, which the stack does not use.`, {
    hint: isLocal
      ? 'start npm start again with a file that has a watch of this service'
      : `set services.${service} in the file of the stage and deploy`,
  });
}

interface Settings {
  baseUrl: string;
  clock: Clock;
  key: () => Promise<string>;
  prefix?: string;
  organizationId?: string;
}

function settingsOf(
  found: FoundStack,
  { service, client, clock }: Given & { service: UpstreamService },
): Settings {
  const { secret } = KEYS[service];
  const secretId = found.outputs[secret];
  const { jobsPrefix: prefix, jobsOrganization: organizationId } = found;
  return {
    baseUrl: found.urls[service] ?? '',
    // A service that the stack does not use has no secret. Only who asks for the key needs it.
    key:
      secretId === undefined ? async () => outputOf(found, secret) : secretKey(client, { secretId, clock }),
    clock,
    ...(service === 'extraction' && prefix !== undefined && { prefix }),
    ...(service === 'extraction' && organizationId !== undefined && { organizationId }),
  };
}

/** A command calls without a deadline of its own: the client's time limits apply. */
const NO_DEADLINE: CallLimits = { deadline: Number.POSITIVE_INFINITY };

function newsPlan(settings: Settings): Promise<ServicePlan> {
  return withClient(createNewsClient(settings), async (client) => {
    const { plan, plan_calls: allowed, remaining_calls: left } = await client.subscription();
    return { plan: plan ?? undefined, allowed: allowed ?? undefined, left: left ?? undefined };
  });
}

function eventsPlanOf(settings: Settings): Promise<ServicePlan> {
  return withClient(createEventsClient(settings), async (client) => {
    const { plan_name: plan } = await client.subscription();
    return { plan, ...(await eventsPlan(client)(NO_DEADLINE)) };
  });
}

function extractionPlan(settings: Settings): Promise<ServicePlan> {
  return withClient(createExtractionClient(settings), (client) => planOfJobs(client)(NO_DEADLINE));
}

/** Calls with a client, then closes it. */
async function withClient<C extends { close(): Promise<void> }, T>(
  client: C,
  ask: (client: C) => Promise<T>,
): Promise<T> {
  try {
    return await ask(client);
  } finally {
    await client.close();
  }
}
