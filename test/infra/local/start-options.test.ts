import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStartOptions } from '../../../infra/local/start-options.ts';

const KEYS = { NEWS_API_KEY: 'n', EVENTS_API_KEY: 'e', JOBS_API_KEY: ' j ' };

describe('the options of npm start', () => {
  it('have a default each', () => {
    expect(readStartOptions([], {})).toEqual({
      help: false,
      once: false,
      json: false,
      fresh: false,
      inspect: false,
      judgeSample: false,
      watches: 'watches.yaml',
      corpus: [],
      shiftToNow: false,
      data: resolve('.local'),
      port: 0,
    });
  });

  it('are read as the help says: several files behind --corpus, a time with a zone', () => {
    const args =
      '--once --json --fresh --inspect --watches w.yaml --corpus a.ndjson b.ndjson --shift-to-now --data d --port 8080';
    const options = readStartOptions([...args.split(' '), '--now', '2026-11-21T08:00:00+01:00'], {});
    expect(options).toMatchObject({
      once: true,
      json: true,
      fresh: true,
      inspect: true,
      watches: 'w.yaml',
      corpus: ['a.ndjson', 'b.ndjson'],
      shiftToNow: true,
      data: resolve('d'),
      port: 8080,
      now: Date.parse('2026-11-21T07:00:00Z'),
    });
    expect(readStartOptions(['--corpus', 'a', '--corpus', 'b'], {}).corpus).toEqual(['a', 'b']);
  });

  it('take real services with their keys', () => {
    const args = ['--news-url', 'https://news.example.com/api/', '--jobs-url', 'https://jobs.example.com'];
    expect(readStartOptions([...args, '--jobs-prefix', '/v2'], KEYS)).toMatchObject({
      news: { url: 'https://news.example.com/api', key: 'n' },
      jobs: { url: 'https://jobs.example.com', key: 'j', prefix: '/v2' },
    });
    expect(readStartOptions(args, KEYS).jobs).toEqual({
      url: 'https://jobs.example.com',
      key: 'j',
      prefix: '/svc',
    });
    expect(readStartOptions([...args, '--jobs-organization', 'acme-emea'], KEYS).jobs).toMatchObject({
      organization: 'acme-emea',
    });
  });

  it.each(['news', 'events', 'jobs'])('need https for the %s service, but not on this machine', (service) => {
    const read = (url: string) => readStartOptions([`--${service}-url`, url], KEYS);
    for (const url of [
      'http://svc.example.com/api',
      'http://10.0.0.1',
      'http://127.0.0.1.example.com',
      'http://[::2]',
    ]) {
      expect(() => read(url)).toThrow(
        new RegExp(`^--${service}-url http.* would be sent unencrypted\\. Use https://`),
      );
    }
    for (const url of [
      'https://svc.example.com',
      'http://127.0.0.1:80',
      'http://localhost:1',
      'http://[::1]:1',
      'http://127.1',
    ]) {
      expect(read(url)).toMatchObject({ [service]: { url } });
    }
  });

  it.each<[string[], RegExp]>([
    [['--wotches', 'x'], /--wotches.*--help/],
    [['watches.yaml'], /^Unknown option "watches.yaml"/],
    [['--json'], /--json needs --once/],
    [['--port', '99999'], /0 to 65535/],
    [['--now', 'tomorrow'], /Invalid time "tomorrow" for --now\. Write a time such as/],
    [
      ['--events-url', 'https://events.example.com'],
      /--events-url needs the key of the service.*EVENTS_API_KEY=/,
    ],
    [
      ['--news-url', 'news.example.com'],
      /Invalid address "news\.example\.com" for --news-url\. Write an address such as/,
    ],
    [['--jobs-prefix', '/svc'], /--jobs-prefix needs --jobs-url/],
    [['--jobs-organization', 'acme'], /--jobs-organization needs --jobs-url/],
    [
      ['--jobs-url', 'https://jobs.example.com', '--jobs-organization', 'a b'],
      /Invalid organization "a b" for --jobs-organization. Write/,
    ],
  ])('are refused with what to write instead: %j', (args, message) => {
    expect(() => readStartOptions(args, {})).toThrow(message);
  });
});
