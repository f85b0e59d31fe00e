import { expect } from 'vitest';
import type { ExtractionClient } from '../../../../../shared/providers/extraction/client/create-extraction-client.ts';
import type { EndpointCases } from './endpoint-list.ts';
import { noPage, notThere, PAGED, UNKNOWN, type World } from './extraction-world.ts';

export function webhookCases({ job, webhook, webhooks }: World): EndpointCases<ExtractionClient> {
  const hook = { name: 'Ours', url: 'https://hooks.acme.example/in' };
  const ref = { resource_type: 'job', resource_id: job } as const;
  return {
    'POST /webhooks': {
      good: ['/webhooks', hook],
      has: ['success', 'webhook'],
      refused: ['/webhooks', { ...hook, url: 'http://127.0.0.1/in' }],
      status: 422,
      round: ({ webhooks: api }) => api.create(hook),
      gives: { id: expect.any(String) },
    },
    'GET /webhooks': {
      good: ['/webhooks'],
      has: [...PAGED, 'webhooks'],
      ...noPage('/webhooks'),
      round: ({ webhooks: api }) => api.list(),
      gives: { webhooks: expect.arrayContaining([expect.objectContaining({ id: webhook })]) },
    },
    'GET /webhooks/{webhook_id}': {
      good: [`/webhooks/${webhook}`],
      has: ['webhook'],
      ...notThere(`/webhooks/${UNKNOWN}`),
      round: ({ webhooks: api }) => api.read(webhook),
      gives: { id: webhook },
    },
    'PATCH /webhooks/{webhook_id}': {
      good: [`/webhooks/${webhook}`, { name: 'Theirs' }],
      has: ['webhook'],
      refused: [`/webhooks/${webhook}`, { is_active: 'perhaps' }],
      status: 422,
      round: ({ webhooks: api }) => api.change(webhook, { change: { name: 'Ours' } }),
      gives: { id: webhook },
    },
    'DELETE /webhooks/{webhook_id}': {
      good: [`/webhooks/${webhooks[0]}`],
      has: [],
      ...notThere(`/webhooks/${UNKNOWN}`),
      round: async ({ webhooks: api }) => api.remove(webhooks[1]),
      gives: undefined,
    },
    'POST /webhooks/{webhook_id}/test': {
      good: [`/webhooks/${webhook}/test`, {}],
      has: ['success'],
      ...notThere(`/webhooks/${UNKNOWN}/test`, {}),
      round: ({ webhooks: api }) => api.test(webhook),
      gives: { success: true },
    },
    'POST /webhooks/{webhook_id}/resources': {
      good: [`/webhooks/${webhook}/resources`, ref],
      has: ['success'],
      refused: [`/webhooks/${webhook}/resources`, { ...ref, resource_type: 'picnic' }],
      status: 422,
      round: ({ webhooks: api }) => api.assign(webhook, { resource: ref }),
      gives: expect.anything(),
    },
    'GET /webhooks/{webhook_id}/resources': {
      good: [`/webhooks/${webhook}/resources`],
      has: [...PAGED, 'resources'],
      ...noPage(`/webhooks/${webhook}/resources`),
      round: ({ webhooks: api }) => api.assignments(webhook),
      gives: { resources: expect.any(Array) },
    },
    'DELETE /webhooks/{webhook_id}/resources/{resource_type}/{resource_id}': {
      good: [`/webhooks/${webhook}/resources/job/${job}`],
      has: [],
      ...notThere(`/webhooks/${UNKNOWN}/resources/job/${job}`),
      round: ({ webhooks: api }) => api.assign(webhook, { resource: ref }),
      gives: { success: true },
    },
    'GET /resources/{resource_type}/{resource_id}/webhooks': {
      good: [`/resources/job/${job}/webhooks`],
      has: [...PAGED, 'webhooks'],
      ...noPage(`/resources/job/${job}/webhooks`),
    },
    'GET /webhook-history': {
      good: [`/webhook-history?webhook_id=${webhook}`],
      has: [...PAGED],
      refused: [`/webhook-history?webhook_id=${webhook}&resource_type=job&resource_id=${job}`],
      status: 422,
      round: ({ webhooks: api }) => api.history({ webhook_id: webhook }),
      gives: expect.anything(),
    },
    'POST /webhook/trigger/{resource_type}/{resource_id}': {
      good: [`/webhook/trigger/job/${job}?webhook_id=${webhook}`],
      has: [],
      refused: [`/webhook/trigger/picnic/${job}?webhook_id=${webhook}`],
      status: 422,
      round: ({ webhooks: api }) => api.assign(webhook, { resource: ref }),
      gives: { success: true },
    },
  };
}
