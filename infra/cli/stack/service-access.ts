import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { secretKey } from '../../../shared/aws/secrets.ts';
import type { UpstreamService } from '../../../shared/domain/lib/errors.ts';
import { serviceOf } from '../../../shared/domain/watches/watch.ts';
import type {
  EventsClient,
  EventsClientSettings,
} from '../../../shared/providers/events/create-events-client.ts';
import type { ExtractionClient } from '../../../shared/providers/extraction/client/create-extraction-client.ts';
import type { ExtractionClientSettings } from '../../../shared/providers/extraction/client/open-extraction.ts';
import type { FeedShelf } from '../../../shared/providers/feeds/feeds-source.ts';
import type { NewsClient, NewsClientSettings } from '../../../shared/providers/news/create-news-client.ts';
import type { newsGroupCounter } from '../../../shared/providers/news/name-counter.ts';
import type { CallLimits, Clock } from '../../../shared/use-cases/ports/clock.ts';
import type { Source } from '../../../shared/use-cases/ports/services.ts';
import type { OutputName } from '../../stack-outputs.ts';
import { CliFailure } from '../failure.ts';
import { type FoundStack, outputOf } from './find-stack.ts';
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
  const settings = {
    news: settingsOf(found, { service: 'news', ...given }),
    events: settingsOf(found, { service: 'events', ...given }),
    extraction: settingsOf(found, { service: 'extraction', ...given }),
  };
  const clients = serviceClients(settings);
  const access = (service: UpstreamService, plan: () => Promise<ServicePlan>): ServiceAccess => {
    const { secret, here } = KEYS[service];
    const { [secret]: secretId = '' } = found.outputs;
    return {
      url: found.urls[service],
      key: settings[service].key,
      keyAdvice: found.isLocal
        ? here
        : `run aws secretsmanager put-secret-value --secret-id ${secretId} --secret-string YOUR_KEY`,
      plan,
    };
  };
  return {
    services: {
      news: access('news', () => newsPlan(clients)),
      events: access('events', () => eventsPlanOf(clients)),
      extraction: access('extraction', () => extractionPlan(clients)),
    },
    // Without the service, `explain` reads what is stored.
    findArticle: async (address) => {
      if (found.urls.news === undefined) return { article: undefined, lookedBack: undefined };
      const { findArticle } = await import('./find-article.ts');
      return clients.news((client) => findArticle(address, { client, now: given.clock.now() }));
    },
    outlets: (filter, limits) =>
      clients.news(async (client) => {
        const { sources, message = '', dropped } = await client.sources(filter, limits);
        return { domains: sources.map(({ domain_url: domain }) => domain), message: message ?? '', dropped };
      }),
    sourceGroups: (limits) =>
      clients.extraction(async (client) => {
        const { source_groups: groups } = await client.sourceGroups({ page_size: 500 }, limits);
        return groups.map(({ slug }) => slug);
      }),
    tryOut: async (order) => {
      const { tryOut } = await import('./try-out.ts');
      const service = serviceOf(order.watch.kind);
      if (service === 'feeds') {
        const { feedsSource } = await import('../../../shared/providers/feeds/feeds-source.ts');
        return tryOut(order, feedsSource(shelf));
      }
      assertUsed(found, service);
      if (service === 'events') return askEvents(clients, (source) => tryOut(order, source));
      return askNews(clients, given.clock, (source, count) => tryOut(order, source, count));
    },
    askService: async (service, ask) => {
      assertUsed(found, service);
      return service === 'events' ? askEvents(clients, ask) : askNews(clients, given.clock, ask);
    },
    testWebhook: (webhookId, limits) =>
      clients.extraction(async (client) => {
        const { testWebhook } = await import('../../../shared/providers/extraction/source/single-calls.ts');
        return testWebhook(client)(webhookId, limits);
      }),
    recordsOf: (source, limits) =>
      clients.extraction(async (client) => {
        const { readRecords } = await import('../../../shared/providers/extraction/source/single-calls.ts');
        return readRecords(client)(source, limits);
      }),
    adviseOn: (query, limits) =>
      clients.extraction(async (client) => {
        const { jobAdvice } = await import('../../../shared/providers/extraction/source/job-advice.ts');
        return jobAdvice(client)(query, limits);
      }),
  };
}

function askEvents<T>({ events }: ServiceClients, ask: (source: Source) => Promise<T>): Promise<T> {
  return events(async (client) => {
    const { eventsSource } = await import('../../../shared/providers/events/events-source.ts');
    return ask(eventsSource(client));
  });
}

function askNews<T>(
  { news }: ServiceClients,
  clock: Clock,
  ask: (source: Source, count: ReturnType<typeof newsGroupCounter>) => Promise<T>,
): Promise<T> {
  return news(async (client) => {
    const { newsSource } = await import('../../../shared/providers/news/kinds.ts');
    const { newsGroupCounter } = await import('../../../shared/providers/news/name-counter.ts');
    return ask(newsSource(client, clock), newsGroupCounter(client));
  });
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

function newsPlan({ news }: ServiceClients): Promise<ServicePlan> {
  return news(async (client) => {
    const { plan, plan_calls: allowed, remaining_calls: left } = await client.subscription();
    return { plan: plan ?? undefined, allowed: allowed ?? undefined, left: left ?? undefined };
  });
}

function eventsPlanOf({ events }: ServiceClients): Promise<ServicePlan> {
  return events(async (client) => {
    const { eventsPlan } = await import('../../../shared/providers/events/create-events-client.ts');
    const { plan_name: plan } = await client.subscription();
    return { plan, ...(await eventsPlan(client)(NO_DEADLINE)) };
  });
}

function extractionPlan({ extraction }: ServiceClients): Promise<ServicePlan> {
  return extraction(async (client) => {
    const { planOfJobs } = await import('../../../shared/providers/extraction/source/single-calls.ts');
    return planOfJobs(client)(NO_DEADLINE);
  });
}

/** Opens a client of a service for one call, and closes it. */
interface ServiceClients {
  news: <T>(ask: (client: NewsClient) => Promise<T>) => Promise<T>;
  events: <T>(ask: (client: EventsClient) => Promise<T>) => Promise<T>;
  extraction: <T>(ask: (client: ExtractionClient) => Promise<T>) => Promise<T>;
}

/**
 * Each client is loaded when it is called: most commands call no service, and the clients are a quarter of all
 * modules.
 */
function serviceClients(settings: {
  news: NewsClientSettings;
  events: EventsClientSettings;
  extraction: ExtractionClientSettings;
}): ServiceClients {
  return {
    news: async (ask) => {
      const { createNewsClient } = await import('../../../shared/providers/news/create-news-client.ts');
      return withClient(createNewsClient(settings.news), ask);
    },
    events: async (ask) => {
      const { createEventsClient } = await import('../../../shared/providers/events/create-events-client.ts');
      return withClient(createEventsClient(settings.events), ask);
    },
    extraction: async (ask) => {
      const { createExtractionClient } = await import(
        '../../../shared/providers/extraction/client/create-extraction-client.ts'
      );
      return withClient(createExtractionClient(settings.extraction), ask);
    },
  };
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
