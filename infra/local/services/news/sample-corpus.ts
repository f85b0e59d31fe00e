import { DAY, HOUR, type Instant, MINUTE } from '../../../../shared/domain/time/instant.ts';
import type { ArticleRecord } from '../kit/corpus/article-record.ts';
import { chanceFrom } from '../kit/clock.ts';
import { BREAKING, type Happening, happeningsIn, numberOf } from './sample/calendar.ts';
import { drawFacts } from './sample/facts.ts';
import { pressReleases, sampleArticle } from './sample/sample-article.ts';
import { type Phrases, readPhrases, type SampleLanguage } from './sample/world.ts';
import { printingsOf } from './sample/story.ts';

/** How far the sample reaches back and ahead of now. */
const PAST = 14 * DAY;
const FUTURE = 8 * HOUR;

/** A story may be printed for so long, so that stories begin earlier than the sample does. */
const LONGEST_STORY = 15 * HOUR;

/** The breaking story begins at the last such mark before now, and that many outlets print it in so much time. */
const BREAKS_AT = 10 * MINUTE;
const BREAKING_PACE = { reach: 30, spread: 90 * MINUTE, first: 'en' } as const;

/** In hours; 1970 began on a Thursday. Companies publish their press releases on Mondays at 8. */
const WEEK = 7 * 24;
const RELEASE_HOUR = 4 * 24 + 8;

interface Stream {
  seed: number;
  phrases: ReadonlyMap<SampleLanguage, Phrases>;
  records: ArticleRecord[];
}

/**
 * Invented news of the last 14 days and the next 8 hours in English, French, German, Spanish and Japanese, as corpus
 * lines: about 5,000 of the past. All articles of a story give the same facts.
 *
 * The world is a function of time and seed: what happens in an hour does not depend on `now`, so that a stack started
 * again later finds the same past, with the same ids. Only one story breaks with the start: an outage of the first
 * company, from the last whole ten minutes before `now`, so that who watches sees a story grow.
 */
export function sampleArticles({ now, seed = 1 }: { now: Instant; seed?: number }): ArticleRecord[] {
  const stream: Stream = { seed, phrases: readPhrases(), records: [] };
  const from = now - PAST - LONGEST_STORY;
  const to = now + FUTURE;
  for (const happening of happeningsIn({ from, to }, seed)) addStory(happening, stream);
  for (let hour = Math.ceil(from / HOUR); hour * HOUR < to; hour += 1) {
    if (hour % WEEK === RELEASE_HOUR) addReleases(hour * HOUR, stream);
  }
  const at = Math.floor(now / BREAKS_AT) * BREAKS_AT;
  const storyId = `breaking-${(at / MINUTE).toString(36)}`;
  const chance = chanceFrom(numberOf(storyId, seed));
  addStory({ subject: BREAKING, storyId, at, chance }, stream, BREAKING_PACE);
  return stream.records
    .filter(({ published_date: date }) => isWithin(date ?? '', now))
    .toSorted((a, b) => ((a.published_date ?? '') < (b.published_date ?? '') ? -1 : 1));
}

function isWithin(date: string, now: Instant): boolean {
  const at = Date.parse(`${date.replace(' ', 'T')}Z`);
  return now - PAST <= at && at <= now + FUTURE;
}

/** Press releases have chance of their own, so that they change nothing else. */
function addReleases(at: Instant, { seed, phrases, records }: Stream): void {
  const chance = chanceFrom(numberOf(`releases-${at}`, seed));
  records.push(...pressReleases({ at, chance, phrases }));
}

function addStory(
  { subject, storyId, at, chance }: Happening,
  { phrases, records }: Stream,
  pace: Partial<typeof BREAKING_PACE> = {},
): void {
  const facts = drawFacts(at, subject, chance);
  for (const printing of printingsOf(facts, { chance, phrases, ...pace })) {
    const record = sampleArticle(printing, { facts, storyId, chance, phrases });
    if (record) records.push(record);
  }
}
