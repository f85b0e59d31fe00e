import { sentimentOf, type StoredFinding } from '../findings/finding.ts';
import { defined, typedKeys } from '../lib/fields.ts';
import { mostCentral } from '../stories/open-story.ts';
import { shorten } from '../text/clean-text.ts';
import { dayOf } from '../time/instant.ts';
import {
  addOutlets,
  addSentimentSums,
  bestQuote,
  COUNTED_TOPICS,
  type CountedTopic,
  type DayRollup,
  type Example,
  findingTime,
  MOST_EXAMPLES,
  MOST_ITEMS,
  MOST_LARGE,
  mostReadFirst,
  NO_SENTIMENT,
  oldestFirst,
  type OutletRollup,
  type Quote,
  REACH_BANDS,
  reachBandOf,
  type SentimentSum,
  sentimentSumOf,
  type StoryRollup,
  type Titled,
  topOf,
} from './day-rollup.ts';

/** A rollup to which findings are added. */
export interface OpenRollup {
  add(found: StoredFinding): void;
  /** The rollup of all that was added, with sorted keys, so that the same findings give the same bytes. */
  close(): DayRollup;
}

/** Starts the rollup of one day of a zone, whose days `dayIn` reads (default UTC). Add each finding once. */
export function openRollup(dayIn = dayOf): OpenRollup {
  const sums = { articles: 0, events: 0, records: 0, excluded: 0, mood: NO_SENTIMENT };
  const reach: number[] = REACH_BANDS.map(() => 0);
  const outlets = new Map<string, OutletRollup>();
  const counts = { authors: new Map(), countries: new Map(), languages: new Map() } satisfies Counts;
  const topics = new Map<CountedTopic, Map<string, number>>();
  const stories = new Map<string, OpenStory>();
  const examples = topOf(MOST_EXAMPLES, mostReadFirst);
  const items = topOf<Example>(MOST_ITEMS, oldestFirst);

  const addArticle = (found: StoredFinding): void => {
    const printed = outletOf(found);
    const language = languageOf(found);
    const mood = sentimentSumOf(sentimentOf(found.finding));
    sums.articles += 1;
    sums.mood = addSentimentSums(sums.mood, mood);
    const band = reachBandOf(found.finding.outlet?.rank);
    reach[band] = (reach[band] ?? 0) + 1;
    if (printed) outlets.set(printed.domain, addOutlets(outlets.get(printed.domain), printed.counts));
    for (const author of authorsOf(found)) count(counts.authors, author);
    if (printed?.counts.country !== undefined) count(counts.countries, printed.counts.country);
    if (language !== undefined) count(counts.languages, language);
    for (const kind of typedKeys(COUNTED_TOPICS))
      for (const topic of topicsOf(found, kind)) count(countsOf(topics, kind), topic);
    const example = exampleOf(found, dayIn);
    addToStory(stories, { example, mood, quote: quoteOf(found) });
    examples.add(example);
  };

  return {
    add(found) {
      const { excludedBy, type } = found.finding;
      if (excludedBy !== undefined) sums.excluded += 1;
      else if (type === 'article') addArticle(found);
      else {
        sums[type === 'event' ? 'events' : 'records'] += 1;
        items.add(exampleOf(found, dayIn));
      }
    },
    close: () => ({
      ...sums,
      reach,
      outlets: sorted(outlets),
      authors: sorted(counts.authors),
      countries: sorted(counts.countries),
      languages: sorted(counts.languages),
      ...(topics.size > 0 && {
        topics: sorted(new Map([...topics].map(([kind, all]) => [kind, sorted(all)]))),
      }),
      stories: sorted(new Map([...stories].map(([id, story]) => [id, story.count]))),
      large: sorted(largest(stories)),
      examples: examples.all(),
      items: items.all(),
    }),
  };
}

interface Counts {
  authors: Map<string, number>;
  countries: Map<string, number>;
  languages: Map<string, number>;
}

interface OpenStory {
  count: number;
  mood: SentimentSum;
  first: Example;
  /** Its first articles, in no order. A day has many stories, so little is held of each. */
  titled: Titled[];
  outlets: Set<string>;
  quote: Quote | undefined;
}

/** The most central headline is looked for among so many articles of a story, the first of the day. */
const MOST_TITLED = 8;

function addToStory(
  stories: Map<string, OpenStory>,
  { example, mood, quote }: { example: Example; mood: SentimentSum; quote: Quote | undefined },
): void {
  const known = stories.get(example.story);
  const outlets = known?.outlets ?? new Set();
  if (example.domain !== undefined) outlets.add(example.domain);
  const titled = known?.titled ?? [];
  addTitled(titled, example);
  stories.set(example.story, {
    count: (known?.count ?? 0) + 1,
    mood: addSentimentSums(known?.mood ?? NO_SENTIMENT, mood),
    first: known && oldestFirst(known.first, example) <= 0 ? known.first : example,
    titled,
    outlets,
    quote: bestQuote(known?.quote, quote),
  });
}

