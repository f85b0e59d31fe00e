import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localCredentials } from '../../infra/local/aws/local-account.ts';
import { startTableEngine } from '../../infra/local/aws/table/start-table-engine.ts';
import { compileWatches } from '../../infra/watches-file/compile-watches.ts';
import { dynamoTable } from '../../shared/aws/dynamo/dynamo-table.ts';
import type { Alert } from '../../shared/domain/alerts/alert.ts';
import type { Channel } from '../../shared/domain/channels/channel.ts';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { newsIn } from '../../shared/domain/stories/news-to-reader.ts';
import {
  addToStory,
  beginPart,
  likestStory,
  openStories,
  setStory,
} from '../../shared/domain/stories/open-stories.ts';
import { articleOf, withNotified } from '../../shared/domain/stories/open-story.ts';
import type { StoryRecord } from '../../shared/domain/stories/story.ts';
import { DAY, dayOf, type Instant, MINUTE, type Window } from '../../shared/domain/time/instant.ts';
import type { Watch } from '../../shared/domain/watches/watch.ts';
import { runWatch } from '../../shared/use-cases/collect/run-watch.ts';
import { engineProxy } from '../ports/engine-proxy.ts';
import { aChannel, aFinding, aWatch, NOON } from '../ports/examples.ts';
import {
  heldClock,
  memoryDecideQueue,
  memoryQueue,
  memoryRaw,
  memorySource,
} from '../ports/memory-services.ts';
import { type MemoryStore, memoryStore, wholeStore } from '../store/memory-store.ts';
import { memoryWorkflow } from '../ports/memory-workflow.ts';
import { tableSpec } from '../ports/table-spec.ts';
import { processorSeconds } from '../processor-time.ts';
import { decidedOf, decideOrdered } from '../shared/use-cases/decide-ordered.ts';
import {
  inHalf,
  type Labelled,
  newsOf,
  overDays,
  overHours,
  type StoryCase,
  storyCases,
} from './labelled-news.ts';
import { type Figure, printFigures } from './report.ts';

// What a watch tells of real headlines and of invented cases, held against what they truly tell; and what a new finding
// costs.

const COUNT = 1_000;
const OPEN = 500;
const FILES = {
  headlines: '../shared/data/news-stories.ndjson',
  events: '../shared/data/news-events-text.ndjson',
  /** Of one outlet over years: few tell one story. */
  alone: '../shared/data/news-authors.ndjson',
};
const PERSON = /trump/i;

/** A watch that asks for nothing in particular, and one that is told the first article of each story alone. */
const TOLD = { query: { q: '*' }, alert: { when: 'story', channel: 'press-team' } } as const;
const WATCH = aWatch({ ...TOLD, alert: { ...TOLD.alert, developments: 'off' } });

/** A watch and its channels over a corpus and a store. */
async function opened(
  store: Omit<MemoryStore, 'table'>,
  findings: readonly Finding[],
  { watch = WATCH, channels = [aChannel()] }: { watch?: Watch; channels?: readonly Channel[] } = {},
) {
  const clock = heldClock(NOON);
  const source = memorySource(
    findings.map((finding) => ({ finding })),
    clock,
  );
  const queues = { queue: memoryQueue(), decideQueue: memoryDecideQueue() };
  const ports = { ...store, ...queues, clock, source, raw: memoryRaw(), workflow: memoryWorkflow() };
  await store.definitions.putWatch(watch);
  for (const channel of channels) await store.definitions.putChannel(channel);
  /** A run, and all that is decided after it. */
  const run = async () => {
    const order = { watchId: watch.id, scheduledFor: clock.now(), track: 'live', continuation: 0 } as const;
    const call = { owner: `message-${clock.now()}`, deadline: clock.now() + 14 * MINUTE };
    const { new: found } = await runWatch(order, ports, call);
    return { found, alerts: decidedOf(await decideOrdered(ports), watch.id).alerts };
  };
  return { clock, run };
}

/** How a watch is run. */
interface Life {
  watch?: Watch;
  channels?: readonly Channel[];
  every: number;
  span: Window;
}

