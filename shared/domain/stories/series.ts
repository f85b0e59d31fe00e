import { DAY, HOUR, type Instant } from '../time/instant.ts';
import type { Finding } from '../findings/finding.ts';
import { addressKey } from '../text/page-address.ts';
import { type Headline, headlineOf } from './open-story.ts';
import type { SimilarityProfile } from './similarity-profile.ts';
import type { StoryCandidates } from './story-candidates.ts';
import type { StoryArticle, StoryRecord } from './story-record.ts';

// Series whose articles have no text, or only a short one: each day the same outlet prints the same title, such as "Your
// horoscope". Titles alone do not tell the next part from an article that the service indexes again.

/** Parts of a series are on different UTC days, and so far apart at least. */
const APART = 12 * HOUR;

/** How many of the latest articles of a story are looked at. */
const MOST_EARLIER = 5;

function areOfOtherDays(one: Instant, other: Instant): boolean {
  return Math.floor(one / DAY) !== Math.floor(other / DAY) && Math.abs(one - other) >= APART;
}

/** The fingerprints of the articles of a story of which a finding may be the next part: they must be read to know. */
export function earlierParts({ finding, signature }: SimilarityProfile, record: StoryRecord): string[] {
  const hasTexts = [signature, record.signature].every(({ text }) => text.length > 0);
  const domain = finding.outlet?.domain;
  if (hasTexts || domain === undefined) return [];
  const ofOutlet = record.articles.filter(
    (one: StoryArticle) => one.domain === domain && areOfOtherDays(one.at, finding.indexedAt),
  );
  return ofOutlet
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MOST_EARLIER)
    .map(({ fingerprint }) => fingerprint);
}

/**
 * Whether a finding is proven to be the next part of a series, and no article that was indexed again: its outlet printed the
 * title on another day, and each time the finding has another link, no equal text, and was published after the other one was
 * indexed. Without a link or a date of publication nothing is proven.
 */
export function isNextPart({ finding }: SimilarityProfile, earlier: readonly Finding[]): boolean {
  const { title, series, isLabelled } = headlineOf(finding);
  const isAlike = (one: Headline) => (isLabelled ? one.series === series : one.title === title);
  const parts = earlier.filter(
    (one) => one.outlet?.domain === finding.outlet?.domain && isAlike(headlineOf(one)),
  );
  return parts.length > 0 && parts.every((one) => isLater(finding, one));
}

function isLater({ link, publishedAt, indexedAt, snippet }: Finding, before: Finding): boolean {
  if (link === undefined || before.link === undefined || publishedAt === undefined) return false;
  return (
    !(snippet && snippet === before.snippet) &&
    areOfOtherDays(indexedAt, before.indexedAt) &&
    publishedAt > before.indexedAt &&
    addressKey(link) !== addressKey(before.link)
  );
}

/** Whether a finding is the next part of the series that a story is a part of. */
export function isNextPartOf(candidates: StoryCandidates, profile: SimilarityProfile, id: string): boolean {
  const earlier = candidates.earlier.get(id) ?? [];
  return earlier.length > 0 && isNextPart(profile, earlier);
}
