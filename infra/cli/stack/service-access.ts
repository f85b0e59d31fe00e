import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { secretKey } from '../../../shared/aws/secrets.ts';
import type { Service, UpstreamService } from '../../../shared/domain/lib/errors.ts';
import { serviceOf } from '../../../shared/domain/watches/watch.ts';
import type { FeedShelf } from '../../../shared/providers/feeds/feeds-source.ts';
import type { WorldShelf } from '../../../shared/providers/world/world-source.ts';
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

/**
 * How a stack that was found calls the services. It sends no request yet. Each client is loaded when it is called: most
 * commands call no service, and the clients are a quarter of all modules.
 */
export function openServices(
  found: FoundStack,
  { shelf, ...given }: Given & { shelf: FeedShelf & { world: WorldShelf } },
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
  const settings = (service: UpstreamService) => settingsOf(found, { service, ...given });
  const news = calling(async () => {
    const { createNewsClient } = await import('../../../shared/providers/news/create-news-client.ts');
    return createNewsClient(settings('news'));
  });
  const events = calling(async () => {
    const { createEventsClient } = await import('../../../shared/providers/events/create-events-client.ts');
    return createEventsClient(settings('events'));
  });
  const extraction = calling(async () => {
    const { createExtractionClient } = await import(
      '../../../shared/providers/extraction/client/create-extraction-client.ts'
    );
    return createExtractionClient(settings('extraction'));
  });
  const singleCalls = () => import('../../../shared/providers/extraction/source/single-calls.ts');
  const ask: AskAny = async (service, work) => {
    if (service === 'feeds') {
      const { feedsSource } = await import('../../../shared/providers/feeds/feeds-source.ts');
      return work(feedsSource(shelf));
    }
    if (service === 'world') {
      const { worldSource } = await import('../../../shared/providers/world/world-source.ts');
      return work(worldSource(shelf.world));
    }
    assertUsed(found, service);
    if (service === 'events')
      return events(async (client) => {
        const { eventsSource } = await import('../../../shared/providers/events/events-source.ts');
        return work(eventsSource(client));
      });
    return news(async (client) => {
      const { newsSource } = await import('../../../shared/providers/news/kinds.ts');
      const { newsGroupCounter } = await import('../../../shared/providers/news/name-counter.ts');
      return work(newsSource(client, given.clock), newsGroupCounter(client));
    });
  };
  const access = (service: UpstreamService, plan: () => Promise<ServicePlan>): ServiceAccess => {
    const { secret, here } = KEYS[service];
    const { [secret]: secretId = '' } = found.outputs;
    return {
      url: found.urls[service],
      key: settings(service).key,
      keyAdvice: found.isLocal
        ? here
        : `run aws secretsmanager put-secret-value --secret-id ${secretId} --secret-string YOUR_KEY`,
      plan,
    };
  };
  return {
    services: {
      news: access('news', () =>
        news(async (client) => {
          const { plan, plan_calls: allowed, remaining_calls: left } = await client.subscription();
          return { plan: plan ?? undefined, allowed: allowed ?? undefined, left: left ?? undefined };
        }),
      ),
      events: access('events', () =>
        events(async (client) => {
          const { eventsPlan } = await import('../../../shared/providers/events/create-events-client.ts');
          const { plan_name: plan } = await client.subscription();
          return { plan, ...(await eventsPlan(client)(NO_DEADLINE)) };
        }),
      ),
      extraction: access('extraction', () =>
        extraction(async (client) => (await singleCalls()).planOfJobs(client)(NO_DEADLINE)),
      ),
    },
    // Without the service, `explain` reads what is stored.
    findArticle: async (address) => {
      if (found.urls.news === undefined) return { article: undefined, lookedBack: undefined };
      const { findArticle } = await import('./find-article.ts');
      return news((client) => findArticle(address, { client, now: given.clock.now() }));
    },
    outlets: (filter, limits) =>
      news(async (client) => {
        const { sources, message = '', dropped } = await client.sources(filter, limits);
        return { domains: sources.map(({ domain_url: domain }) => domain), message: message ?? '', dropped };
      }),
    sourceGroups: (limits) =>
      extraction(async (client) => {
        const { source_groups: groups } = await client.sourceGroups({ page_size: 500 }, limits);
        return groups.map(({ slug }) => slug);
      }),
    tryOut: async (order) => {
      const { tryOut } = await import('./try-out.ts');
      return ask(serviceOf(order.watch.kind), (source, count) => tryOut(order, source, count));
    },
    askService: ask,
    testWebhook: (webhookId, limits) =>
      extraction(async (client) => (await singleCalls()).testWebhook(client)(webhookId, limits)),
    recordsOf: (source, limits) =>
      extraction(async (client) => (await singleCalls()).readRecords(client)(source, limits)),
    adviseOn: (query, limits) =>
      extraction(async (client) => {
        const { jobAdvice } = await import('../../../shared/providers/extraction/source/job-advice.ts');
        return jobAdvice(client)(query, limits);
      }),
  };
}

/** A command calls without a deadline of its own: the client's time limits apply. */
const NO_DEADLINE: CallLimits = { deadline: Number.POSITIVE_INFINITY };

/** Asks a source of findings, of the news service with what counts its groups. */
type AskAny = <T>(
  service: Service,
  work: (source: Source, count?: ReturnType<typeof newsGroupCounter>) => Promise<T>,
) => Promise<T>;

/** Opens a client for each call, and closes it afterwards. */
function calling<C extends { close(): Promise<void> }>(open: () => Promise<C>) {
  return async <T>(ask: (client: C) => Promise<T>): Promise<T> => {
    const client = await open();
    try {
      return await ask(client);
    } finally {
      await client.close();
    }
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

function settingsOf(found: FoundStack, { service, client, clock }: Given & { service: UpstreamService }) {
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
