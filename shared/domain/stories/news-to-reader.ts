import { distance } from 'fastest-levenshtein';
import { HOUR, type Instant, MINUTE } from '../time/instant.ts';
import type { Headline, OpenStory } from './open-story.ts';
import { headlineCosine, type OpenStories, relativesOf, weightOf } from './open-stories.ts';
import type { QuietForm } from './quiet-forms.ts';

// Whether an article of a story is news to a channel that was notified of it or of its kin before.

/** What an article is to a channel. Terms are those of its title (terms.ts). */
export type News =
  /** The channel was notified of nothing of the story and its kin yet. */
  | { is: 'first' }
  /** It brings terms that the story and its kin did not have, and these outlets confirm it. */
  | { is: 'development'; fresh: readonly string[]; confirmedBy: readonly string[] }
  /** It brings such terms, and nobody confirms it yet. */
  | { is: 'unconfirmed'; fresh: readonly string[] }
  /** `headline`: it is near to one of an alert; `moment`: it came with one; `facts`: it brings nothing new. */
  | { is: 'repeat'; because: 'headline' | 'moment' | 'facts' }
  /** It reports nothing by its form. */
  | { is: 'quiet'; form: QuietForm };

/** What a channel was notified of longer ago is past: what is new then needs no confirmation. */
const NOTIFIED_FOR = 96 * HOUR;
/** Outlets that report one development do so within this time of each other. */
const TOGETHER = 30 * MINUTE;
/** Within this time of each other they confirm each other in whatever words, while the story is quiet otherwise. */
const AT_ONCE = 15 * MINUTE;
/** A story and its kin are quiet with fewer headlines than this in the hours before. */
const QUIET = { hours: 6, headlines: 7 };
/** Once so many outlets report a story whose kin alone was notified, they confirm each other over any time. */
const OWN_OUTLETS = 3;
/** A term of this weight is a fact: usual words are none. */
const FACT = 2.5;
/** Readers are shown no fact that weighs so much less than the weightiest beside it. */
const LESS = 1.5;
/** The cosine of two headlines that say the same, and of two that may report one development. */
const NEAR = 0.8;
const ALIKE = 0.25;
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
  const relatives = relativesOf(open, story);
  const isPast = relatives.every(({ notified }) =>
    (notified[channel]?.at ?? []).every((at) => Math.abs(headline.at - at) > NOTIFIED_FOR),
  );
  if (isPast && story.notified[channel] === undefined) return { is: 'first' };
  const all = relatives.flatMap(({ headlines }) => headlines);
  const covered = relatives.flatMap(({ notified, headlines }) =>
    headlines.filter((one) => isCovered(one, notified[channel]?.at)),
  );
  const others = all.filter((one) => !covered.includes(one) && (!one.quiet || notifiesQuiet));
  const isTold = (one: Headline) => covered.some((other) => areNear(open, one, other));
  if (covered.some(({ fingerprint }) => fingerprint === headline.fingerprint))
    return { is: 'repeat', because: 'moment' };
  if (isTold(headline)) return { is: 'repeat', because: 'headline' };
  const own = story.notified[channel] === undefined ? ownHeadlines(story) : [];
  const goTogether = (one: Headline, other: Headline) =>
    Math.abs(one.at - other.at) <= TOGETHER || own.includes(one);
  const factsOf = factsIn(open, { relatives, uncovered: others, goTogether });
  const fresh = factsOf(headline);
  if (fresh.length === 0) return { is: 'repeat', because: 'facts' };
  const weightiest = Math.max(...fresh.map((term) => weightOf(open, term)));
  const telling = fresh.filter((term) => weightOf(open, term) > weightiest - LESS);
  if (developments === 'at-once' || isPast || (headline.rank ?? Infinity) <= HIGH_RANK)
    return { is: 'development', fresh: telling, confirmedBy: [] };
  const isTogether = (one: Headline) =>
    story.headlines.some(({ fingerprint }) => fingerprint === one.fingerprint);
  const confirming = others.filter(
    (one) =>
      one.outlet !== headline.outlet &&
      goTogether(one, headline) &&
      !isTold(one) &&
      confirms(open, { one, headline, fresh, factsOf, all, isTogether }),
  );
  const confirmedBy = [...new Set(confirming.map(({ outlet }) => outlet))];
  return confirmedBy.length > 0
    ? { is: 'development', fresh: telling, confirmedBy }
    : { is: 'unconfirmed', fresh: telling };
}

/** Whether a headline came about when the channel was notified of one of its story: both report the same. */
function isCovered({ at }: Headline, notified: readonly Instant[] = []): boolean {
  return notified.some((one) => Math.abs(at - one) <= TOGETHER);
}

/** The headlines of a story that enough outlets report; else none. */
function ownHeadlines({ headlines }: OpenStory): readonly Headline[] {
  const reports = headlines.filter(({ quiet }) => !quiet);
  return new Set(reports.map(({ outlet }) => outlet)).size >= OWN_OUTLETS ? reports : [];
}

type Facts = (headline: Headline) => string[];

/**
 * The terms of a headline that say something, and that the story and its kin had not before. What was not notified and
 * came with it counts as new as it is.
 */
function factsIn(
  open: OpenStories,
  {
    relatives,
    uncovered,
    goTogether,
  }: {
    relatives: readonly OpenStory[];
    uncovered: readonly Headline[];
    goTogether: (one: Headline, other: Headline) => boolean;
  },
): Facts {
  return (headline) => {
    const recent = uncovered.filter((one) => goTogether(one, headline));
    return headline.terms.filter((term) => {
      if (weightOf(open, term) < FACT) return false;
      const count = relatives.reduce((sum, { title }) => sum + (title.get(term) ?? 0), 0);
      return count <= recent.filter((one) => one.terms.includes(term)).length;
    });
  };
}

/** Whether a headline of another outlet confirms one: it brings a fact of its own, and the two go together. */
function confirms(
  open: OpenStories,
  {
    one,
    headline,
    fresh,
    factsOf,
    all,
    isTogether,
  }: {
    one: Headline;
    headline: Headline;
    fresh: readonly string[];
    factsOf: Facts;
    all: readonly Headline[];
    isTogether: (one: Headline) => boolean;
  },
): boolean {
  const facts = factsOf(one);
  if (facts.length === 0) return false;
  if (facts.some((term) => fresh.includes(term))) return true;
  const before = headline.at - AT_ONCE;
  const earlier = all.filter(({ at }) => at < before && at >= headline.at - QUIET.hours * HOUR);
  if (isTogether(one) && Math.abs(one.at - headline.at) <= AT_ONCE && earlier.length < QUIET.headlines)
    return true;
  return headlineCosine(open, one, headline) >= ALIKE;
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
