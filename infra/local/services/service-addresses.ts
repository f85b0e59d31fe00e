/** Where the services are, and with what key. This is the first line of `npm run services`. */
export interface ServiceAddresses {
  news: { url: string; key: string };
  events: { url: string; key: string };
  jobs: { url: string; prefix: string; key: string; organization?: string };
  /** The archive of the world's news: it takes no key. */
  world: { url: string };
}

/** Keys of the local services. They open nothing but this machine. */
export const KEYS = { news: 'local-news-key', events: 'local-events-key', jobs: 'local-jobs-key' } as const;

/** The prefix of the extraction service (extraction service, transport). */
export const JOBS_PREFIX = '/svc';

/** The addresses of the local services below the address of their port. */
export function addressesBelow(url: string): ServiceAddresses {
  return {
    news: { url: `${url}/news`, key: KEYS.news },
    events: { url: `${url}/events`, key: KEYS.events },
    jobs: { url: `${url}/jobs`, prefix: JOBS_PREFIX, key: KEYS.jobs },
    world: { url: `${url}/world` },
  };
}