/** Runs a watch through a span, and gives back its alerts on stories, in order, and the stories. */
async function watched(findings: readonly Finding[], { every, span, ...given }: Life) {
  const store = memoryStore();
  const { clock, run } = await opened(store, findings, given);
  for (clock.at = span.from; clock.at <= span.to; clock.at += every) await run();
  const days = Array.from({ length: Math.ceil((span.to - span.from) / DAY) + 2 }, (_, n) =>
    dayOf(span.from + n * DAY),
  );
  const alerts = (await Promise.all(days.map((day) => store.alerts.madeOn(day, 100_000)))).flat();
  const made = (await Promise.all(days.map((day) => store.stories.madeOn(day, { limit: 100_000 })))).flat();
  const onStories = alerts.flatMap(({ alert }) => (alert.occasion.type === 'story' ? alert : []));
  return { alerts: onStories.toSorted((a, b) => a.createdAt - b.createdAt), stories: made };
}

/** A watch runs so often. */
const RUN_EVERY = 15 * MINUTE;

/** A watch over all articles of a labelled set, in the order in which they are indexed. */
function watchedSet(labelled: readonly Labelled[], watch = WATCH) {
  const times = labelled.map(({ finding }) => finding.indexedAt);
  const span = { from: Math.min(...times), to: Math.max(...times) + 2 * RUN_EVERY };
  return watched(
    labelled.map(({ finding }) => finding),
    { watch, every: RUN_EVERY, span },
  );
}

const percent = (part: number, whole: number) => (100 * part) / Math.max(1, whole);

async function setFigures(
  name: string,
  { labelled, watch = WATCH, aims }: { labelled: readonly Labelled[]; watch?: Watch; aims: Aims },
): Promise<Figure[]> {
  if (labelled.length === 0) return [];
  const { alerts, stories } = await watchedSet(labelled, watch);
  const truth = new Map(labelled.map((one) => [one.finding.fingerprint, one.truth]));
  const truths = new Set(truth.values());
  const mixed = new Set(stories.filter((one) => truthsIn(one, truth).size > 1).map(({ id }) => id));
  const led = new Set(alerts.map(({ items: [item] }) => truth.get(item?.fingerprint ?? '')));
  const ofMixed = alerts.filter(({ story }) => mixed.has(story?.id ?? ''));
  return [
    { name: `${name}: alerts a true story`, value: alerts.length / truths.size, unit: '', aim: aims.alerts },
    {
      name: `${name}: alerts mixed`,
      value: percent(ofMixed.length, alerts.length),
      unit: '%',
      aim: aims.mixed,
    },
    { name: `${name}: stories mixed`, value: percent(mixed.size, stories.length), unit: '%' },
    {
      name: `${name}: true stories that lead an alert`,
      value: percent(led.size, truths.size),
      unit: '%',
      aim: 98,
      atLeast: true,
    },
    { name: `${name}: BCubed F1`, value: bcubed(stories, truth), unit: '' },
  ];
}

interface Aims {
  alerts: number;
  mixed: number;
}

function truthsIn({ articles }: StoryRecord, truth: ReadonlyMap<string, string>): Set<string | undefined> {
  return new Set(articles.map(({ fingerprint }) => truth.get(fingerprint)));
}

/** The harmonic mean of precision and recall, each the mean over all articles (Bagga and Baldwin, 1998). */
function bcubed(stories: readonly StoryRecord[], truth: ReadonlyMap<string, string>): number {
  const sizes = new Map<string, number>();
  for (const one of truth.values()) sizes.set(one, (sizes.get(one) ?? 0) + 1);
  let [precision, recall, count] = [0, 0, 0];
  for (const { articles } of stories) {
    const groups = Map.groupBy(articles, ({ fingerprint }) => truth.get(fingerprint) ?? '');
    for (const [of, { length }] of groups) {
      precision += (length * length) / articles.length;
      recall += (length * length) / (sizes.get(of) ?? 1);
      count += length;
    }
  }
  return (2 * precision * recall) / (precision + recall) / count;
}

/** Both halves of the headlines, each true story over hours among the others, and of the events, with developments. */
async function heldAgainstTruth(): Promise<Figure[]> {
  const [headlines, events] = [newsOf(FILES.headlines, WATCH), newsOf(FILES.events, WATCH)];
  const figures: Figure[] = [];
  for (const [half, name] of ['first half', 'second half'].entries()) {
    const over = { labelled: overHours(inHalf(headlines, half)), aims: { alerts: 8, mixed: 5 } };
    const ofEvents = { labelled: overDays(inHalf(events, half)), aims: { alerts: 1.3, mixed: 3 } };
    figures.push(
      ...(await setFigures(`headlines over hours, ${name}`, over)),
      ...(await setFigures(`events with text, ${name}`, { ...ofEvents, watch: aWatch(TOLD) })),
    );
  }
  return figures;
}

