import { setImmediate as nextTurn } from 'node:timers/promises';
import { UNRANKED } from '../../../shared/domain/findings/finding.ts';
import { cleanLines } from '../../../shared/domain/text/clean-text.ts';
import type { OpenPort } from '../serve-app.ts';
import { createEventsService } from './events/service.ts';
import { createExtractionService } from './extraction/service.ts';
import type { ExtractionSettings } from './extraction/settings.ts';
import { createHttpSender } from './extraction/webhooks/dispatcher.ts';
import type { Clock } from './kit/clock.ts';
import { type Corpus, corpusArticle, loadCorpus, skimCorpus } from './kit/corpus/corpus.ts';
import { openFiling } from './kit/corpus/filed-articles.ts';
import type { Faults } from './kit/faults.ts';
import { labelsOf } from './kit/labels.ts';
import { hostServices } from './kit/http/host-services.ts';
import type { LocalService } from './kit/http/local-service.ts';
import { type Account, accountKeys, type Plan, singleKey } from './kit/plan.ts';
import type { ServiceDeps } from './kit/service-deps.ts';
import { openMemoryState, openStateFolder, type StateFolder } from './kit/state-folder.ts';
import { trackUsage, type Usage } from './kit/usage.ts';
import { givenNames } from './news/analyst.ts';
import type { Column } from './news/library/columns.ts';
import { type Entry, headlineOfEntry } from './news/library/entry.ts';
import { buildLibrary, type Library, sortHits } from './news/library/library.ts';
import { sampleArticles } from './news/sample-corpus.ts';
import { createNewsService } from './news/service.ts';
import { createWorldService } from './world/service.ts';
import { addressesBelow, JOBS_PREFIX, KEYS, type ServiceAddresses } from './service-addresses.ts';
import {
  type ArticleIndex,
  type SendOutbound,
  type SourceArticle,
  systemTimers,
} from './extraction/ports.ts';

export interface ServicesOptions {
  /** 0 picks a free port. A port that is open already is served, and closed in the end. */
  port: number | OpenPort;
  /** NDJSON files; none: the generated sample. */
  corpus: readonly string[];
  /** Moves all dates of the corpus, so that the newest line is of now. */
  shiftToNow: boolean;
  /** True: a line of the corpus that cannot be used refuses the start. Otherwise it is skipped and reported. */
  strict?: boolean;
  /** The folder for what must survive a restart; left out: it ends with the process. */
  data?: string | undefined;
  plan: Plan;
  faults: Faults;
  /** Webhooks may go to this machine, and without https. */
  allowLoopback: boolean;
  /**
   * What differs from the extraction service's own settings: `{ walk: { by: 'call' } }` lets jobs step at each poll.
   */
  extraction?: Partial<ExtractionSettings>;
  clock: Clock;
  /** Makes a UUID. */
  newId: () => string;
  /** Takes a line for people: what is served, and unexpected exceptions. */
  log: (line: string) => void;
  /** Called now and then with the number of lines read so far. */
  onProgress?: (lines: number) => void;
}

export interface RunningServices extends ServiceAddresses {
  port: number;
  close(): Promise<void>;
}

export interface OpenServices extends RunningServices {
  /** When the corpus is loaded. Fails when it cannot be read. */
  loaded: Promise<void>;
}

/** The one person with an account at the extraction service, in one organization. */
const OWNER: Account = {
  email: 'owner@acme.example',
  organizations: ['acme'],
  keys: [{ key: KEYS.jobs, organization: 'acme', active: true }],
};

/**
 * Starts the three upstream services, and the archive of the world's news, below one port of the loopback.
 *
 * @throws SettingsError when the data folder is in use, CorpusError for a corpus that cannot be read, and the
 *   system's error when the port is taken.
 */
export async function startServices(options: ServicesOptions): Promise<RunningServices> {
  const services = await openServices(options);
  try {
    await services.loaded;
    return services;
  } catch (thrown) {
    await services.close();
    throw thrown;
  }
}

/** As `startServices`, but before the corpus is loaded: requests wait for it. */
export async function openServices(options: ServicesOptions): Promise<OpenServices> {
  const { clock, log, onProgress } = options;
  const state = options.data === undefined ? openMemoryState() : openStateFolder(options.data);
  const usage = trackUsage({ clock, state });
  const sender = createHttpSender(options);
  const services = Promise.withResolvers<readonly LocalService[]>();
  const stopping = new AbortController();
  let lines = 0;
  const progress = () => `The corpus is being loaded: ${lines.toLocaleString('en')} lines are read.`;
  const host = await hostServices(services.promise, { ...options, usage, progress }).catch(
    (refused: unknown) => {
      state.close();
      throw refused;
    },
  );
  const load = async () => {
    const loaded = await loadLibrary({ ...options, onProgress: (read) => onProgress?.((lines = read)) });
    stopping.signal.throwIfAborted();
    services.resolve(await servicesOver(loaded, { ...options, state, usage, send: sender.send }));
    const { articles, events } = loaded.corpus;
    const found = events.length === 0 ? 'the events in them' : `${events.length} events`;
    log(`${articles.length} articles and ${found} are served at ${host.url}`);
  };
  const loaded = load();
  loaded.catch(services.reject);
  return {
    port: host.port,
    ...addressesBelow(host.url),
    loaded,
    async close() {
      stopping.abort();
      await host.close();
      await sender.close();
      state.close();
    },
  };
}

