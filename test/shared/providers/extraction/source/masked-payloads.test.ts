import { expect, it } from 'vitest';
import { maskedPayloads } from '../../../../../shared/providers/extraction/source/masked-payloads.ts';
import { memoryBodies } from '../../../../../infra/memory/memory-holdings.ts';

const KEY = 'sk-live/0123456789+abc';

async function stored(body: string | Uint8Array): Promise<Buffer> {
  const bodies = memoryBodies();
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  await maskedPayloads(bodies, async () => KEY).put('key', bytes);
  return Buffer.from(bodies.objects.get('key')!);
}

it('a payload that repeats the API key is stored without it, and says the same otherwise', async () => {
  const url = `https://x.example/?k=${encodeURIComponent(KEY)}`;
  const coded = Buffer.from(`user:${KEY}`).toString('base64');
  const payload = {
    job_id: 'job-1',
    records_count: 12_345,
    echo: { [KEY]: KEY, url, coded },
    records: [{ record_id: '1', record_title: `by ${KEY}` }],
  };
  const text = (await stored(JSON.stringify(payload))).toString();
  expect(text).not.toContain('0123456789');
  expect(JSON.parse(text)).toEqual({
    job_id: 'job-1',
    records_count: 12_345,
    echo: { '[key]': '[key]', url: 'https://x.example/?k=[key]', coded: expect.stringContaining('[key]') },
    records: [{ record_id: '1', record_title: 'by [key]' }],
  });
});

it('in what is no JSON, and in what is no text, only the key is replaced', async () => {
  expect((await stored(`no JSON: ${KEY}`)).toString()).toBe('no JSON: [key]');
  const bytes = Buffer.concat([Buffer.from([0xff, 0x00, 0xc3]), Buffer.from(KEY), Buffer.from([0xfe])]);
  expect(await stored(bytes)).toEqual(
    Buffer.concat([Buffer.from([0xff, 0x00, 0xc3]), Buffer.from('[key]'), Buffer.from([0xfe])]),
  );
});

it.each([' { "a" : "caf\\u00e9 \\u0041" , "n": 1.0 } ', '', '{"id":12345678901234567890}', '"[key]"'])(
  'a payload without the key stays as it is: %j',
  async (text) => {
    expect((await stored(text)).toString()).toBe(text);
  },
);
