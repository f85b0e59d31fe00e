import { DAY, HOUR, type Instant, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { type Chance, chanceFrom } from '../kit/clock.ts';
import type { ArticleRecord } from '../kit/corpus/article-record.ts';
import { between, drawFacts, type Subject } from './sample/facts.ts';
import { pressReleases, sampleArticle } from './sample/sample-article.ts';
import { printingsOf } from './sample/story.ts';
import { BRANDS, CITIES, TOPICS } from './sample/world.ts';

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

/**
 * Invented news of the last 14 days and the next 8 hours in English, French, German, Spanish and Japanese, as corpus
 * lines: about 5,000 of the past. All articles of a story give the same facts.
 *
 * The world is a function of time and seed: what happens in an hour does not depend on `now`, so that a stack started
 * again later finds the same past, with the same ids. Only one story breaks with the start: an outage of the first
 * company, from the last whole ten minutes before `now`, so that who watches sees a story grow.
 */
export function sampleArticles({ now, seed = 1 }: { now: Instant; seed?: number }): ArticleRecord[] {
  const records: ArticleRecord[] = [];
  const from = now - PAST - LONGEST_STORY;
  const to = now + FUTURE;
  for (const happening of happeningsIn({ from, to }, seed)) records.push(...storyOf(happening));
  for (let hour = Math.ceil(from / HOUR); hour * HOUR < to; hour += 1) {
    // Press releases have chance of their own, so that they change nothing else.
    const own = () => chanceFrom(numberOf(`releases-${hour * HOUR}`, seed));
    if (hour % WEEK === RELEASE_HOUR) records.push(...pressReleases(hour * HOUR, own()));
  }
  const at = Math.floor(now / BREAKS_AT) * BREAKS_AT;
  const storyId = `breaking-${(at / MINUTE).toString(36)}`;
  const chance = chanceFrom(numberOf(storyId, seed));
  records.push(...storyOf({ subject: BREAKING, storyId, at, chance }, BREAKING_PACE));
  return records
    .filter(({ published_date: date }) => isWithin(date ?? '', now))
    .toSorted((a, b) => ((a.published_date ?? '') < (b.published_date ?? '') ? -1 : 1));
}

function isWithin(date: string, now: Instant): boolean {
  const at = Date.parse(`${date.replace(' ', 'T')}Z`);
  return now - PAST <= at && at <= now + FUTURE;
}

function storyOf(
  { subject, storyId, at, chance }: Happening,
  pace: Partial<typeof BREAKING_PACE> = {},
): ArticleRecord[] {
  const facts = drawFacts(at, subject, chance);
  return printingsOf(facts, { chance, ...pace }).flatMap(
    (printing) => sampleArticle(printing, { facts, storyId, chance }) ?? [],
  );
}

/** A story that begins. */
interface Happening {
  subject: Subject;
  /** Of its topic, its subject and its turn. */
  storyId: string;
  at: Instant;
  /** Of its own, whatever else is drawn. */
  chance: Chance;
}

/** What happens so seldom, in days, happens so seldom to everybody: results, takeovers, rounds of funding. */
const SELDOM = 30;

/** Part of the time between two such stories within which the day of the next one varies. */
const VARIES = 0.3;

/**
 * Hours of the day, UTC, in which stories begin; those of the first company, which is at work everywhere, begin at
 * any.
 */
const FIRST_HOUR = 4;
const LAST_HOUR = 21;

/** The topic of the story that breaks when a stack starts (sample-corpus.ts): the first company has no other of it. */
const BREAKING = { topicId: 'outage', company: BRANDS[0] };

/**
 * The stories that begin in `[from, to)`. Each company and city has a story of a topic once in so many days, about
 * evenly: nobody is hacked twice in a week. It follows from the seed alone, so that the same past is found at any
 * time.
 */
function happeningsIn({ from, to }: { from: Instant; to: Instant }, seed: number): Happening[] {
  return subjects().flatMap(({ subject, name, days }) => {
    const span = days * DAY;
    const key = `${subject.topicId}-${name}`;
    const phase = chanceFrom(numberOf(key, seed))() * span;
    const first = Math.floor((from - phase) / span) - 1;
    const last = Math.ceil((to - phase) / span);
    const turns = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return turns.flatMap((turn): Happening[] => {
      const storyId = `${key}-${turn.toString(36)}`;
      const chance = chanceFrom(numberOf(storyId, seed));
      const day = Math.floor((turn * span + phase + chance() * VARIES * span) / DAY) * DAY;
      const at = day + hourOf(subject, chance);
      return at >= from && at < to ? [{ subject, storyId, at, chance }] : [];
    });
  });
}

function hourOf({ company }: Subject, chance: Chance): number {
  return company === BRANDS[0]
    ? between(0, DAY - 1, chance)
    : between(FIRST_HOUR * HOUR, LAST_HOUR * HOUR, chance);
}

interface Recurring {
  subject: Subject;
  name: string;
  days: number;
}

function subjects(): Recurring[] {
  return Object.entries(TOPICS).flatMap(([topicId, { business, days, sectors }]): Recurring[] => {
    if (!business) {
      return CITIES.map((city) => ({ subject: { topicId, city }, name: city.name.toLowerCase(), days }));
    }
    return BRANDS.filter(
      (company) =>
        (sectors?.includes(company.sector) ?? true) &&
        !(topicId === BREAKING.topicId && company === BREAKING.company),
    ).map((company) => ({
      subject: { topicId, company },
      name: company.domain.replace('.example', ''),
      days: days >= SELDOM ? days : days / company.pace,
    }));
  });
}

/** A number of 32 bits for a text and a seed (FNV-1a). */
function numberOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(seed, 40_503);
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