/** Headlines on one and the same person, which tell different stories, five minutes after each other. */
async function onOnePerson(): Promise<Figure[]> {
  const rows = newsOf(FILES.alone, WATCH).filter(({ finding }) => PERSON.test(finding.title));
  if (rows.length === 0) return [];
  const apart = rows.map(({ finding, truth }, n) => {
    const indexedAt = NOON + n * 5 * MINUTE;
    return { truth, finding: { ...finding, indexedAt, publishedAt: indexedAt, snippet: '', copies: [] } };
  });
  const { alerts } = await watchedSet(apart, { ...WATCH, query: { q: 'Trump' } });
  const share = percent(alerts.length, apart.length);
  return [{ name: 'headlines on one person: told', value: share, unit: '%', aim: 95, atLeast: true }];
}

/** What was told in a case. */
interface Judged {
  wanted: number;
  inTime: number;
  bySecond: number;
  alerts: number;
  repeats: number;
  mixed: number;
  isRight: boolean;
}

/** A development is told in time within half an hour of its first article, or of its second outlet. */
const IN_TIME = 30 * MINUTE;

async function judgedCase(one: StoryCase): Promise<Judged> {
  const compiled = compileWatches(one.watches, { file: 'watches.yaml', now: one.from });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const { channels, watches } = compiled.desired;
  const [watch] = watches;
  if (!watch) throw new Error(`${one.name} has no watch`);
  const findings = newsOf(one.articles, watch).map(({ finding }) => finding);
  const { alerts, stories } = await watched(findings, { watch, channels, every: 5 * MINUTE, span: one });
  const truth = new Map(
    Object.entries(one.stories).flatMap(([of, ids]) => ids.map((id) => [id, of] as const)),
  );
  const developments = new Map(one.developments.flatMap((ids, n) => ids.map((id) => [id, n] as const)));
  const mixedIds = new Set(stories.filter((story) => known(truthsIn(story, truth)) > 1).map(({ id }) => id));
  const told = new Map<number, Instant>();
  const faults: string[] = [];
  const news = alerts.filter((alert) => !isClimb(alert));
  for (const { createdAt, items, story } of news) {
    const id = items[0]?.fingerprint ?? '';
    const development = developments.get(id);
    if (development === undefined || told.has(development)) faults.push(`repeat: ${items[0]?.title}`);
    else told.set(development, createdAt);
    if (mixedIds.has(story?.id ?? '')) faults.push(`mixed: ${items[0]?.title}`);
  }
  const count = (kind: string) => faults.filter((fault) => fault.startsWith(kind)).length;
  const [repeats, mixed] = [count('repeat'), count('mixed')];
  for (const { development, by } of one.alerts)
    if ((told.get(development) ?? Infinity) > by) faults.push(`late: ${one.developments[development]?.[0]}`);
  for (const { to, never, by = Infinity } of one.severity ?? []) {
    const isReached = alerts.some(({ severity, createdAt }) => severity === (to ?? never) && createdAt <= by);
    if (isReached !== (to !== undefined)) faults.push(`severity ${to ?? never}`);
  }
  if (faults.length > 0) process.stderr.write(`${one.name}\n${faults.map((line) => `  ${line}\n`).join('')}`);
  const bySecond = one.alerts.filter(
    ({ development, by, second_outlet: second = by - IN_TIME }) =>
      (told.get(development) ?? Infinity) <= second + IN_TIME,
  ).length;
  return {
    wanted: one.alerts.length,
    inTime: one.alerts.length - count('late'),
    bySecond,
    alerts: news.length,
    repeats,
    mixed,
    isRight: faults.length === 0,
  };
}

const known = (values: ReadonlySet<string | undefined>) =>
  [...values].filter((one) => one !== undefined).length;
const isClimb = ({ raised }: Alert) => raised?.after !== undefined;

/** The invented cases. What is wrong in each is listed on stderr. */
async function caseFigures(): Promise<Figure[]> {
  const judged: Judged[] = [];
  for (const one of storyCases()) judged.push(await judgedCase(one));
  if (judged.length === 0) return [];
  const sum = (of: (one: Judged) => number) => judged.reduce((total, one) => total + of(one), 0);
  const [wanted, alerts] = [sum((one) => one.wanted), sum((one) => one.alerts)];
  const share = (name: string, of: (one: Judged) => number, whole: number) => ({
    name: `cases: ${name}`,
    value: percent(sum(of), whole),
    unit: '%',
  });
  return [
    { ...share('told within 30 minutes', (one) => one.inTime, wanted), aim: 92, atLeast: true },
    share('told within 30 minutes of the second outlet', (one) => one.bySecond, wanted),
    { ...share('alerts that repeat', (one) => one.repeats, alerts), aim: 12 },
    { ...share('alerts mixed', (one) => one.mixed, alerts), aim: 4 },
    {
      name: `cases: right of ${judged.length}`,
      value: judged.filter(({ isRight }) => isRight).length,
      unit: '',
      aim: 26,
      atLeast: true,
    },
  ];
}

