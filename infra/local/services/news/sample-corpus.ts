import { DAY, HOUR, type Instant, MINUTE, SECOND } from '../../../../shared/domain/time/instant.ts';
import type { ArticleRecord } from '../kit/corpus/article-record.ts';
import { type Chance, chanceFrom } from '../kit/chance.ts';
import { between } from './sample/draw.ts';
import { drawFacts } from './sample/facts.ts';
import { pressReleases } from './sample/press-release.ts';
import { type Phrases, readPhrases } from './sample/phrases.ts';
import type { SampleLanguage } from './sample/languages.ts';
import { sampleArticle } from './sample/sample-article.ts';
import { printingsOf } from './sample/story.ts';
import { BRANDS } from './sample/world.ts';

export {
  BRANDS as SAMPLE_BRANDS,
  BYLINES as SAMPLE_BYLINES,
  OUTLETS as SAMPLE_OUTLETS,
} from './sample/world.ts';

/** How far the sample reaches back and ahead of now. */
const PAST = 14 * DAY;
const FUTURE = 8 * HOUR;

/** A story may be printed for so long, so that stories begin earlier than the sample does. */
const LONGEST_STORY = 15 * HOUR;

/** Ahead of now something happens this often, so that a running stack keeps ringing. */
const LIVE_EVERY = 20 * SECOND;
const LIVE_FROM = 10 * MINUTE;

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
 * lines: about 5,000 of the past, and from now on four or five a minute, of which every second is on Acme Corp.
 *
 * The world is a function of time and seed: what happens in an hour does not depend on `now`, so that a stack started
 * again later finds the same past, with the same ids. Only the ticker of the next hours begins at the last whole ten
 * minutes before `now`.
 */
export function sampleArticles({ now, seed = 1 }: { now: Instant; seed?: number }): ArticleRecord[] {
  const stream: Stream = { seed, phrases: readPhrases(), records: [] };
  for (let hour = Math.floor((now - PAST - LONGEST_STORY) / HOUR); hour * HOUR < now + FUTURE; hour += 1) {
    addHour(hour, stream);
    if (hour % WEEK === RELEASE_HOUR) addReleases(hour, stream);
  }
  const start = Math.floor(now / LIVE_FROM) * LIVE_FROM;
  for (let at = start; at < now + FUTURE; at += LIVE_EVERY) addLive(at, stream);
  return stream.records
    .filter(({ published_date: date }) => isWithin(date ?? '', now))
    .toSorted((a, b) => ((a.published_date ?? '') < (b.published_date ?? '') ? -1 : 1));
}

function isWithin(date: string, now: Instant): boolean {
  const at = Date.parse(`${date.replace(' ', 'T')}Z`);
  return now - PAST <= at && at <= now + FUTURE;
}

/** The stories that begin in an hour, counted from 1970: fewer at night. */
function addHour(hour: number, stream: Stream): void {
  const chance = chanceAt(hour, stream);
  const busy = hour % 24 >= 6 && hour % 24 <= 20;
  const stories = between(busy ? 3 : 1, busy ? 6 : 3, chance);
  for (let story = 0; story < stories; story += 1) {
    const at = hour * HOUR + Math.floor(chance() * HOUR);
    addStory({ storyId: `${hour.toString(36)}-${story}`, at, chance, live: false }, stream);
  }
}

/** Press releases have chance of their own, so that they change nothing else. */
function addReleases(hour: number, stream: Stream): void {
  const chance = chanceAt(-hour, stream);
  stream.records.push(...pressReleases({ at: hour * HOUR, chance, phrases: stream.phrases }));
}

/** One story of the ticker, printed by one or two outlets within minutes; more than half are on the first brand. */
function addLive(at: Instant, stream: Stream): void {
  const chance = chanceAt(at / SECOND, stream);
  addStory({ storyId: `live-${(at / SECOND).toString(36)}`, at, chance, live: true }, stream);
}

interface Happening {
  storyId: string;
  at: Instant;
  chance: Chance;
  live: boolean;
}

function addStory({ storyId, at, chance, live }: Happening, { phrases, records }: Stream): void {
  const company = live && chance() < 0.55 ? BRANDS[0] : undefined;
  const facts = drawFacts(at, { chance, ...(company && { company }) });
  const pace = live ? { reach: chance() < 0.6 ? 1 : 2, spread: 5 * MINUTE } : {};
  for (const printing of printingsOf(facts, { chance, phrases, ...pace })) {
    const record = sampleArticle(printing, { facts, storyId, chance, phrases });
    if (record) records.push(record);
  }
}

/** Chance of its own for each moment: the same whatever was drawn before. */
function chanceAt(moment: number, { seed }: Stream): Chance {
  const chance = chanceFrom(Math.imul(moment, 2_654_435_761) ^ Math.imul(seed, 40_503));
  chance();
  return chance;
}
