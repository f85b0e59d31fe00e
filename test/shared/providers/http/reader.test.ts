import { expect, it, describe } from 'vitest';
import {
  parseAnswerJson,
  errorMessageOf,
  maskAnswer,
  maskedPayloads,
  maskKey,
} from '../../../../shared/providers/http/reader.ts';
import { memoryBodies } from '../../../ports/memory-services.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../../processor-time.ts';

it('keeps the digits of long whole numbers, outside texts only, whatever is around them', () => {
  const text = String.raw`{"a": 12345678901234567, "b": "see 12345678901234567, \" [12345678901234567]", "c\\": [-98765432109876543, 1.2345678901234567, 0.1234567890123456, 1e300, 9007199254740991, 9007199254740993]}`;
  expect(parseAnswerJson(text).value).toEqual({
    a: '12345678901234567',
    b: 'see 12345678901234567, " [12345678901234567]',
    'c\\': [
      '-98765432109876543',
      1.2345678901234567,
      0.1234567890123456,
      1e300,
      9_007_199_254_740_991,
      '9007199254740993',
    ],
  });
  expect(parseAnswerJson('[012345678901234567]')).toEqual({ complete: true });
});

it('parses JSON of any depth, also with a long number in it', () => {
  const deep = `[12345678901234567, ${'['.repeat(20_000)}${']'.repeat(20_000)}]`;
  const { value } = parseAnswerJson(deep);
  expect(Array.isArray(value) && value[0]).toBe('12345678901234567');
});

const KEY = 'ab"c\\d/e+f%g:secret=';

describe('a key in a text', () => {
  it.each([
    ['as it is', KEY],
    ['URL-encoded', encodeURIComponent(KEY)],
    ['URL-encoded in lower case', encodeURIComponent(KEY).replaceAll(/%../g, (hex) => hex.toLowerCase())],
    ['escaped for JSON', JSON.stringify(KEY).slice(1, -1)],
    ['escaped for JSON, with slashes', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
    ['in base64', Buffer.from(KEY).toString('base64')],
    ['in base64 for URLs', Buffer.from(KEY).toString('base64url')],
  ])('is masked %s', (_form, written) => {
    expect(maskKey(`the key ${written} is wrong`, KEY)).toBe('the key [key] is wrong');
  });

  it.each(['', 'u', 'us', 'user', 'user:', 'apikey:'])('is masked in base64 behind %j', (before) => {
    for (const after of ['', '!', ':x', ' and more']) {
      const whole = Buffer.from(before + KEY + after).toString('base64');
      const masked = maskKey(`Basic ${whole} is wrong`, KEY);
      expect(Buffer.from(masked, 'base64').toString('latin1')).not.toContain('secret');
      expect(masked).toContain('[key]');
    }
  });
});

describe('a good answer', () => {
  const echo = (key: string) => ({
    status: 'ok',
    user_input: { q: 'acme', api_key: key, url: `https://x.example/?key=${encodeURIComponent(key)}` },
    articles: [{ id: 12_345, title: 'Acme', price: 1.5, link: null }],
    [`usage of ${key}`]: 1,
  });

  it('contains no key, and keeps its form', () => {
    const masked = JSON.parse(maskAnswer(JSON.stringify(echo(KEY)), KEY));
    expect(masked).toEqual({
      ...echo('[key]'),
      user_input: { q: 'acme', api_key: '[key]', url: 'https://x.example/?key=[key]' },
    });
  });

  it('contains no key that is written with codes', () => {
    const coded = Array.from('secret-key-1', (c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('');
    expect(maskAnswer(`{"a":"${coded}","b":"x\\ny"}`, 'secret-key-1')).toBe('{"a":"[key]","b":"x\\ny"}');
  });

  it.each([
    ['news', '{"news":"news of the day"}', '{"news":"news of the day"}'],
    ['articles', '{"articles":[{"title":"two articles"}]}', '{"articles":[{"title":"two [key]"}]}'],
    ['12345678', '{"id":123456789,"n":12345678}', '{"id":123456789,"n":"[key]"}'],
  ])('is not broken by the key %j, which it contains by accident', (key, text, masked) => {
    expect(maskAnswer(text, key)).toBe(masked);
  });

  it('is masked as a text where it is not JSON', () => {
    expect(maskAnswer('id,name\n1,secret-key-1\n', 'secret-key-1')).toBe('id,name\n1,[key]\n');
    const deep = `${'['.repeat(200_000)}"secret-key-1"${']'.repeat(200_000)}`;
    expect(maskAnswer(deep, 'secret-key-1')).not.toContain('secret-key-1');
  });

  it('is masked in time that grows with it', () => {
    const text = JSON.stringify({ list: Array.from({ length: 200_000 }, (_, at) => `${at} aaaaaaaaaaaaab`) });
    const seconds = processorSeconds(() => {
      maskAnswer(text, 'aaaaaaaaaaaaab');
      maskAnswer('a'.repeat(4_000_000), 'aaaaaaaaaaaaab');
    });
    expect(seconds).toBeLessThan(LINEAR_SECONDS);
  });
});

describe('error message', () => {
  const KEY = 'abc<b>123/xyz';

  describe('the text of an error', () => {
    it.each([
      [
        '<html><head><title>Bad gateway</title><style>p { x }</style></head><p>Try later',
        'Bad gateway Try later',
      ],
      ['<SCRIPT src="x">let a = "<b>";</script >after</SCRIPT>Down', 'Down'],
      ['{"detail": "q is <b>wrong</b>"}', 'q is wrong'],
      [
        '{"detail": [{"loc": ["body", "q"], "msg": "is required"}, "and more"]}',
        'body.q: is required; and more',
      ],
      ['{"message": "no"}', 'no'],
      ['', ''],
    ])('of %j is %j', (body, words) => {
      expect(errorMessageOf(body, 'unused-key')).toBe(words);
    });

    it('does not contain the key, even if the key looks like markup or is cut by it', () => {
      expect(errorMessageOf(`Key ${KEY} is wrong`, KEY)).toBe('Key [key] is wrong');
      expect(errorMessageOf('Key secret<br>key-1 is wrong, not <i>secretkey-1', 'secretkey-1')).toContain(
        '[key]',
      );
      const padded = `${'<p>'.repeat(5_459)}${'x'.repeat(5)}secret-key-1`;
      expect(errorMessageOf(padded, 'secret-key-1')).not.toMatch(/secret/);
    });

    it.each(['<script ', '<', '<style></script>', ' ', '{"detail":"', '[', '<!--', '</script><script>'])(
      'takes no longer than the text is long, with %j repeated',
      (piece) => {
        const text = piece.repeat(Math.ceil(4_000_000 / piece.length));
        // Time of the processor: on a busy machine the clock on the wall runs on while the test waits.
        const start = process.cpuUsage();
        errorMessageOf(text, 'secret-key-1');
        errorMessageOf(JSON.stringify({ detail: text }), 'secret-key-1');
        const { user, system } = process.cpuUsage(start);
        expect((user + system) / 1_000).toBeLessThan(2_000);
      },
    );
  });
});

describe('masked payloads', () => {
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
});
