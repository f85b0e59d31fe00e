import type { OutboundRequest } from '../ports.ts';
import { renderTemplate } from './template.ts';
import type { Webhook, WebhookAuth } from './webhook.ts';

/** Larger bodies are cut: the last records are left out. */
const LARGEST_BODY = 10 * 1024 * 1024;

/** A request to a receiver, and what was lost on the way to it. */
export interface BuiltRequest {
  request: OutboundRequest;
  warning: string | null;
}

/**
 * Builds the request that brings fields to a webhook: JSON, the text of a chat platform, or the rendered template. A custom webhook without a template gets
 * JSON.
 *
 * @throws when the template fails over these fields.
 */
export function buildRequest(webhook: Webhook, fields: Readonly<Record<string, unknown>>): BuiltRequest {
  const url = new URL(webhook.url);
  for (const [name, value] of Object.entries(webhook.params)) url.searchParams.set(name, value);
  const { body, contentType, warning } = bodyFor(webhook, fields);
  const headers = {
    'user-agent': 'extraction-webhooks/1',
    ...(webhook.method === 'GET' ? {} : { 'content-type': contentType }),
    ...lowerCased(webhook.headers),
    ...(webhook.auth && authHeaders(webhook.auth)),
  };
  const sent = webhook.method === 'GET' ? undefined : body;
  return { request: { url: url.href, method: webhook.method, headers, body: sent }, warning };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(
    own.filter(([name]) => !/^(host|content-length|transfer-encoding|connection)$/.test(name)),
  );
}

function authHeaders(auth: WebhookAuth): Record<string, string> {
  switch (auth.type) {
    case 'bearer':
      return { authorization: `Bearer ${auth.token}` };
    case 'api_key':
      return { [auth.header.toLowerCase()]: auth.value };
    case 'basic':
      return {
        authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`,
      };
  }
}

interface Body {
  body: string;
  contentType: string;
  warning: string | null;
}

function bodyFor({ type, formatter }: Webhook, fields: Readonly<Record<string, unknown>>): Body {
  if (formatter) {
    return {
      body: renderTemplate(formatter.template, fields),
      contentType: formatter.content_type,
      warning: null,
    };
  }
  if (type === 'slack' || type === 'teams') {
    return { body: JSON.stringify({ text: textOf(fields) }), contentType: 'application/json', warning: null };
  }
  return { contentType: 'application/json', ...cutToSize(fields) };
}

/** What a chat platform shows: the event, how many records, and their titles. */
function textOf(fields: Readonly<Record<string, unknown>>): string {
  const records = Array.isArray(fields['records']) ? fields['records'] : [fields['record']];
  const titles = records.slice(0, 20).flatMap((record: unknown) => {
    const titled = typeof record === 'object' && record !== null && 'record_title' in record;
    return titled ? [`- ${String(record.record_title)}`] : [];
  });
  return [`${String(fields['event'])}: ${String(fields['records_count'])} records`, ...titles].join('\n');
}

/** The fields as JSON; records are left out from the end until it fits. */
function cutToSize(fields: Readonly<Record<string, unknown>>): { body: string; warning: string | null } {
  const records: unknown[] = Array.isArray(fields['records']) ? fields['records'] : [];
  let sent = records.length;
  let body = JSON.stringify(fields);
  while (Buffer.byteLength(body) > LARGEST_BODY && sent > 0) {
    sent = Math.floor(sent / 2);
    body = JSON.stringify({ ...fields, records: records.slice(0, sent) });
  }
  return { body, warning: sent < records.length ? `body cut: ${sent} of ${records.length} records` : null };
}
