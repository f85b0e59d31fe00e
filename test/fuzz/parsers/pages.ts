import type * as z from 'zod';
import {
  extractionOrderSchema,
  httpEventSchema,
  reportOrderSchema,
  runOrderSchema,
  webhookOrderSchema,
} from '../../../shared/contracts/orders.ts';
import { parseJson, tryParse } from '../../../shared/contracts/parse-as.ts';
import { actionsPath } from '../../../shared/domain/pages/signed-link.ts';
import { answerRequest } from '../../../shared/use-cases/pages/answer-request.ts';
import { receiveWebhook } from '../../../shared/use-cases/upstream/receive-webhook.ts';
import { openPages } from '../../shared/use-cases/pages/open-pages.ts';
import type { Parser } from '../parser.ts';

const pages = await openPages();
const actions = actionsPath(pages.alert, { lane: 'press-team', keys: pages.links.keys });
const STATUSES = new Set([200, 400, 403, 404, 405, 413]);

const eventOf = (method: string, rawPath: string, more: object = {}) =>
  JSON.stringify({
    rawPath,
    requestContext: { http: { method } },
    headers: { host: 'pages.example.com' },
    ...more,
  });

async function answer(event: string): Promise<void> {
  const read = tryParse(httpEventSchema, parseJson(event));
  if (!read.success) return;
  const { status } = await answerRequest(read.data, pages.ports);
  if (!STATUSES.has(status)) throw new Error(`The status is ${status}`);
}

async function receive(event: string): Promise<void> {
  const read = tryParse(httpEventSchema, parseJson(event));
  if (!read.success) return;
  const { path, headers, body } = read.data;
  const watchId = /\/deliveries\/([^/]*)$/.exec(path)?.[1] ?? '';
  const secret = /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
  await receiveWebhook(
    { watchId, secret, body, digest: 'd' },
    {
      clock: pages.clock,
      resources: { monitor: async () => undefined },
      webhookPayloads: { put: async () => undefined, read: async () => undefined },
      deliveries: { send: async () => undefined },
    },
  );
}

const ORDERS: Readonly<Record<string, z.ZodType>> = {
  run: runOrderSchema,
  report: reportOrderSchema,
  webhook: webhookOrderSchema,
  extraction: extractionOrderSchema,
};

export const pageParsers: readonly Parser[] = [
  {
    name: 'page-paths',
    form: 'json',
    seeds: [
      eventOf('GET', pages.receipt),
      eventOf('GET', pages.inbox),
      ...[
        '/watches/acme-news',
        '/alerts',
        '/alerts/0000000000',
        '/messages/message-1',
        '/stories/big',
        '/extractions',
        '/reports',
      ].map((place) => eventOf('GET', pages.inbox + place, { rawQueryString: 'day=2026-11-20&page=2' })),
      eventOf('POST', actions, {
        body: 'action=mute-watch&token=abc',
        headers: { host: 'pages.example.com', origin: 'https://pages.example.com' },
      }),
      eventOf('GET', '/p/abc/rows', {
        rawQueryString: 'days=now&brand=acme&after=2026-11-20~acme-news~1795172400000~article-1',
      }),
      eventOf('GET', '/'),
    ],
    share: 3,
    read: answer,
    around: [
      (long) => eventOf('GET', `${pages.inbox}/watches/${long}`),
      (long) => eventOf('GET', `/r/${long}`),
      (long) => eventOf('GET', pages.inbox, { rawQueryString: `day=${long}` }),
      (long) => eventOf('POST', actions, { body: long }),
    ],
  },
  {
    name: 'webhook-requests',
    form: 'json',
    seeds: [
      eventOf('POST', '/deliveries/acme-news', {
        headers: { authorization: 'Bearer secret-1' },
        body: '{"records":[]}',
      }),
      eventOf('POST', '/deliveries/acme-news', {
        headers: { authorization: 'bearer x' },
        body: 'e30=',
        isBase64Encoded: true,
      }),
    ],
    share: 8,
    read: receive,
    around: [
      (long) => eventOf('POST', `/deliveries/${long}`),
      (long) => eventOf('POST', '/deliveries/a', { headers: { authorization: `Bearer ${long}` } }),
      (long) => eventOf('POST', '/deliveries/a', { body: long, isBase64Encoded: true }),
    ],
  },
  {
    name: 'queue-orders',
    form: 'json',
    seeds: [
      { v: 1, watchId: 'acme-news', scheduledFor: '2026-11-20T12:00:00Z', track: 'live', continuation: 0 },
      {
        v: 1,
        watchId: 'acme-news',
        scheduledFor: '2026-11-20T12:00:00Z',
        track: 'backfill',
        from: '2026-11-01T00:00:00Z',
        to: '2026-11-02T00:00:00Z',
      },
      { v: 1, reportId: 'weekly', scheduledFor: '2026-11-20T12:00:00Z' },
      { v: 1, watchId: 'a', key: 'deliveries/a/x', receivedAt: '2026-11-21T08:00:00Z' },
      { jobId: 'j1', next: 'poll', waitSeconds: 30 },
    ].map((order) => JSON.stringify(order)),
    share: 10,
    read: (text) => {
      const value = parseJson(text);
      for (const schema of Object.values(ORDERS)) tryParse(schema, value);
    },
  },
];
