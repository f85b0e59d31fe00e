import { articleIndexOf } from './article-index.ts';
import { createEventsService } from './events/service.ts';
import { createExtractionService } from './extraction/service.ts';
import type { ExtractionSettings } from './extraction/settings.ts';
import { systemTimers } from './extraction/system-timers.ts';
import { createHttpSender } from './extraction/webhooks/http-sender.ts';
import type { Chance } from './kit/chance.ts';
import type { Clock } from './kit/clock.ts';
import { type Corpus, corpusArticle, loadCorpus, skimCorpus } from './kit/corpus/corpus.ts';
import type { Faults } from './kit/faults/faults.ts';
import { type Host, hostServices } from './kit/http/host-services.ts';
import { type Account, accountKeys, singleKey } from './kit/plan/keys.ts';
import type { Plan } from './kit/plan/plan.ts';
import type { ServiceDeps } from './kit/service-deps.ts';
import { openMemoryState, openStateFolder, type StateFolder } from './kit/state-folder.ts';
import { trackUsage } from './kit/plan/usage.ts';
import { openLibrary } from './news/library/library.ts';
import { sampleArticles } from './news/sample-corpus.ts';
import { createNewsService } from './news/service.ts';

export interface ServicesOptions {
  /** 0 picks a free port. */
  port: number;
  /** NDJSON files; none: the generated sample. */
  corpus: readonly string[];
  /** Moves all dates of the corpus, so that the newest line is of now. */
  shiftToNow: boolean;
  /** True: a line of the corpus that cannot be used refuses the start. Otherwise it is skipped and reported. */
  strict?: boolean;
  /** The folder for what must survive a restart; left out: it ends with the process. */
  data?: string;
  plan: Plan;
  faults: Faults;
  /** Webhooks may go to this machine, and without https. */
  allowLoopback: boolean;
  /** What differs from the extraction service's own settings: `{ walk: { by: 'call' } }` lets jobs step at each poll. */
  extraction?: Partial<ExtractionSettings>;
  clock: Clock;
  chance: Chance;
  /** Makes a UUID. */
  newId: () => string;
  /** Takes a line for people: what is served, and unexpected exceptions. */
  log: (line: string) => void;
  /** Called now and then with the number of lines read so far. */
  onProgress?: (lines: number) => void;
}

/** Where the services are, and with what key. This is the first line of `npm run services`. */
export interface ServiceAddresses {
  news: { url: string; key: string };
  events: { url: string; key: string };
  jobs: { url: string; prefix: string; key: string; organization?: string };
}

export interface RunningServices extends ServiceAddresses {
  port: number;
  close(): Promise<void>;
}

/** Keys of the local services. They open nothing but this machine. */
const KEYS = { news: 'local-news-key', events: 'local-events-key', jobs: 'local-jobs-key' } as const;

/** The one person with an account at the extraction service, in one organization. */
const OWNER = {
  email: 'owner@acme.example',
  organizations: ['acme'],
  keys: [{ key: KEYS.jobs, organization: 'acme', active: true }],
} as const satisfies Account;

/** The prefix of the extraction service (extraction service, transport). */
const JOBS_PREFIX = '/svc';

/**
 * Starts the three upstream services below one port of the loopback.
 *
 * @throws SettingsError when the data folder is in use, CorpusError for a corpus that cannot be read, and the
 *   system's error when the port is taken.
 */
export async function startServices(options: ServicesOptions): Promise<RunningServices> {
  const state = options.data === undefined ? openMemoryState() : openStateFolder(options.data);
  try {
    const host = await openHost(options, state);
    return {
      port: host.port,
      news: { url: `${host.url}/news`, key: KEYS.news },
      events: { url: `${host.url}/events`, key: KEYS.events },
      jobs: { url: `${host.url}/jobs`, prefix: JOBS_PREFIX, key: KEYS.jobs },
      async close() {
        await host.close();
        state.close();
      },
    };
  } catch (thrown) {
    state.close();
    throw thrown;
  }
}

async function openHost(options: ServicesOptions, state: StateFolder): Promise<Host> {
  const { clock, log } = options;
  const usage = trackUsage({ clock, state });
  const corpus = await corpusOf(options);
  const library = openLibrary(corpus);
  const sender = createHttpSender(options);
  const deps = { ...options, state, usage, corpus } satisfies Omit<ServiceDeps, 'keys'>;
  const extraction = createExtractionService({
    ...deps,
    clock: systemTimers(clock),
    keys: accountKeys([...options.plan.extraction.accounts, OWNER]),
    articles: articleIndexOf(library, clock),
    send: sender.send,
    settings: { ...options.extraction, prefix: JOBS_PREFIX, allowLoopback: options.allowLoopback },
  });
  const services = [
    extraction,
    createNewsService({ ...deps, library, keys: singleKey({ header: 'x-api-token', key: KEYS.news }) }),
    createEventsService({ ...deps, keys: singleKey({ header: 'x-api-token', key: KEYS.events }) }),
  ];
  await extraction.resume();
  const host = await hostServices(services, { ...options, usage });
  const events = corpus.events.length === 0 ? 'the events in them' : `${corpus.events.length} events`;
  log(`${corpus.articles.length} articles and ${events} are served at ${host.url}`);
  return {
    ...host,
    async close() {
      await host.close();
      await sender.close();
    },
  };
}

/** The files of a corpus, or the generated sample, which reaches some hours ahead of now. */
async function corpusOf(options: ServicesOptions): Promise<Corpus> {
  const { corpus: files, shiftToNow, strict, clock, onProgress, log } = options;
  const now = clock.now();
  if (files.length === 0) {
    const articles = sampleArticles({ now }).map((record, index) =>
      corpusArticle(record, `sample article ${index}`),
    );
    return { articles, events: [] };
  }
  const reading = { shiftToNow, now, ...(onProgress && { onProgress }) };
  const corpus = strict
    ? { ...(await loadCorpus(files, reading)), notes: [] }
    : await skimCorpus(files, reading);
  for (const note of [...corpus.notes, ...rankNotes(corpus)]) log(note);
  return corpus;
}

/** A search finds articles of ranked outlets only, unless it says otherwise (news service, ranked_only). */
function rankNotes({ articles }: Corpus): string[] {
  if (articles.length === 0 || articles.some(({ record }) => typeof record.rank === 'number')) return [];
  return [
    'No article of the corpus has a rank. Searches have ranked_only: true by default, which finds none of them. Write ranked_only: false in the queries, or give the articles a rank.',
  ];
}
