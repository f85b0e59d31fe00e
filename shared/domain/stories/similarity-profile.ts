import type { Finding, Joined, StoredFinding } from '../findings/finding.ts';
import { type Article, sharedInTexts } from './join-rule.ts';
import { addressKey } from '../text/clean-text.ts';
import { DAY, HOUR, type Instant } from '../time/instant.ts';
import {
  articleWordsOf,
  comparedTexts,
  rarityOf,
  saysTitle,
  stemsOf,
  tellingStems,
  wordsWithStems,
} from './article-words.ts';
import {
  type Headline,
  headlineOf,
  likenessOf,
  newOpenStory,
  type OpenStory,
  storyCosine,
  withArticle,
  withEmbedding,
} from './open-story.ts';
import { type StoryArticle, storyIdOf, type StoryRecord } from './story.ts';
import { defined } from '../lib/fields.ts';
import {
  readSignature,
  SAME_STORY,
  type Signature,
  signatureOf,
  similarity,
  textSimilarity,
} from './similarity.ts';
import { hashText } from '../lib/hash.ts';
import { readSketch } from '../findings/embedding.ts';
/** What is needed to find the story of a finding. */
export interface SimilarityProfile {
  finding: Finding;
  /** The id of the story that it begins when it is similar to no other. */
  newStoryId: string;
  signature: Signature;
  /** What it is compared by with the open stories of the space. */
  article: Article;
  /** The keys by which its copies are found: of its title, its text and its group. */
  keys: readonly string[];
  /** The key of the service's group of near-copies: findings that share it are one story, without comparing texts. */
  groupKey?: string;
}

/** The profile of a finding in a space. `queried` are stems that all findings of its watch have. */
export function similarityProfileOf(
  found: Pick<StoredFinding, 'finding' | 'foundAt'>,
  { space, queried }: { space: string; queried?: ReadonlySet<string> },
): SimilarityProfile {
  const { finding } = found;
  const { duplicateGroup } = finding;
  const signature = signatureOfFinding(finding);
  const groupKey = duplicateGroup === undefined ? undefined : `g-${duplicateGroup}`;
  const keys = [...copyKeysOf(signature), ...(groupKey === undefined ? [] : [groupKey])];
  return defined<SimilarityProfile>({
    finding,
    newStoryId: storyIdOf(space, found),
    signature,
    article: articleOf(finding, queried),
    keys,
    groupKey,
  });
}

/** A finding as it is compared with the open stories. */
export function articleOf(finding: Finding, queried?: ReadonlySet<string>): Article {
  const embedding = finding.embedding === undefined ? undefined : readSketch(finding.embedding);
  const words = articleWordsOf(finding, queried);
  return { words, headline: headlineOf(finding), ...(embedding && { embedding }) };
}

/** The open stories of findings whose story is known. */
export function openStoriesOf(
  found: readonly Pick<StoredFinding, 'story' | 'finding'>[],
  queried: ReadonlySet<string>,
): Map<string, OpenStory> {
  const open = new Map<string, OpenStory>();
  for (const { story, finding } of found) {
    if (story === undefined || !isClustered(finding)) continue;
    const { words, headline, embedding } = articleOf(finding, queried);
    const before = open.get(story);
    const next = before ? withArticle(before, words, headline) : newOpenStory(story, words, headline);
    open.set(story, withEmbedding(next, embedding));
  }
  return open;
}

/** The signature stored with a finding, or else that of its title and snippet. */
export function signatureOfFinding({ signature, title, snippet }: Finding): Signature {
  return signature === undefined ? signatureOf(title, snippet) : readSignature(signature);
}

/**
 * Whether a finding is clustered with others. An event is a story of its own: the service has clustered its articles,
 * and two events may have the same title.
 */
export function isClustered({ type }: Finding): boolean {
  return type !== 'event';
}

const SLOTS_PER_KEY = 4;
const TEXT_KEYS = 2;

/** Keys that copies share: of the title, unless it has no words, and of parts of the text. At most 3. */
export function copyKeysOf({ words, text }: Signature): string[] {
  const title = words.length === 0 ? [] : [`x${hashText(words.join()).toString(36)}`];
  return [...title, ...textKeys(text)];
}

function textKeys(text: readonly number[]): string[] {
  const count = text.length === 0 ? 0 : TEXT_KEYS;
  return Array.from({ length: count }, (_, key) => {
    const slots = text.slice(key * SLOTS_PER_KEY, (key + 1) * SLOTS_PER_KEY);
    return `t${key}-${hashText(slots.join()).toString(36)}`;
  });
}

/** From this part of equal text on, two long texts are one, though an outlet has left out its end. */
export const SAME_TEXT = 0.7;
/**
 * From this part on they are one from end to end: reports of one form that name other things have a few words of their
 * own.
 */
