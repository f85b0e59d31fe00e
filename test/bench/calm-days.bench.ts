import { stringify } from 'yaml';
import type { SentMessage } from '../../infra/cli/replay/compare-sent.ts';
import type { RunningServices } from '../../infra/local/services/start-services.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { compileWatches } from '../../infra/watches-file/compile-watches.ts';
import type { Finding } from '../../shared/domain/findings/finding.ts';
import { dayOf, type Instant, MINUTE } from '../../shared/domain/time/instant.ts';
import { livedThrough, onPollDays, POLL_DAYS, storiesMade } from './poll-days.ts';
import { type Figure, printFigures } from './report.ts';

// Brands on the four days that a real poller saw, with severity as the one dial: stories climb with their outlets, and
// what is below `warning` waits for a brief. The use-cases of a stack live through the days on a virtual clock.
// Counted are the messages that are sent at once, and how late a story is sent that has reached ten outlets: a story
// as the stack has grouped it, and one that a person has read out of the titles.

const OUTLETS = 10;

interface Case {
  brand: string;
  joining: 'normal' | 'loose';
  /** Titles that report one story, by reading: the stack may have grouped it into several. */
  reports?: RegExp;
}

const CASES: readonly Case[] = [
  { brand: 'Macron', joining: 'normal', reports: /macron.*(\bwins?\b|re-?elect|defeat|victory)/i },
  { brand: 'Covid', joining: 'normal' },
  { brand: 'Twitter', joining: 'normal' },
  { brand: 'IPL', joining: 'loose' },
];

/** The articles of these days have no rank, so the rules ask for outlets alone. */
function desiredOf({ brand, joining }: Case) {
  const file = stringify({
    defaults: { timezone: 'Europe/Paris', schedule: 'rate(15 minutes)' },
    operators: { email: ['ops@acme.example'] },
    channels: {
      press: { email: ['press@acme.example'], now: 'warning', brief: 'cron(0 8,17 ? * * *)' },
      duty: { sms: ['+33600000000'], min_severity: 'critical' },
    },
    watches: {
      news: {
        kind: 'search',
        query: { q: brand, ranked_only: false },
        severity: 'info',
        first_run: 'tell',
        stories: joining,
        raise: [
          { to: 'warning', outlets: 3 },
          { to: 'critical', outlets: OUTLETS },
        ],
        alert: { when: 'story', channels: ['press', 'duty'] },
      },
    },
  });
  const compiled = compileWatches(file, { file: 'watches.yaml', now: POLL_DAYS.from });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.desired;
}

/** A story, and when its tenth outlet was seen. */
interface LargeStory {
  title: string;
  fingerprints: ReadonlySet<string>;
  reachedAt: Instant;
}

function largeStoryOf(title: string, articles: readonly Finding[]): LargeStory[] {
  const outlets = new Set<string>();
  const reachedAt = articles
    .toSorted((a, b) => a.indexedAt - b.indexedAt)
    .find(({ outlet }) => outlet && outlets.add(outlet.domain).size === OUTLETS)?.indexedAt;
  const fingerprints = new Set(articles.map(({ fingerprint }) => fingerprint));
  return reachedAt === undefined ? [] : [{ title, fingerprints, reachedAt }];
}

/** The stories of the stack. */
async function groupedStories(store: MemoryStore, found: readonly Finding[]): Promise<LargeStory[]> {
  const made = await storiesMade(store);
  return made.flatMap(({ title, articles }) => {
    const members = new Set(articles.map(({ fingerprint }) => fingerprint));
    return largeStoryOf(
      title,
      found.filter(({ fingerprint }) => members.has(fingerprint)),
    );
  });
}

/**
 * How long after its tenth outlet a story was first among the messages at once, in milliseconds; 0 where it was
 * before.
 */
function lateness(
  { title, fingerprints, reachedAt }: LargeStory,
  { atOnce, least }: { atOnce: readonly SentMessage[]; least: 'warning' | 'critical' },
): number {
  const messages = atOnce.filter(({ alerts }) =>
    alerts.some(
      ({ severity, items }) =>
        (severity === 'critical' || severity === least) &&
        items.some(({ fingerprint }) => fingerprints.has(fingerprint)),
    ),
  );
  const first = Math.min(...messages.map(({ at }) => at));
  process.stderr.write(
    `  ${new Date(reachedAt).toISOString()} ${OUTLETS} outlets: ${title}; sent ${first === Infinity ? 'never' : new Date(first).toISOString()}\n`,
  );
  return Math.max(0, first - reachedAt);
}

async function figuresOf(one: Case, services: RunningServices): Promise<Figure[]> {
  const { brand, joining, reports } = one;
  process.stderr.write(`${brand}\n`);
  const { sent, store, found } = await livedThrough(desiredOf(one), services);
  const [atOnce, briefs] = [false, true].map((isBrief) =>
    sent.filter(({ because, lane: { name } }) => (because === 'brief') === isBrief && name !== 'operators'),
  );
  const onPress = (atOnce ?? []).filter(({ lane }) => lane.name === 'press');
  const days = [...Map.groupBy(onPress, ({ at }) => dayOf(at)).values()];
  const grouped = await groupedStories(store, found);
  const read = reports
    ? largeStoryOf(
        brand,
        found.filter(({ title }) => reports.test(title)),
      )
    : [];
  const name = (what: string) => `${brand}, ${joining} stories: ${what}`;
  const latest = (
    what: string,
    { stories, least }: { stories: readonly LargeStory[]; least: 'warning' | 'critical' },
  ): Figure[] => {
    const late = stories.map((story) => lateness(story, { atOnce: onPress, least }));
    if (late.length === 0) return [];
    return [{ name: name(what), value: Math.max(...late) / MINUTE, unit: 'minutes', aim: 30 }];
  };
  return [
    { name: name('articles'), value: found.length, unit: '' },
    {
      name: name('most messages a day at once'),
      value: Math.max(0, ...days.map((day) => day.length)),
      unit: '',
      aim: 10,
    },
    { name: name('messages at once, and briefs'), value: onPress.length + (briefs ?? []).length, unit: '' },
    { name: name('grouped stories of 10 outlets'), value: grouped.length, unit: '' },
    ...latest('the latest of them was critical after', { stories: grouped, least: 'critical' }),
    { name: name('stories of 10 outlets by reading'), value: read.length, unit: '' },
    ...latest('the latest of them was sent at once after', { stories: read, least: 'warning' }),
  ];
}

printFigures(
  await onPollDays(async (services) => {
    const figures: Figure[] = [];
    for (const one of CASES) figures.push(...(await figuresOf(one, services)));
    return figures;
  }),
);
