import * as z from 'zod';

// What Events v2 takes. Source: https://developer.pagerduty.com/docs/send-alert-event (512 KB a request, 1,024 characters of a
// summary, 255 of a key).

/** In bytes. */
export const LARGEST_EVENT = 512 * 1_024;

const key = { routing_key: z.string().length(32), dedup_key: z.string().min(1).max(255) };

/** One event. An acknowledgement or a resolution has no payload. */
export const pagerSchema = z.discriminatedUnion('event_action', [
  z.strictObject({
    event_action: z.literal('trigger'),
    ...key,
    payload: z.strictObject({
      summary: z.string().min(1).max(1_024),
      source: z.string().min(1),
      severity: z.enum(['critical', 'error', 'warning', 'info']),
      timestamp: z.iso.datetime().optional(),
      component: z.string().optional(),
      group: z.string().optional(),
      class: z.string().optional(),
      custom_details: z.record(z.string(), z.unknown()).optional(),
    }),
    links: z.array(z.strictObject({ href: z.url(), text: z.string().optional() })).optional(),
    images: z.array(z.unknown()).optional(),
    client: z.string().optional(),
    client_url: z.url().optional(),
  }),
  z.strictObject({ event_action: z.enum(['acknowledge', 'resolve']), ...key }),
]);
