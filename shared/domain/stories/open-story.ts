import { embeddingCosine, type EmbeddingSketch, readSketch } from '../findings/embedding.ts';
import { type Finding, isRanked } from '../findings/finding.ts';
import { defined } from '../lib/fields.ts';
import { hashText } from '../lib/hash.ts';
import { HOUR, type Instant } from '../time/instant.ts';
import { compareSeverity, mostSevere, type Severity } from '../watches/watch.ts';
import { type QuietForm, quietFormOf } from './quiet-forms.ts';
import { rarityOf, termsOf } from './terms.ts';

/** What an article is compared by with the open stories of a space. */
export interface Article extends Headline {
  /** Terms of its text that its title lacks, the rarest ones. */
  text: readonly string[];
  embedding?: EmbeddingSketch;
}

/** A headline as a story keeps it. */
export interface Headline {
  fingerprint: string;
  /** When the service indexed it. */
  at: Instant;
  /** The domain of its outlet. */
  outlet: string;
  /** SEO rank of the outlet: lower is more popular. */
  rank?: number;
  /** The terms of its title, in order. */
  terms: readonly string[];
  /** Of an article that reports nothing by its form. */
  quiet?: QuietForm;
}

const MOST_TERMS = 24;
/** So much of a text is read, in UTF-16 units, and so many of its terms are compared. */
const TEXT_READ = 1_000;
const MOST_TEXT = 25;

/** A finding as it is compared: by the service's translation where there is one. */
export function articleOf(finding: Finding): Article {
  const { fingerprint, indexedAt, outlet, translation, snippet } = finding;
  const terms = termsOf(translation?.title ?? finding.title, MOST_TERMS);
  const others = termsOf((translation?.text ?? snippet).slice(0, TEXT_READ)).filter(
    (term) => !terms.includes(term),
  );
  return defined<Article>({
    fingerprint,
    at: indexedAt,
    outlet: outlet?.domain ?? '',
    rank: isRanked(outlet?.rank) ? outlet.rank : undefined,
    terms,
    text: others.toSorted((a, b) => rarityOf(b) - rarityOf(a) || (a < b ? -1 : 1)).slice(0, MOST_TEXT),
    quiet: quietFormOf(finding),
    embedding: finding.embedding === undefined ? undefined : readSketch(finding.embedding),
  });
}

/** What a space keeps of a story to which articles may still belong, mostly below 1 KB. */
export interface OpenStory {
  id: string;
  /** When its latest article was indexed. */
  lastAt: Instant;
  /** How many articles it has, and how many different titles. */
  articles: number;
  titles: number;
  /** How many of its articles have each term, in the title and in the text: the most frequent ones. */
  title: ReadonlyMap<string, number>;
  text: ReadonlyMap<string, number>;
  /** Its latest headlines. */
  headlines: readonly Headline[];
  /** Hashes of the latest articles beyond these headlines, so that no article counts twice. */
  counted: readonly number[];
  /** By channel (`noticeKeyOf`): what it was notified of the story. */
  notified: Readonly<Record<string, Notified>>;
  /** Sketches of the embeddings of its first and its latest article that have one. */
  embeddings?: readonly EmbeddingSketch[];
}

/** What a channel was notified of a story: the highest severity, and when the latest such headlines were indexed. */
export interface Notified {
  severity: Severity;
  at: readonly Instant[];
}

/** A story is open until so long after its latest article. Copies are recognised for much longer. */
export const OPEN_FOR = 96 * HOUR;

/** When a story closes if no further article joins it. */
export function openUntil({ lastAt }: Pick<OpenStory, 'lastAt'>): Instant {
  return lastAt + OPEN_FOR;
}

const MOST_TITLE_TERMS = 60;
const MOST_TEXT_TERMS = 40;
const MOST_HEADLINES = 12;
/** As many as a part of a run has, which is repeated after a death in it. */
const MOST_COUNTED = 100;
const MOST_NOTIFIED = 12;

/** A story without articles. */
export function emptyStory(id: string, at: Instant): OpenStory {
  return {
    id,
    lastAt: at,
    articles: 0,
    titles: 0,
    title: new Map(),
    text: new Map(),
    headlines: [],
    counted: [],
    notified: {},
  };
}

