/**
 * Every method and path of the three services, with ids as `{name}`; those of the extraction service below its prefix.
 */
export const ENDPOINTS = {
  news: [
    'search',
    'latest_headlines',
    'breaking_news',
    'authors',
    'search_by_link',
    'search_similar',
    'sources',
    'aggregation_count',
    'subscription',
  ].flatMap((path) => [`GET /${path}`, `POST /${path}`]),
  events: [
    'POST /api/events_search',
    'GET /api/events_info/get_event_fields',
    'GET /api/subscription',
    'POST /api/subscription',
    'GET /api/health',
  ],
  extraction: [
    'POST /submit',
    'POST /initialize',
    'POST /validate',
    'POST /continue',
    'GET /status/{job_id}',
    'GET /pull/{job_id}',
    'GET /pull/{job_id}/csv',
    'GET /jobs/user',
    'DELETE /jobs/{job_id}',
    'POST /monitors/create',
    'GET /monitors',
    'GET /monitors/{monitor_id}/jobs',
    'GET /monitors/pull/{monitor_id}',
    'GET /monitors/pull/{monitor_id}/csv',
    'GET /monitors/{monitor_id}/status',
    'PATCH /monitors/{monitor_id}',
    'POST /monitors/{monitor_id}/enable',
    'POST /monitors/{monitor_id}/disable',
    'DELETE /monitors/{monitor_id}',
    'POST /user/limits',
    'GET /source-groups',
    'GET /entities',
    'POST /entities',
    'POST /entities/batch',
    'GET /entities/{entity_id}',
    'PATCH /entities/{entity_id}',
    'DELETE /entities/{entity_id}',
    'GET /datasets',
    'POST /datasets',
    'POST /datasets/upload',
    'GET /datasets/{dataset_id}',
    'PATCH /datasets/{dataset_id}',
    'DELETE /datasets/{dataset_id}',
    'POST /datasets/{dataset_id}/entities/list',
    'POST /datasets/{dataset_id}/entities',
    'DELETE /datasets/{dataset_id}/entities',
    'GET /datasets/{dataset_id}/status',
    'POST /datasets/{dataset_id}/upload',
    'POST /webhooks',
    'GET /webhooks',
    'GET /webhooks/{webhook_id}',
    'PATCH /webhooks/{webhook_id}',
    'DELETE /webhooks/{webhook_id}',
    'POST /webhooks/{webhook_id}/test',
    'POST /webhooks/{webhook_id}/resources',
    'GET /webhooks/{webhook_id}/resources',
    'DELETE /webhooks/{webhook_id}/resources/{resource_type}/{resource_id}',
    'GET /resources/{resource_type}/{resource_id}/webhooks',
    'GET /webhook-history',
    'POST /webhook/trigger/{resource_type}/{resource_id}',
    'GET /projects',
    'POST /projects',
    'GET /projects/{project_id}',
    'PATCH /projects/{project_id}',
    'DELETE /projects/{project_id}',
    'GET /projects/{project_id}/overview',
    'GET /projects/{project_id}/resources',
    'POST /projects/{project_id}/resources',
    'DELETE /projects/{project_id}/resources/{resource_type}/{resource_id}',
  ],
} as const;

export type ServiceName = keyof typeof ENDPOINTS;

/** A request to the local server: path with ids filled in and query, and a body, JSON or a form. */
export type Ask = readonly [path: string, body?: unknown];

/**
 * What shows that an endpoint works on both sides: a request that is answered with these keys, one that is refused
 * with this status, and where our client has a call for it, that call to the local server, read by the client's
 * schema, and what it gives.
 */
export interface EndpointCase<C> {
  good: Ask;
  has: readonly string[];
  /** `key`: the endpoint takes nothing that could be wrong, and refuses a wrong key only. */
  refused: Ask | 'key';
  status: number;
  round?: (client: C) => Promise<unknown>;
  gives?: unknown;
}

export type EndpointCases<C> = Readonly<Record<string, EndpointCase<C>>>;

/** Which server a row asks: one with its own settings, one whose setting `strict` is on, or one of a smaller plan. */
export type RowServer = 'usual' | 'strict' | 'small';

/** One request to a server, and what it answers: a part of status and body. */
export interface RowAsk {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  ask: Ask;
  /** In place of the usual key. */
  headers?: Record<string, string>;
  on?: RowServer;
  answers: { status: number; body?: unknown };
}

/**
 * A rule of the contract beyond its paths: requests that follow it and what they give, requests that are refused, and
 * the same through our client where it has a call for it.
 */
export interface RowCase<C> {
  good: readonly RowAsk[];
  refused: readonly RowAsk[];
  round?: (client: C) => Promise<unknown>;
  gives?: unknown;
}

export type RowCases<C> = Readonly<Record<string, RowCase<C>>>;