/** What the table is asked for each of many new findings. */
async function cost(name: string, findings: readonly Finding[]): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const engine = await startTableEngine({ folder, tables: [tableSpec('table')] });
  const proxy = await engineProxy(engine.url);
  const client = new DynamoDBClient({ ...localCredentials, endpoint: proxy.url, maxAttempts: 1 });
  const { run } = await opened(wholeStore(dynamoTable(client, 'table')), findings);
  proxy.passages.length = 0;
  const began = performance.now();
  const outcome = await run();
  const each = (performance.now() - began) / outcome.found;
  const counts = Map.groupBy(proxy.passages, ({ action }) => action);
  client.destroy();
  await proxy.close();
  await engine.stop();
  await rm(folder, { recursive: true });
  return [
    { name: `${name}: requests for a finding`, value: proxy.passages.length / outcome.found, unit: '' },
    ...Array.from(counts, ([action, { length }]) => ({
      name: `${name}: of these ${action}`,
      value: length / outcome.found,
      unit: '',
    })),
    { name: `${name}: alerts`, value: outcome.alerts, unit: '' },
    { name: `${name}: time for a finding`, value: each, unit: 'ms' },
  ];
}

/** A run finds so many new articles together. */
const TOGETHER = 10;

/** The time of the processor to find the story of a headline among the open ones of a watch, and whether it is news. */
function timeToCompare(): Figure[] {
  const rows = newsOf(FILES.headlines, WATCH).slice(0, 4 * OPEN);
  if (rows.length === 0) return [];
  const articles = overHours(rows).map(({ finding }) => articleOf(finding));
  const open = openStories([]);
  const channel = 'press-team';
  for (const [n, article] of articles.slice(0, 3 * OPEN).entries()) {
    const id = `story-${n % OPEN}`;
    addToStory(open, article, { id });
    const story = open.stories.get(id);
    if (story) setStory(open, withNotified(story, channel, { severity: 'info', at: article.at }));
  }
  const further = articles.slice(3 * OPEN);
  const seconds = processorSeconds(() => {
    for (const [n, article] of further.entries()) {
      if (n % TOGETHER === 0) beginPart(open, new Set());
      const like = likestStory(open, article, { width: 'normal' });
      if (like) newsIn(open, { story: like.story, headline: article, channel }, CONFIRMED);
    }
  });
  const name = `a finding among ${OPEN} open stories, ${TOGETHER} at once: processor time`;
  return [{ name, value: (1_000 * seconds) / further.length, unit: 'ms', aim: 0.2 }];
}

const CONFIRMED = { developments: 'confirmed', notifiesQuiet: false } as const;

const TEXT =
  'Acme Corp told its customers on Friday that the plant in Leipzig stays open, and that orders are met. ';
const WORDS = 'abcdefghijklmnopqrstuvwxyz';
/** A word of six letters for a number, another one for each. */
const wordOf = (n: number): string =>
  Array.from({ length: 6 }, (_, at) => WORDS[Math.floor((n * 7_919 + at * n * 31) / 5 ** at) % 26]).join('');
const distinct = Array.from({ length: COUNT }, (_, n) => {
  const words = Array.from({ length: 60 }, (_word, at) => wordOf(n * 61 + at));
  return aFinding(n, {
    title: words.slice(0, 8).join(' '),
    snippet: words.join(' '),
    indexedAt: NOON - 60 * MINUTE + n * 1_000,
  });
});
const copies = distinct.map((finding, n) => {
  const report = Math.floor(n / 20);
  const { title = '' } = distinct[report] ?? {};
  const outlet = { domain: `outlet-${n}.example` };
  return { ...finding, title, snippet: `${title} ${TEXT.repeat(8)}`, outlet };
});

printFigures([
  ...timeToCompare(),
  ...(await caseFigures()),
  ...(await heldAgainstTruth()),
  ...(await onOnePerson()),
  ...(await cost('1,000 different findings', distinct)),
  ...(await cost('1,000 findings, 20 copies each', copies)),
]);
