import { DAY, HOUR, type Instant } from '../../../../../shared/domain/time/instant.ts';
import { type Chance, chanceFrom } from '../../kit/clock.ts';
import { between, type Subject } from './facts.ts';
import { BRANDS, CITIES, TOPICS } from './world.ts';

/** A story that begins. */
export interface Happening {
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

/** Hours of the day, UTC, in which stories begin; those of the first company, which is at work everywhere, begin at any. */
const FIRST_HOUR = 4;
const LAST_HOUR = 21;

/** The topic of the story that breaks when a stack starts (sample-corpus.ts): the first company has no other of it. */
export const BREAKING = { topicId: 'outage', company: BRANDS[0] };

/**
 * The stories that begin in `[from, to)`. Each company and city has a story of a topic once in so many days, about evenly:
 * nobody is hacked twice in a week. It follows from the seed alone, so that the same past is found at any time.
 */
export function happeningsIn({ from, to }: { from: Instant; to: Instant }, seed: number): Happening[] {
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
export function numberOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(seed, 40_503);
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
