import { describe, expect, it } from 'vitest';
import { maskAnswer, maskKey } from '../../../../shared/providers/http/mask-key.ts';
import { LINEAR_SECONDS, processorSeconds } from '../../../processor-time.ts';

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

  it('keeps long numbers', () => {
    const text = '{"id":12345678901234567890,"key":"secret-key-1"}';
    expect(maskAnswer(text, 'secret-key-1')).toBe('{"id":"12345678901234567890","key":"[key]"}');
  });

  it('is the same text if it does not contain the key', () => {
    const text = ' { "a" : "\\u2013 b\\/c" , "n": 1.0 } ';
    expect(maskAnswer(text, KEY)).toBe(text);
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
