import { headlineWordsIn, outletIn, waysToWrite } from '../../../infra/cli/stack/find-article.ts';
import { isSameAddress } from '../../../shared/domain/text/clean-text.ts';
import { CliFailure } from '../../../infra/cli/failure.ts';
import { main } from '../../../infra/cli/main.ts';
import { readPeriod } from '../../../infra/cli/commands/report.ts';
import { matchersOf, orderOf } from '../../../infra/cli/commands/silence.ts';
import { readOptions } from '../../../infra/local/services/read-options.ts';
import { SettingsError } from '../../../infra/local/services/kit/settings-file.ts';
import { readStartOptions } from '../../../infra/local/start-options.ts';
import { readApplyEnvironment, readRunWatchEnvironment } from '../../../shared/contracts/environment.ts';
import * as z from 'zod';
import { NOON } from '../../ports/examples.ts';
import type { Parser } from '../parser.ts';

/** Arguments are separated by the unit separator: it cannot occur in an argument that a shell gives. */
const SEPARATOR = '\u001f';
const line = (...args: string[]) => args.join(SEPARATOR);

/** Runs a command without a stack, and holds what it prints. */
async function run(text: string): Promise<void> {
  let printed = '';
  const sink = { write: (part: string) => (printed += part) };
  const code = await main(text.split(SEPARATOR), {
    stdout: sink,
    stderr: sink,
    folder: '/nonexistent',
    watchesFile: 'watches.yaml',
    now: () => NOON,
    pause: async () => undefined,
    openStack: async () => undefined,
    startStack: async () => 0,
    browse: () => undefined,
    readArchive: async () => ({ read: 0, rows: [] }),
    readFeeds: async () => {
      throw new Error('It reads no feeds.');
    },
    probe: async () => ({ answered: false, why: 'no network' }),
  });
  if (![0, 1, 2].includes(code)) throw new Error('The exit code is not known');
  if (/TypeError|RangeError|ReferenceError|SyntaxError/.test(printed))
    throw new Error(`It prints ${printed.slice(0, 500)}`);
  if (/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u.test(printed))
    throw new Error('A terminal would be steered');
}

export const commandLineParsers: readonly Parser[] = [
  {
    name: 'commands',
    form: 'text',
    seeds: [
      line('plan', '--watches', 'x.yaml', '--json'),
      line('silence', 'watch=a,b', 'severity=info', '--for', '8h', '--owner', 'me', '--reason', 'r'),
      line('backfill', 'acme-news', '--from', '2026-11-01', '--to', '2026-11-02'),
      line('explain', 'https://news.example/r/AbCdEfGhIjKlMnOpQrStUvWxYz'),
      line('report', 'weekly', '--period', '2026-W47'),
      line('open', '--minutes', '10'),
      line('--help'),
      line('help', 'plan'),
      line('run', 'acme-news', '--stage', 'dev'),
    ],
    share: 2,
    read: run,
    timeless: 'commands work without a stack here',
  },
  {
    name: 'matchers',
    form: 'text',
    seeds: ['watch=a,b', 'severity=info,warning', 'words=a, b', 'domain=x.example'],
    share: 8,
    read: (text) => matchersOf([text, text]),
    refuses: [CliFailure],
    around: [(long) => long, (long) => `watch=${long}`, (long) => `${long}=a`],
    pieces: [',', 'a,', ' ', '=', 'a=', ' ,'],
  },
  {
    name: 'ends-of-silences',
    form: 'text',
    seeds: ['8h', '90m', '7d', '2026-12-01', '2026-12-01T08:00:00', '2026/12/01 08:00:00.123 +01:00'],
    share: 8,
    read: (text) => {
      for (const end of [{ for: text }, { until: text }]) {
        try {
          orderOf({}, { values: { owner: 'o', reason: 'r', ...end }, now: NOON });
        } catch (error) {
          if (!(error instanceof CliFailure)) throw error;
        }
      }
    },
  },
  {
    name: 'periods',
    form: 'text',
    seeds: ['30d', '2026-W47', '2026-11', '2026-11-01', '2026-11-01..2026-11-20'],
    share: 8,
    read: (text) => readPeriod(text, { timezone: 'Europe/Paris', now: NOON }),
    refuses: [CliFailure],
    pieces: ['.', '..', '1', '2026-11-01..', '-', 'W'],
  },
  {
    name: 'addresses',
    form: 'text',
    seeds: [
      'https://www.news.example/a/acme-opens-a-plant-4711.html?utm_source=x&id=1#top',
      'http://news.example//',
      'https://münchen.example/%C3%BC',
    ],
    share: 5,
    read: (text) => {
      isSameAddress(text, `${text}/`);
      waysToWrite(text);
      outletIn(text);
      headlineWordsIn(text);
    },
    pieces: ['/', '?a=', '&', '%C3', '.', '-', 'a-', '#', '@', '%'],
    around: [
      (long) => long,
      (long) => `https://news.example/${long}`,
      (long) => `https://news.example/${long}x`,
      (long) => `https://news.example/?${long}`,
    ],
  },
  {
    name: 'start-options',
    form: 'text',
    seeds: [
      line('--once', '--json', '--fresh'),
      line('--news-url', 'https://n.example/x/', '--port', '8080'),
      line('--corpus', 'a.ndjson', 'b.ndjson', '--now', '2026-11-20T12:00:00Z'),
      line('--plan', 'p.json'),
    ],
    share: 3,
    read: (text) => {
      const args = text.split(SEPARATOR);
      for (const read of [() => readStartOptions(args, { NEWS_API_KEY: text }), () => readOptions(args)]) {
        try {
          read();
        } catch (error) {
          if (!(error instanceof SettingsError)) throw error;
        }
      }
    },
    around: [
      (long) => long,
      (long) => line('--news-url', `https://n.example/${long}`),
      (long) => line('--now', long),
      (long) => line('--port', long),
    ],
  },
  {
    name: 'environment',
    form: 'json',
    seeds: [
      JSON.stringify({
        TABLE_NAME: 't',
        TOPIC_ARN: 'arn:aws:sns:eu-west-1:0:t',
        BUCKET_NAME: 'b',
        RUNS_NEWS_QUEUE_URL: 'https://q/1',
        NEWS_URL: 'https://n.example',
        NEWS_KEY_SECRET: 's',
        PAGES_URL: 'https://p',
        LINK_KEY_SECRET: 'l',
      }),
    ],
    share: 2,
    read: (text) => {
      const value: unknown = JSON.parse(text);
      // The environment holds texts only.
      const texts = Object.entries(typeof value === 'object' && value !== null ? value : {});
      const given = Object.fromEntries(texts.map(([name, text]) => [name, JSON.stringify(text)]));
      for (const read of [readRunWatchEnvironment, readApplyEnvironment]) {
        try {
          read(given);
        } catch (error) {
          if (!(error instanceof z.ZodError) && !(error instanceof Error && error.constructor === Error))
            throw error;
        }
      }
    },
    timeless: 'the stack sets it',
  },
];
