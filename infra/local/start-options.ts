import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defined } from '../../shared/domain/lib/fields.ts';
import type { Instant } from '../../shared/domain/time/instant.ts';
import type { OptionSpec } from '../cli/command.ts';
import { watchesFileOf } from '../watches-file/find-file.ts';
import { ORGANIZATION } from '../stack-parameters.ts';
import { messageOf, SettingsError } from './services/kit/settings-file.ts';
import { portOf, timeOf } from './services/read-options.ts';

/** The prefix of all paths of the extraction service, unless the user gives another one. */
const JOBS_PREFIX = '/svc';

/** What `npm start` does, for its help. */
export const ABOUT = `Runs the whole stack on this machine: the same functions, table, queues, topic and schedules as in AWS, and local copies of
the three services with sample news. You need no account and no key. Press Ctrl-C to stop. The next start continues with
the saved state.

To use real services instead of the local ones, give their addresses in --news-url, --events-url and --jobs-url, and their keys in the
environment, in NEWS_API_KEY, EVENTS_API_KEY and JOBS_API_KEY.`;

/** Its options, for its help and for `parseArgs`. */
export const START_OPTIONS = {
  watches: {
    type: 'string',
    value: 'FILE',
    about: 'the watches file (default: BELLWETHER_WATCHES in the environment, or watches.yaml)',
  },
  feeds: {
    type: 'string',
    value: 'FILE',
    about:
      'watch feeds instead: an OPML file, or a text file with an address on each line. Real headlines, no key',
  },
  q: {
    type: 'string',
    value: 'WORDS',
    about: "with --feeds: only items with these words, such as 'Acme AND (merger OR takeover)'",
  },
  'judge-sample': {
    type: 'boolean',
    default: false,
    about: 'let a stand-in of a model judge the watches of kind search: it goes by words. No key, no network',
  },
  corpus: {
    type: 'string',
    value: 'FILE...',
    multiple: true,
    about: 'use articles and events from these NDJSON files, also with gzip (default: a generated sample)',
  },
  strict: {
    type: 'boolean',
    default: false,
    about: 'refuse a corpus with a line that cannot be used. Otherwise such lines are skipped and reported',
  },
  'shift-to-now': {
    type: 'boolean',
    default: false,
    about: 'move all dates of the corpus so that the newest is now',
  },
  now: { type: 'string', value: 'ISO-TIME', about: 'start all clocks at this time' },
  data: {
    type: 'string',
    value: 'DIR',
    default: '.local',
    about: 'save the state in this folder (default .local)',
  },
  fresh: { type: 'boolean', default: false, about: 'delete the saved state of this folder first' },
  port: {
    type: 'string',
    value: 'N',
    default: '0',
    about: 'port of the three services on 127.0.0.1 (default 0: any free port)',
  },
  once: {
    type: 'boolean',
    default: false,
    about:
      'run every watch once, send what is due, and exit; waits are skipped. Exit code 1 when a run failed',
  },
  json: { type: 'boolean', default: false, about: 'with --once: print one JSON document on stdout' },
  inspect: {
    type: 'boolean',
    default: false,
    about: 'open port 9229 on 127.0.0.1 for a debugger; function code is readable, time-outs are 1 hour',
  },
  'sign-in': {
    type: 'boolean',
    default: false,
    about: 'people sign in to the pages, at an issuer on this machine where they choose who they are',
  },
  'news-url': { type: 'string', value: 'URL', about: 'base address of the news service' },
  'events-url': { type: 'string', value: 'URL', about: 'base address of the events service' },
  'jobs-url': { type: 'string', value: 'URL', about: 'base address of the extraction service' },
  'world-url': {
    type: 'string',
    value: 'URL',
    about: "address of the archive of the world's news, or of a mirror; it takes no key",
  },
  'jobs-prefix': {
    type: 'string',
    value: 'P',
    about: 'path between that address and the routes (default /svc)',
  },
  'jobs-organization': {
    type: 'string',
    value: 'ID',
    about: 'organization of the key for which the extraction service is called, if it has several',
  },
} as const satisfies Readonly<
  Record<string, OptionSpec & { default?: string | boolean; multiple?: boolean }>
>;

/** A service on the network, and its key. */
interface RealService {
  url: string;
  key: string;
}