const WHOLE_TEXT = 0.95;
/** Titles of one form share this part of their words. */
const ONE_FORM = 0.6;

/** Whether two findings are in one group of the service. */
export const areOfOneGroup = (one: SimilarityProfile, other: SimilarityProfile): boolean =>
  one.groupKey !== undefined && one.groupKey === other.groupKey;

/**
 * Whether two findings have one text, under whatever titles. The text says what both titles say, or one of them if the
 * outlets differ: an outlet that reprints a report may name another side of it.
 */
export function haveOneText(one: SimilarityProfile, other: SimilarityProfile): boolean {
  if (textSimilarity(one.signature, other.signature) < SAME_TEXT) return false;
  const areOfOneOutlet = one.finding.outlet?.domain === other.finding.outlet?.domain;
  return [one, other].filter(isTextOfTitle).length >= (areOfOneOutlet ? 2 : 1);
}

/**
 * Whether a finding has the whole text of another, and it says a word that only the other's title has, or the titles
 * are of different forms. Then the two are one report even if their titles name other things. Records never do: their
 * texts list the same fields.
 */
export function hasWholeTextOf(
  { finding: { fields, title, snippet }, signature }: SimilarityProfile,
  other: { title: string; signature: Signature },
): boolean {
  if (fields || textSimilarity(signature, other.signature) < WHOLE_TEXT) return false;
  const [own, others] = [stemsOf(title), stemsOf(other.title)];
  const common = own.filter((word) => others.includes(word)).length;
  if (common < ONE_FORM * Math.max(own.length, others.length)) return true;
  const said = new Set(stemsOf(snippet));
  return tellingStems(other.title).some((word) => !own.includes(word) && said.has(word));
}

/** A shorter title may be within many others. */
const LEAST_OF_TITLE = 4;

/**
 * Whether one title has all the words of the other: it adds to it or leaves out some, and names nothing else instead.
 */
function isTitleWithin({ words: a }: Signature, { words: b }: Signature): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  return shorter.length >= LEAST_OF_TITLE && shorter.every((word) => longer.includes(word));
}

/** Whether one title only adds words to the other. */
export function isEditedTitle(one: Signature, other: Signature): boolean {
  return isTitleWithin(one, other) && similarity(one, other) >= SAME_STORY;
}

/** Whether the text of a finding says what its title says. */
export const isTextOfTitle = ({ finding: { title, snippet } }: SimilarityProfile): boolean =>
  saysTitle(snippet, title);

/** The story that a finding is put into, and why; without a reason if the finding began it or has been in it. */
export interface Home {
  id: string;
  joined?: Joined;
}

/** Why a finding joins a story: the same headline, or the words that both have. */
export function reasonOf(
  { finding, article }: SimilarityProfile,
  { story, odds }: { story: OpenStory | undefined; odds?: number | undefined },
): Joined {
  if (story?.headlines.some(({ title }) => title === article.headline.title)) return { by: 'headline' };
  const { title, text } = comparedTexts(finding);
  const words = wordsIn(title, new Set(story?.title.keys()));
  const texts = wordsIn(text, new Set(story && sharedInTexts(article.words, story)));
  return {
    by: 'words',
    words,
    ...(texts.length > 0 && { texts }),
    ...(story && cosineWith(article, story)),
    ...(odds !== undefined && { odds: Math.round(odds * 10) / 10 }),
  };
}

/** The cosine of the embeddings, where it counts. */
function cosineWith({ embedding }: Article, story: OpenStory): { cosine?: number } {
  const cosine = likenessOf(embedding, story) > 0 && storyCosine(embedding, story);
  return cosine ? { cosine: Math.round(cosine * 100) / 100 } : {};
}

/** So many words are kept of those by which an article joined a story. */
const SHOWN_WORDS = 8;

/** The words of a text with some stems, each stem once, the rarest first. */
function wordsIn(text: string, stems: ReadonlySet<string>): string[] {
  if (stems.size === 0) return [];
  const shared = wordsWithStems(text).filter(({ stem }) => stems.has(stem));
  const byRarity = shared.toSorted((a, b) => rarityOf(b.stem) - rarityOf(a.stem));
  return [...new Map(byRarity.map(({ stem, word }) => [stem, word])).values()].slice(0, SHOWN_WORDS);
}

// Series whose articles have no text, or only a short one: each day the same outlet prints the same title, such as
// "Your horoscope". Titles alone do not tell the next part from an article that the service indexes again.

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
 * Whether a finding is proven to be the next part of a series, and no article that was indexed again: its outlet
 * printed the title on another day, and each time the finding has another link, no equal text, and was published after
 * the other one was indexed. Without a link or a date of publication nothing is proven.
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
