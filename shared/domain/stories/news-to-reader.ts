import { distance } from 'fastest-levenshtein';
import { HOUR, type Instant, MINUTE } from '../time/instant.ts';
import type { Headline, OpenStory } from './open-story.ts';
import { headlineCosine, type OpenStories, weightOf } from './open-stories.ts';
import type { QuietForm } from './quiet-forms.ts';

// Whether an article of a story is news to a channel that was notified of the story before.

/** What an article is to a channel. Terms are those of its title (terms.ts). */
export type News =
  /** The channel was notified of nothing of the story yet. */
  | { is: 'first' }
  /** It brings terms that the story did not have, and these outlets confirm it. */
  | { is: 'development'; fresh: readonly string[]; confirmedBy: readonly string[] }
  /** It brings such terms, and nobody confirms it yet. */
  | { is: 'unconfirmed'; fresh: readonly string[] }
  /** `headline`: it is near to one of an alert; `moment`: it came with one; `facts`: it brings nothing new. */
  | { is: 'repeat'; because: 'headline' | 'moment' | 'facts' }
  /** It reports nothing by its form. */
  | { is: 'quiet'; form: QuietForm };

/** What a channel was notified of longer ago is past: what is new then needs no confirmation. */
const NOTIFIED_FOR = 96 * HOUR;
/** What comes within this time of an alert reports the same. */
const MOMENT = 30 * MINUTE;
/** Outlets confirm each other with one new term within the longer time, with any of their own within the shorter. */
const CONFIRMED_IN = { sameTerm: 6 * HOUR, anyTerm: 15 * MINUTE };
/** A term of this weight is a fact: usual words are none. */
const FACT = 2.5;
/** Readers are shown no fact that weighs so much less than the weightiest beside it. */
const LESS = 1.5;
/** The cosine of two headlines that say the same. */
const NEAR = 0.8;
/** An outlet with such a rank, or a better one, needs no confirmation. */
const HIGH_RANK = 500;

/** How a channel of a watch is notified of what follows the first article of a story. */
export interface Developments {
  /** `off`: not at all; `at-once`: without confirmation. */
  developments: 'off' | 'confirmed' | 'at-once';
  /** Whether opinions, reviews, lists and the like are news, too. */
  notifiesQuiet: boolean;
}

/** What a headline of an open story is to a channel (`noticeKeyOf`). */
export function newsIn(
  open: OpenStories,
  { story, headline, channel }: { story: OpenStory; headline: Headline; channel: string },
  { developments, notifiesQuiet }: Developments,
): News {
  if (headline.quiet && !notifiesQuiet) return { is: 'quiet', form: headline.quiet };
  const notified = story.notified[channel]?.at;
  if (!notified) return { is: 'first' };
  const covered = story.headlines.filter((one) => isCovered(one, notified));
  const waiting = story.headlines.filter((one) => !covered.includes(one) && (!one.quiet || notifiesQuiet));
  const isTold = (one: Headline) => covered.some((other) => areNear(open, one, other));
  if (covered.some(({ fingerprint }) => fingerprint === headline.fingerprint))
    return { is: 'repeat', because: 'moment' };
  if (isTold(headline)) return { is: 'repeat', because: 'headline' };
  const facts = factsOf(open, headline, { story, waiting });
  if (facts.length === 0) return { is: 'repeat', because: 'facts' };
  const weightiest = Math.max(...facts.map((term) => weightOf(open, term)));
  const fresh = facts.filter((term) => weightOf(open, term) > weightiest - LESS);
  const isPast = notified.every((at) => Math.abs(headline.at - at) > NOTIFIED_FOR);
  if (developments === 'at-once' || isPast || (headline.rank ?? Infinity) <= HIGH_RANK)
    return { is: 'development', fresh, confirmedBy: [] };
  const confirming = waiting.filter((one) => {
    if (one.outlet === headline.outlet || isTold(one)) return false;
    const own = factsOf(open, one, { story, waiting });
    const within = own.some((term) => facts.includes(term)) ? CONFIRMED_IN.sameTerm : CONFIRMED_IN.anyTerm;
    return own.length > 0 && Math.abs(one.at - headline.at) <= within;
  });
  const confirmedBy = [...new Set(confirming.map(({ outlet }) => outlet))];
  return confirmedBy.length > 0 ? { is: 'development', fresh, confirmedBy } : { is: 'unconfirmed', fresh };
}

/** Whether a headline came about when the channel was notified of one of its story: both report the same. */
function isCovered({ at }: Headline, notified: readonly Instant[]): boolean {
  return notified.some((one) => Math.abs(at - one) <= MOMENT);
}

/**
 * The terms of a headline that say something and that the story had not before, but for headlines that wait with it
 * for a confirmation.
 */
function factsOf(
  open: OpenStories,
  { terms, at }: Headline,
  { story, waiting }: { story: OpenStory; waiting: readonly Headline[] },
): string[] {
  const recent = waiting.filter((one) => Math.abs(one.at - at) <= CONFIRMED_IN.sameTerm);
  return terms.filter(
    (term) =>
      weightOf(open, term) >= FACT &&
      (story.title.get(term) ?? 0) <= recent.filter((one) => one.terms.includes(term)).length,
  );
}

function areNear(open: OpenStories, one: Headline, other: Headline): boolean {
  return isRespelt(one, other) || headlineCosine(open, one, other) >= NEAR;
}

/** A term that is spelt in two ways has so many letters, and so many of them differ. */
const SPELLING = { letters: 6, differences: 2 };

/** Whether two titles differ in nothing but the spelling of one word. Figures are never spelt otherwise. */
function isRespelt({ terms: a }: Headline, { terms: b }: Headline): boolean {
  const [own, others] = [a.filter((term) => !b.includes(term)), b.filter((term) => !a.includes(term))];
  const [one = '', other = ''] = [own[0], others[0]];
  return (
    own.length === 1 &&
    others.length === 1 &&
    Math.min(one.length, other.length) >= SPELLING.letters &&
    !/\d/.test(one + other) &&
    distance(one, other) <= SPELLING.differences
  );
}
