import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../../../../infra/local/services/extraction/webhooks/request.ts';
import type { Webhook } from '../../../../../../infra/local/services/extraction/webhooks/webhook.ts';

const MEGABYTE = 1024 * 1024;
const webhook: Webhook = {
  id: 'w',
  owner: { organization: 'acme', email: 'ann@acme.example', key: '****' },
  createdAt: 0,
  updatedAt: 0,
  name: 'Ours',
  url: 'https://hooks.example.com/x',
  type: 'generic',
  mode: 'full',
  method: 'POST',
  headers: {},
  params: {},
  auth: null,
  formatter: null,
  active: true,
};

describe('the request to a receiver', () => {
  it('is cut to whole records when it is larger than 10 MB, and says so', () => {
    const records = Array.from({ length: 30 }, () => ({ text: 'x'.repeat(MEGABYTE) }));
    const { request, warning } = buildRequest(webhook, {
      event: 'job_completed',
      records_count: 30,
      records,
    });
    expect(Buffer.byteLength(request.body ?? '')).toBeLessThanOrEqual(10 * MEGABYTE);
    expect(JSON.parse(request.body ?? '').records).toHaveLength(7);
    expect(warning).toBe('body cut: 7 of 30 records');
  });

  it('does not let headers of the caller break its own', () => {
    const headers = { Host: 'elsewhere', 'Content-Length': '1', 'Content-Type': 'text/x', 'X-A': 'b' };
    const { request, warning } = buildRequest({ ...webhook, headers }, { records: [] });
    expect(request.headers).toEqual({
      'user-agent': 'extraction-webhooks/1',
      'content-type': 'text/x',
      'x-a': 'b',
    });
    expect(warning).toBeNull();
  });
});