export interface StartOptions {
  help: boolean;
  once: boolean;
  json: boolean;
  fresh: boolean;
  /** True: a debugger may stop the functions. */
  inspect: boolean;
  /** True: the pages have an issuer, on this machine. */
  signIn?: boolean;
  /** As the user wrote it, for messages; relative to the working directory. */
  watches: string;
  /** A file of feeds to watch instead of the watches file, and the words to find in them. */
  feeds?: { file: string; q?: string };
  /** A stand-in of a model judges the watches. */
  judgeSample: boolean;
  corpus: readonly string[];
  shiftToNow: boolean;
  /** True: a line of the corpus that cannot be used refuses the start. */
  strict?: boolean;
  /** Absolute path. */
  data: string;
  port: number;
  now?: Instant;
  news?: RealService;
  events?: RealService;
  jobs?: RealService & { prefix: string; organization?: string };
  world?: { url: string };
}

/**
 * Reads the command line of `npm start`. `--corpus` takes all files up to the next option.
 *
 * @throws SettingsError that names the option and says what to write.
 */
export function readStartOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): StartOptions {
  const { values, positionals } = parse(args);
  if (positionals.length > 0 && !values.corpus) {
    throw new SettingsError(
      `Unknown option "${positionals[0]}". Run npm start -- --help for a list of options.`,
    );
  }
  if (values.json && !values.once)
    throw new SettingsError('--json needs --once. Add --once, or remove --json.');
  for (const option of ['jobs-prefix', 'jobs-organization'] as const)
    if (values[option] !== undefined && values['jobs-url'] === undefined)
      throw new SettingsError(`--${option} needs --jobs-url. Add --jobs-url, or remove --${option}.`);
  if (values.q !== undefined && values.feeds === undefined)
    throw new SettingsError('--q needs --feeds. Add --feeds FILE, or remove --q.');
  if (values.watches !== undefined && values.feeds !== undefined)
    throw new SettingsError(
      'You cannot use --watches and --feeds together. Write the feeds into the section feeds of the watches file instead.',
    );
  const organization = organizationOf(values['jobs-organization']);
  const real = (option: 'news-url' | 'events-url' | 'jobs-url', variable: string) => {
    const url = values[option];
    return url === undefined ? undefined : realService(url, { option, key: environment[variable], variable });
  };
  const news = real('news-url', 'NEWS_API_KEY');
  const events = real('events-url', 'EVENTS_API_KEY');
  const jobs = real('jobs-url', 'JOBS_API_KEY');
  return {
    help: values.help,
    once: values.once,
    json: values.json,
    fresh: values.fresh,
    inspect: values.inspect,
    ...(values['sign-in'] && { signIn: true }),
    watches: values.watches ?? watchesFileOf(environment),
    ...(values.feeds !== undefined && { feeds: defined({ file: values.feeds, q: values.q }) }),
    judgeSample: values['judge-sample'],
    corpus: [...(values.corpus ?? []), ...positionals],
    shiftToNow: values['shift-to-now'],
    ...(values.strict && { strict: true }),
    data: resolve(values.data),
    port: portOf(values.port),
    ...(values.now === undefined ? {} : { now: timeOf(values.now) }),
    ...(values['world-url'] !== undefined && { world: { url: worldUrlOf(values['world-url']) } }),
    ...(news && { news }),
    ...(events && { events }),
    ...(jobs && { jobs: defined({ ...jobs, prefix: values['jobs-prefix'] ?? JOBS_PREFIX, organization }) }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...START_OPTIONS, help: { type: 'boolean', default: false } },
    });
  } catch (cause) {
    throw new SettingsError(`${messageOf(cause)}. Run npm start -- --help for a list of options.`, { cause });
  }
}

function organizationOf(text: string | undefined): string | undefined {
  if (text === undefined || ORGANIZATION.test(text)) return text;
  throw new SettingsError(
    `Invalid organization "${text}" for --jobs-organization. Write its id as the service has it, without spaces.`,
  );
}

function worldUrlOf(text: string): string {
  if (/^https?:\/\/\S*[^/\s]$/.test(text) && URL.canParse(text)) return text;
  throw new SettingsError(
    `Invalid address "${text}" for --world-url. Write an address without a slash at the end, such as https://archive.example/gdeltv2`,
  );
}

function realService(
  text: string,
  { option, key, variable }: { option: string; key: string | undefined; variable: string },
): RealService {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new SettingsError(
      `Invalid address "${text}" for --${option}. Write an address such as https://news.example.com/api`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new SettingsError(
      `--${option} ${text}: the key of the service would be sent unencrypted. Use https://; http:// is for addresses on this machine only, such as http://127.0.0.1:8080`,
    );
  }
  if (!key?.trim()) {
    throw new SettingsError(
      `--${option} needs the key of the service. Set it in the environment: ${variable}=... npm start`,
    );
  }
  return { url: text.replace(/(?<!\/)\/+$/, ''), key: key.trim() };
}

/** Whether a host, as `URL` writes it, is this machine: its name, 127.0.0.0/8 or ::1. */
function isLoopback(host: string): boolean {
  return /^(localhost|[^.]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
