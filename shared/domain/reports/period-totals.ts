import { typedKeys } from '../lib/fields.ts';
import {
  addOutlets,
  addSentimentSums,
  bestQuote,
  COUNTED_TOPICS,
  type CountedTopic,
  type DayRollup,
  type Example,
  mostReadFirst,
  NO_SENTIMENT,
  oldestFirst,
  type OutletRollup,
  type Quote,
  REACH_BANDS,
  type SentimentSum,
  type Titled,
} from './day-rollup.ts';
import { daysOf, type Period } from './period.ts';

/** A story over a period. */
interface StoryTotal {
  mood: SentimentSum;
  first: Example;
  /** The most central headline of the part of it, in a rollup, that has most articles. */
  central: { article: Titled; of: number };
  outlets: Set<string>;
  /** Articles by day of the period. */
  course: number[];
  quote?: Quote | undefined;
}

/** The totals of a period: its rollups added up. */
export interface PeriodTotals {
  period: Period;
  articles: number;
  events: number;
  records: number;
  excluded: number;
  mood: SentimentSum;
  reach: number[];
  /** In the order of the period's days. */
  days: { day: string; articles: number; mood: SentimentSum }[];
  outlets: Map<string, OutletRollup>;
  authors: Map<string, number>;
  countries: Map<string, number>;
  languages: Map<string, number>;
  topics: Map<CountedTopic, Map<string, number>>;
  /** The number of articles of each story. */
  stories: Map<string, number>;
  large: Map<string, StoryTotal>;
  /** By day of the period, the most read first. */
  examples: Example[][];
  /** Events and records, oldest first. */
  items: Example[];
}

/** The totals of a period in which nothing was found. */
export function emptyTotals(period: Period): PeriodTotals {
  const days = daysOf(period);
  return {
    period,
    articles: 0,
    events: 0,
    records: 0,
    excluded: 0,
    mood: NO_SENTIMENT,
    reach: REACH_BANDS.map(() => 0),
    days: days.map((day) => ({ day, articles: 0, mood: NO_SENTIMENT })),
    outlets: new Map(),
    authors: new Map(),
    countries: new Map(),
    languages: new Map(),
    topics: new Map(typedKeys(COUNTED_TOPICS).map((kind) => [kind, new Map()])),
    stories: new Map(),
    large: new Map(),
    examples: days.map(() => []),
    items: [],
  };
}

/** Adds the rollup of a day to a period, in place: a period can have a million articles. Other days are ignored. */
export function addRollup(totals: PeriodTotals, { day, rollup }: { day: string; rollup: DayRollup }): void {
  const at = totals.days.findIndex((one) => one.day === day);
  const own = totals.days[at];
  if (!own) return;
  own.articles += rollup.articles;
  own.mood = addSentimentSums(own.mood, rollup.mood);
  totals.articles += rollup.articles;
  totals.events += rollup.events;
  totals.records += rollup.records;
  totals.excluded += rollup.excluded;
  totals.mood = addSentimentSums(totals.mood, rollup.mood);
  rollup.reach.forEach((amount, band) => (totals.reach[band] = (totals.reach[band] ?? 0) + amount));
  for (const [domain, outlet] of Object.entries(rollup.outlets))
    totals.outlets.set(domain, addOutlets(totals.outlets.get(domain), outlet));
  for (const key of ['authors', 'countries', 'languages', 'stories'] as const)
    addCounts(totals[key], rollup[key]);
  for (const [kind, counts] of totals.topics) addCounts(counts, rollup.topics?.[kind] ?? {});
  for (const [id, { count, mood, first, central = first, outlets, quote }] of Object.entries(rollup.large)) {
    const course = totals.days.map((_, index) => (index === at ? count : 0));
    const story = {
      mood,
      first,
      central: { article: central, of: count },
      outlets: new Set(outlets),
      course,
    };
    addStory(totals.large, { id, story: { ...story, quote } });
  }
  totals.examples[at] = [...(totals.examples[at] ?? []), ...rollup.examples].toSorted(mostReadFirst);
  totals.items = [...totals.items, ...rollup.items].toSorted(oldestFirst);
}

function addCounts(totals: Map<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [key, count] of Object.entries(counts)) totals.set(key, (totals.get(key) ?? 0) + count);
}

function addStory(large: Map<string, StoryTotal>, { id, story }: { id: string; story: StoryTotal }): void {
  const known = large.get(id);
  if (!known) {
    large.set(id, story);
    return;
  }
  known.mood = addSentimentSums(known.mood, story.mood);
  if (oldestFirst(story.first, known.first) < 0) known.first = story.first;
  known.central = [known.central, story.central].toSorted(mostOf)[0] ?? known.central;
  known.quote = bestQuote(known.quote, story.quote);
  for (const domain of story.outlets) known.outlets.add(domain);
  story.course.forEach((count, index) => (known.course[index] = (known.course[index] ?? 0) + count));
}

const mostOf = (one: StoryTotal['central'], other: StoryTotal['central']): number =>
  other.of - one.of || oldestFirst(one.article, other.article);