async function servicesOver(
  { corpus, library }: Loaded,
  given: ServicesOptions & { state: StateFolder; usage: Usage; send: SendOutbound },
): Promise<LocalService[]> {
  const { clock, plan, allowLoopback, extraction: settings } = given;
  const deps = { ...given, corpus } satisfies Omit<ServiceDeps, 'keys'>;
  const extraction = createExtractionService({
    ...deps,
    clock: systemTimers(clock),
    keys: accountKeys([...plan.extraction.accounts, OWNER]),
    articles: articleIndexOf(library, clock),
    settings: { ...settings, prefix: JOBS_PREFIX, allowLoopback },
  });
  await extraction.resume();
  return [
    extraction,
    createNewsService({ ...deps, library, keys: singleKey({ header: 'x-api-token', key: KEYS.news }) }),
    createEventsService({ ...deps, keys: singleKey({ header: 'x-api-token', key: KEYS.events }) }),
    createWorldService({ library, clock }),
  ];
}

/** What the services answer from. */
interface Loaded {
  corpus: Corpus;
  library: Library;
}

/** So many articles, about 20 ms of work, are added before requests get a turn. */
const TURN = 100;

/** The files of a corpus, or the generated sample, which reaches some hours ahead of now, with their library. */
async function loadLibrary(options: ServicesOptions): Promise<Loaded> {
  const { notes, ...corpus } = await corpusOf(options);
  const builder = buildLibrary();
  for (const [at, article] of corpus.articles.entries()) {
    if (at % TURN === 0) await nextTurn();
    builder.add(article);
  }
  const library = builder.done();
  for (const note of [...notes, ...rankNotes(library)]) options.log(note);
  return { corpus, library };
}

async function corpusOf(options: ServicesOptions): Promise<Corpus & { notes: readonly string[] }> {
  const { corpus: files, shiftToNow, strict, clock, onProgress } = options;
  const now = clock.now();
  if (files.length === 0) {
    const filing = openFiling();
    for (const [at, record] of sampleArticles({ now }).entries()) {
      filing.add(corpusArticle(record, `sample article ${at}`), JSON.stringify(record));
    }
    const articles = filing.articles(0, (record) => record);
    return { articles, events: [], notes: [] };
  }
  const reading = { shiftToNow, now, ...(onProgress && { onProgress }) };
  return strict ? { ...(await loadCorpus(files, reading)), notes: [] } : skimCorpus(files, reading);
}

/** A search finds articles of ranked outlets only, unless it says otherwise (news service, ranked_only). */
function rankNotes({ entries }: Library): string[] {
  if (entries.length === 0 || entries.some(({ rank }) => rank !== UNRANKED)) return [];
  return [
    'No article of the corpus has a rank. Searches have ranked_only: true by default, which finds none of them. Write ranked_only: false in the queries, or give the articles a rank.',
  ];
}

const COLUMNS: readonly Column[] = ['title', 'content'];

/**
 * The library of the news service as the extraction service searches it: by title and text, best matches first, never
 * an article that the clock has not reached.
 */
export function articleIndexOf(library: Library, clock: Clock): ArticleIndex {
  return {
    async find(node, { from, to, domains, limit }) {
      const now = clock.now();
      const query = { node, columns: COLUMNS };
      const isWanted = ({ visibleAt, domain }: Entry) =>
        from <= visibleAt && visibleAt < to && visibleAt <= now && (domains?.includes(domain) ?? true);
      const hits = sortHits(library.find({ query, keep: isWanted }), 'relevancy');
      return hits.slice(0, limit).map(({ entry }) => sourceArticle(entry));
    },
  };
}

function sourceArticle(entry: Entry): SourceArticle {
  const { id, record, link, publishedAt, visibleAt, domain } = entry;
  const { story, facts } = labelsOf(record);
  const [people, places, organizations] = ['ner_PER', 'ner_LOC', 'ner_ORG'].map((key) =>
    givenNames(record, key)?.map((name) => name.entity_name),
  );
  return {
    id,
    title: headlineOfEntry(entry),
    link,
    publishedAt,
    discoveredAt: visibleAt,
    domain,
    sourceName: record.name_source ?? undefined,
    description: cleanLines(record.description ?? '') || undefined,
    content: cleanLines(record.content ?? '') || undefined,
    story,
    facts,
    names: people && places && organizations && { people, places, organizations },
  };
}
