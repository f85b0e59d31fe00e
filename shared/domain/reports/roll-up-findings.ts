import type { StoredFinding } from '../findings/finding.ts';
import type { Instant } from '../time/instant.ts';
import { storyIdOf } from '../stories/story.ts';
import {
  mostReadFirst,
  oldestFirst,
  type DayRollup,
  type Example,
  MOST_EXAMPLES,
  MOST_ITEMS,
  MOST_LARGE,
  type OutletRollup,
  type StoryRollup,
  findingTime,
} from './day-rollup.ts';
import { addSentimentSums, type SentimentSum, sentimentSumOf, NO_SENTIMENT } from './sentiment-share.ts';
import { reachBandOf, REACH_BANDS } from './reach.ts';
import { leastOf, topOf } from './top-of.ts';

/** A fold that still takes findings. */
export interface OpenRollup {
  add(found: StoredFinding): void;
  /** The fold of all that was added: keys in order, so that the same findings give the same bytes. */
  close(): DayRollup;
}

/** Names and titles of real news are shorter; what is not is cut, so that no fold grows. */
const LONGEST = { title: 240, link: 600, name: 80, domain: 80, code: 8 } as const;
const MOST_COAUTHORS = 9;

/** Starts the fold of one day. Each finding must be added once. */
export function openRollup(): OpenRollup {
  const sums = { articles: 0, events: 0, records: 0, excluded: 0, mood: NO_SENTIMENT };
  const reach: number[] = REACH_BANDS.map(() => 0);
  const outlets = new Map<string, OutletRollup>();
  const counts = { authors: new Map(), countries: new Map(), languages: new Map() } satisfies Counts;
  const stories = new Map<string, OpenStory>();
  const examples = topOf(MOST_EXAMPLES, mostReadFirst);
  const items = topOf(MOST_ITEMS, oldestFirst);

  const addArticle = (found: StoredFinding): void => {
    const { outlet } = found.finding;
    const language = languageOf(found);
    const sentimentSum = sentimentSumOf(sentimentOf(found));
    sums.articles += 1;
    sums.mood = addSentimentSums(sums.mood, sentimentSum);
    const band = reachBandOf(outlet?.rank);
    reach[band] = (reach[band] ?? 0) + 1;
    if (outlet) addOutlet(outlets, { outlet, mood: sentimentSum });
    for (const author of authorsOf(found)) count(counts.authors, author);
    if (outlet?.country !== undefined) count(counts.countries, cut(outlet.country, LONGEST.code));
    if (language !== undefined) count(counts.languages, language);
    const example = exampleOf(found);
    addToStory(stories, { example, mood: sentimentSum });
    examples.add(example);
  };

  return {
    add(found) {
      const { excludedBy, type } = found.finding;
      if (excludedBy !== undefined) sums.excluded += 1;
      else if (type === 'article') addArticle(found);
      else {
        sums[type === 'event' ? 'events' : 'records'] += 1;
        items.add(exampleOf(found));
      }
    },
    close: () => ({
      ...sums,
      reach,
      outlets: sorted(outlets),
      authors: sorted(counts.authors),
      countries: sorted(counts.countries),
      languages: sorted(counts.languages),
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
  outlets: Set<string>;
}

/** -1..1: that of the text, else that of the title. */
function sentimentOf({ finding: { sentiment } }: StoredFinding): number | undefined {
  return sentiment?.content ?? sentiment?.title;
}

function addOutlet(
  outlets: Map<string, OutletRollup>,
  given: { outlet: NonNullable<StoredFinding['finding']['outlet']>; mood: SentimentSum },
): void {
  const { domain, name, country, rank } = given.outlet;
  const key = cut(domain, LONGEST.domain);
  const known = outlets.get(key);
  outlets.set(
    key,
    addOutlets(known, {
      count: 1,
      mood: given.mood,
      ...(name !== undefined && { name: cut(name, LONGEST.name) }),
      ...(country !== undefined && { country: cut(country, LONGEST.code) }),
      ...(rank !== undefined && { rank }),
    }),
  );
}

/** Two folds of one outlet as one. */
export function addOutlets(known: OutletRollup | undefined, more: OutletRollup): OutletRollup {
  if (!known) return more;
  const name = leastOf(known.name, more.name);
  const country = leastOf(known.country, more.country);
  const rank = leastOf(known.rank, more.rank);
  return {
    count: known.count + more.count,
    mood: addSentimentSums(known.mood, more.mood),
    ...(name !== undefined && { name }),
    ...(country !== undefined && { country }),
    ...(rank !== undefined && { rank }),
  };
}

function addToStory(
  stories: Map<string, OpenStory>,
  { example, mood: sentimentSum }: { example: Example; mood: SentimentSum },
): void {
  const known = stories.get(example.story);
  const outlets = known?.outlets ?? new Set();
  if (example.domain !== undefined) outlets.add(example.domain);
  stories.set(example.story, {
    count: (known?.count ?? 0) + 1,
    mood: addSentimentSums(known?.mood ?? NO_SENTIMENT, sentimentSum),
    first: known && oldestFirst(known.first, example) <= 0 ? known.first : example,
    outlets,
  });
}

function largest(stories: ReadonlyMap<string, OpenStory>): Map<string, StoryRollup> {
  const top = topOf<[string, OpenStory]>(
    MOST_LARGE,
    ([one, a], [other, b]) => b.count - a.count || (one < other ? -1 : 1),
  );
  for (const entry of stories) top.add(entry);
  return new Map(top.all().map(([id, story]) => [id, { ...story, outlets: [...story.outlets].toSorted() }]));
}

/** The language of an article as it is counted: ISO 639-1. */
export function languageOf({ finding: { language } }: StoredFinding): string | undefined {
  return language === undefined ? undefined : cut(language, LONGEST.code);
}

/** Who wrote an article, each once, as they are counted. */
export function authorsOf({ finding }: StoredFinding): string[] {
  const names = finding.authors.map((name) => cut(name.trim(), LONGEST.name));
  return [...new Set(names)].filter((name) => name !== '');
}

/** A finding as lists show it. */
export function exampleOf(found: StoredFinding): Example {
  const { finding, watchId } = found;
  const { fingerprint, type, title, link, outlet } = finding;
  const sentimentSum = sentimentSumOf(sentimentOf(found));
  const at: Instant = findingTime(found);
  const [author, ...others] = authorsOf(found);
  const coauthors = others.slice(0, MOST_COAUTHORS);
  return {
    fingerprint,
    watchId,
    type,
    at,
    title: cut(title, LONGEST.title),
    ...(link !== undefined && link.length <= LONGEST.link && { link }),
    ...(outlet && { domain: cut(outlet.domain, LONGEST.domain) }),
    ...(outlet?.rank !== undefined && { rank: outlet.rank }),
    ...(outlet?.country !== undefined && { country: cut(outlet.country, LONGEST.code) }),
    ...(author !== undefined && { author }),
    ...(coauthors.length > 0 && { coauthors }),
    ...(sentimentSum.count > 0 && { mood: sentimentSum.sum }),
    story: found.story ?? storyIdOf(finding),
  };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text.toWellFormed() : text.slice(0, most).toWellFormed();
}

function sorted<T>(map: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...map].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
