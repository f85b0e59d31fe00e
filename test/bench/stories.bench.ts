import { compileWatches } from '../../infra/watches-file/compile-watches.ts';
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
import { aChannel, aWatch, NOON } from '../ports/examples.ts';
import {
  heldClock,
  memoryDecideQueue,
  memoryQueue,
  memoryRaw,
  memorySource,
} from '../ports/memory-services.ts';
import { memoryStore } from '../store/memory-store.ts';
import { memoryWorkflow } from '../ports/memory-workflow.ts';
import { processorSeconds } from '../processor-time.ts';
import { decideOrdered } from '../shared/use-cases/decide-ordered.ts';
import {
  halfOf,
  inHalf,
  type Labelled,
  newsOf,
  overDays,
  overHours,
  type StoryCase,
  storyCases,
} from './labelled-news.ts';
import { type Figure, printFigures } from './report.ts';

// What a watch tells of real headlines and of invented cases, held against what they truly tell; and the time of the
// processor for a finding.

const OPEN = 500;
const FILES = {
  headlines: '../shared/data/news-stories.ndjson',
  events: '../shared/data/news-events-text.ndjson',
  /** Of one outlet over years: few tell one story. */
  alone: '../shared/data/news-authors.ndjson',
};
const PERSON = /trump/i;

const HALVES = ['first half', 'second half'];

/** A watch that asks for nothing in particular, and one that is told the first article of each story alone. */
const TOLD = { query: { q: '*' }, alert: { when: 'story', channel: 'press-team' } } as const;
const WATCH = aWatch({ ...TOLD, alert: { ...TOLD.alert, developments: 'off' } });

/** How a watch is run. */
interface Life {
  watch?: Watch;
  channels?: readonly Channel[];
  every: number;
  span: Window;
}

/** Runs a watch through a span, and gives back its alerts on stories, in order, and the stories. */
async function watched(
  findings: readonly Finding[],
  { watch = WATCH, channels = [aChannel()], every, span }: Life,
) {
  const store = memoryStore();
  const clock = heldClock(NOON);
  const source = memorySource(
    findings.map((finding) => ({ finding })),
    clock,
  );
  const queues = { queue: memoryQueue(), decideQueue: memoryDecideQueue() };
  const ports = { ...store, ...queues, clock, source, raw: memoryRaw(), workflow: memoryWorkflow() };
  await store.definitions.putWatch(watch);
  for (const channel of channels) await store.definitions.putChannel(channel);
  for (clock.at = span.from; clock.at <= span.to; clock.at += every) {
    const order = { watchId: watch.id, scheduledFor: clock.now(), track: 'live', continuation: 0 } as const;
    await runWatch(order, ports, { owner: `message-${clock.now()}`, deadline: clock.now() + 14 * MINUTE });
    await decideOrdered(ports);
  }
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
    const labelled = articles.filter(({ fingerprint }) => truth.has(fingerprint));
    const groups = Map.groupBy(labelled, ({ fingerprint }) => truth.get(fingerprint) ?? '');
    for (const [of, { length }] of groups) {
      precision += (length * length) / labelled.length;
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
  for (const [half, name] of HALVES.entries()) {
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
  /** Of its articles. */
  isEnglish: boolean;
  stories: number;
  mixedStories: number;
  f1: number;
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
    isEnglish: findings[0]?.language === 'en',
    stories: stories.length,
    mixedStories: mixedIds.size,
    f1: bcubed(stories, truth),
  };
}

const known = (values: ReadonlySet<string | undefined>) =>
  [...values].filter((one) => one !== undefined).length;
const isClimb = ({ raised }: Alert) => raised?.after !== undefined;

/** Both halves of the invented cases, and their grouping by language. What is wrong in each is listed on stderr. */
async function caseFigures(): Promise<Figure[]> {
  const judged: (Judged & { half: number })[] = [];
  for (const one of storyCases()) judged.push({ ...(await judgedCase(one)), half: halfOf(one.name) });
  if (judged.length === 0) return [];
  return [
    ...HALVES.flatMap((name, half) =>
      alertsOfCases(
        name,
        judged.filter((one) => one.half === half),
      ),
    ),
    ...groupingOfCases(
      'in English',
      judged.filter(({ isEnglish }) => isEnglish),
    ),
    ...groupingOfCases(
      'in other languages',
      judged.filter(({ isEnglish }) => !isEnglish),
    ),
  ];
}

const sumOf = (cases: readonly Judged[], of: (one: Judged) => number) =>
  cases.reduce((total, one) => total + of(one), 0);

function alertsOfCases(half: string, cases: readonly Judged[]): Figure[] {
  const [wanted, alerts] = [sumOf(cases, (one) => one.wanted), sumOf(cases, (one) => one.alerts)];
  const share = (name: string, of: (one: Judged) => number, whole: number) => ({
    name: `cases, ${half}: ${name}`,
    value: percent(sumOf(cases, of), whole),
    unit: '%',
  });
  return [
    { ...share('told within 30 minutes', (one) => one.inTime, wanted), aim: 92, atLeast: true },
    share('told within 30 minutes of the second outlet', (one) => one.bySecond, wanted),
    { ...share('alerts that repeat', (one) => one.repeats, alerts), aim: 12 },
    { ...share('alerts mixed', (one) => one.mixed, alerts), aim: 4 },
    { ...share('right', (one) => (one.isRight ? 1 : 0), cases.length), aim: 63, atLeast: true },
  ];
}

function groupingOfCases(language: string, cases: readonly Judged[]): Figure[] {
  const mixed = percent(
    sumOf(cases, (one) => one.mixedStories),
    sumOf(cases, (one) => one.stories),
  );
  return [
    { name: `cases ${language}: stories mixed`, value: mixed, unit: '%', aim: 7 },
    {
      name: `cases ${language}: BCubed F1`,
      value: sumOf(cases, (one) => one.f1) / cases.length,
      unit: '',
      aim: 0.9,
      atLeast: true,
    },
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

printFigures([
  ...timeToCompare(),
  ...(await caseFigures()),
  ...(await heldAgainstTruth()),
  ...(await onOnePerson()),
]);
