import type {
  EventsClient,
  EventsClientSettings,
} from '../../../shared/providers/events/create-events-client.ts';
import type { ExtractionClient } from '../../../shared/providers/extraction/client/create-extraction-client.ts';
import type { ExtractionClientSettings } from '../../../shared/providers/extraction/client/open-extraction.ts';
import type { NewsClient, NewsClientSettings } from '../../../shared/providers/news/create-news-client.ts';

/** Opens a client of a service for one call, and closes it. */
export interface ServiceClients {
  news: <T>(ask: (client: NewsClient) => Promise<T>) => Promise<T>;
  events: <T>(ask: (client: EventsClient) => Promise<T>) => Promise<T>;
  extraction: <T>(ask: (client: ExtractionClient) => Promise<T>) => Promise<T>;
}

/** Each client is loaded when it is called: most commands call no service, and the clients are a quarter of all modules. */
export function serviceClients(settings: {
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