/** The story with one more article; the same story if it has counted the article. */
export function withArticle(story: OpenStory, article: Article): OpenStory {
  if (hasCounted(story, article)) return story;
  const { text, embedding, ...headline } = article;
  const headlines = [...story.headlines, headline].toSorted(
    (a, b) => a.at - b.at || (a.fingerprint < b.fingerprint ? -1 : 1),
  );
  const passed = headlines.slice(0, -MOST_HEADLINES).map(({ fingerprint }) => hashOf(fingerprint));
  const [first] = story.embeddings ?? [];
  const isReprint = story.headlines.some(({ terms }) => terms.join() === headline.terms.join());
  return {
    ...story,
    lastAt: Math.max(story.lastAt, article.at),
    articles: story.articles + 1,
    titles: story.titles + (isReprint ? 0 : 1),
    title: withTerms(story.title, headline.terms, MOST_TITLE_TERMS),
    text: withTerms(story.text, text, MOST_TEXT_TERMS),
    headlines: headlines.slice(-MOST_HEADLINES),
    counted: [...story.counted, ...passed].slice(-MOST_COUNTED),
    ...(embedding && { embeddings: first ? [first, embedding] : [embedding] }),
  };
}

function hasCounted({ headlines, counted }: OpenStory, { fingerprint }: Article): boolean {
  return headlines.some((one) => one.fingerprint === fingerprint) || counted.includes(hashOf(fingerprint));
}

/** 24 bits, which take five characters. */
const hashOf = (fingerprint: string): number => hashText(fingerprint) & 0xff_ffff;

function withTerms(
  counts: ReadonlyMap<string, number>,
  terms: readonly string[],
  most: number,
): ReadonlyMap<string, number> {
  const next = new Map(counts);
  for (const term of terms) next.set(term, (next.get(term) ?? 0) + 1);
  if (next.size <= most) return next;
  const weighed = [...next].toSorted(
    ([a, x], [b, y]) => y * rarityOf(b) - x * rarityOf(a) || (a < b ? -1 : 1),
  );
  return new Map(weighed.slice(0, most));
}

/** The story once a channel was notified of a headline of it. Noting it again changes nothing. */
export function withNotified(
  story: OpenStory,
  channel: string,
  { severity, at }: { severity: Severity; at: Instant },
): OpenStory {
  const known = story.notified[channel];
  if (known?.at.includes(at) && compareSeverity(known.severity, severity) >= 0) return story;
  const times = [...new Set([...(known?.at ?? []), at])].toSorted((a, b) => a - b).slice(-MOST_NOTIFIED);
  const notified: Notified = { severity: known ? mostSevere(known.severity, severity) : severity, at: times };
  return { ...story, notified: { ...story.notified, [channel]: notified } };
}

/**
 * From which cosine on embeddings speak for one story, and from which they count whole. At 0.95 the service itself
 * takes the embeddings of two articles for those of near-copies (news service, near copies).
 */
const LIKE = { from: 0.85, whole: 0.95 };

/** How like the embedding of an article is to those of a story: 0 up to a cosine of 0.85, 1 from 0.95 on. */
export function likenessOf({ embedding }: Article, { embeddings = [] }: OpenStory): number {
  const cosines = embeddings.flatMap((one) => (embedding && embeddingCosine(embedding, one)) ?? []);
  if (cosines.length === 0) return 0;
  const cosine = cosines.reduce((sum, one) => sum + one, 0) / cosines.length;
  return Math.min(1, Math.max(0, (cosine - LIKE.from) / (LIKE.whole - LIKE.from)));
}

// A story is named after its most central headline: the one whose terms most other headlines of the story have, too,
// rare ones counting more, for the length of the headline. With two headlines, neither is.

/** A story of fewer headlines is named after the first. */
const LEAST_HEADLINES = 3;
const NONE: ReadonlySet<string> = new Set();

/**
 * How much the terms of a title are those of the other titles. `counts` says how many titles have each, this one among
 * them; what is `queried`, which all findings of a watch have, counts nothing.
 */
function centralityOf(title: string, counts: ReadonlyMap<string, number>, queried = NONE): number {
  let [shared, length] = [0, 0];
  for (const term of termsOf(title)) {
    if (queried.has(term)) continue;
    const weight = rarityOf(term) ** 2;
    shared += weight * Math.max(0, (counts.get(term) ?? 0) - 1);
    length += weight;
  }
  return length === 0 ? 0 : shared / Math.sqrt(length);
}

/** The most central of some titles; of equal ones, and of fewer than three, the first. */
export function mostCentral<T extends { title: string }>(titled: readonly T[]): T | undefined {
  if (titled.length < LEAST_HEADLINES) return titled[0];
  const counts = new Map<string, number>();
  for (const { title } of titled)
    for (const term of termsOf(title)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const scores = titled.map(({ title }) => centralityOf(title, counts));
  return titled[scores.indexOf(Math.max(...scores))];
}

/** Whether a title of an open story is more central to it than the title after which it is named. */
export function isMoreCentral(
  title: string,
  { named, story, queried }: { named: string; story: OpenStory; queried: ReadonlySet<string> },
): boolean {
  if (title === named || story.headlines.length < LEAST_HEADLINES) return false;
  return centralityOf(title, story.title, queried) > centralityOf(named, story.title, queried);
}