/** Adds an article to the first ones, in no order. */
function addTitled(titled: Titled[], { fingerprint, at, title, english, link }: Titled): void {
  const article = defined<Titled>({ fingerprint, at, title, english, link });
  if (titled.length < MOST_TITLED) {
    titled.push(article);
    return;
  }
  const latest = titled.reduce((one, other) => (oldestFirst(one, other) > 0 ? one : other));
  if (oldestFirst(article, latest) < 0) titled[titled.indexOf(latest)] = article;
}

function largest(stories: ReadonlyMap<string, OpenStory>): Map<string, StoryRollup> {
  const top = topOf<[string, OpenStory]>(
    MOST_LARGE,
    ([one, a], [other, b]) => b.count - a.count || (one < other ? -1 : 1),
  );
  for (const entry of stories) top.add(entry);
  return new Map(top.all().map(([id, story]) => [id, storyRollupOf(story)]));
}

function storyRollupOf({ titled, outlets, ...story }: OpenStory): StoryRollup {
  const central = mostCentral(titled.toSorted(oldestFirst));
  const other = central?.fingerprint === story.first.fingerprint ? undefined : central;
  return defined<StoryRollup>({ ...story, central: other, outlets: [...outlets].toSorted() });
}

function countsOf(topics: Map<CountedTopic, Map<string, number>>, kind: CountedTopic): Map<string, number> {
  const known = topics.get(kind) ?? new Map<string, number>();
  topics.set(kind, known);
  return known;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The longest texts; names and titles of real news are shorter. */
const LONGEST = { title: 240, link: 600, name: 80, domain: 80, code: 8, quote: 480 } as const;
const MOST_COAUTHORS = 9;

/** A finding as reports list it; `dayIn` reads the days of the report's zone (default UTC). */
export function exampleOf(found: StoredFinding, dayIn = dayOf): Example {
  const { finding, watchId } = found;
  const { fingerprint, type, title, link, outlet } = finding;
  const mood = sentimentSumOf(sentimentOf(finding));
  const [author, ...others] = authorsOf(found);
  const coauthors = others.slice(0, MOST_COAUTHORS);
  return defined<Example>({
    fingerprint,
    watchId,
    type,
    at: findingTime(found, dayIn),
    title: shorten(title, LONGEST.title),
    english: cutOptional(finding.translation?.title, LONGEST.title),
    link: link !== undefined && link.length <= LONGEST.link ? link : undefined,
    domain: cutOptional(outlet?.domain, LONGEST.domain),
    rank: outlet?.rank,
    country: cutOptional(outlet?.country, LONGEST.code),
    author,
    coauthors: coauthors.length > 0 ? coauthors : undefined,
    mood: mood.count > 0 ? mood.sum : undefined,
    story: found.story ?? finding.fingerprint,
  });
}

/** The outlet of an article as reports count it, with this one article; undefined where it has none. */
function outletOf({ finding }: StoredFinding): { domain: string; counts: OutletRollup } | undefined {
  const { outlet } = finding;
  return (
    outlet && {
      domain: shorten(outlet.domain, LONGEST.domain),
      counts: defined<OutletRollup>({
        count: 1,
        mood: sentimentSumOf(sentimentOf(finding)),
        name: cutOptional(outlet.name, LONGEST.name),
        country: cutOptional(outlet.country, LONGEST.code),
        rank: outlet.rank,
      }),
    }
  );
}

/** The language of an article as reports count it: ISO 639-1. */
export function languageOf({ finding: { language } }: StoredFinding): string | undefined {
  return cutOptional(language, LONGEST.code);
}

/** The authors of an article as reports count them, each once. */
export function authorsOf({ finding }: StoredFinding): string[] {
  const names = finding.authors.map((name) => shorten(name.trim(), LONGEST.name));
  return [...new Set(names)].filter((name) => name !== '');
}

/** What an article is about as reports count it, each topic once. */
export function topicsOf({ finding }: StoredFinding, kind: CountedTopic): string[] {
  const names = (finding[COUNTED_TOPICS[kind]] ?? []).map((name) => shorten(name.trim(), LONGEST.name));
  return [...new Set(names)].filter((name) => name !== '');
}

/** The beginning of what is stored of the text of an article; undefined where it has none. */
export function quoteOf({ finding: { snippet, outlet } }: StoredFinding): Quote | undefined {
  const text = shorten(snippet.trim(), LONGEST.quote);
  if (text === '') return undefined;
  return defined<Quote>({ text, domain: cutOptional(outlet?.domain, LONGEST.domain), rank: outlet?.rank });
}

function cutOptional(text: string | undefined, most: number): string | undefined {
  return text === undefined ? undefined : shorten(text, most);
}
