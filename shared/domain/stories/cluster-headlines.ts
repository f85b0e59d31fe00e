import { HOUR, type Instant } from '../time/instant.ts';
import { similarity, SAME_STORY, type Signature, titleSimilarity } from './similarity.ts';
import { type WeightedSignature, weightedSignature, type UsualWords } from './usual-words.ts';

/** Articles of one story, as far as is known: one article, those of a group of near-copies, or those of a stored story. */
export interface Headline {
  /** The signatures of its articles, or of the first ones. */
  signatures: readonly Signature[];
  /** When the first and the latest of its articles were indexed. */
  firstAt: Instant;
  lastAt: Instant;
  /** The id of the stored story, if it is one. */
  story?: string;
}

/**
 * Clusters headlines: joins the two most similar groups until no two are similar enough. Two stored stories are never
 * joined. Returns the indexes of each cluster's headlines, in rising order. The time grows with the square of the list.
 */
export function clusterHeadlines(headlines: readonly Headline[], usual: UsualWords): number[][] {
  const groups = new Set<Group>();
  for (const [index, headline] of headlines.entries()) {
    const group = { ...groupOf(headline, usual), isStored: headline.story !== undefined, indexes: [index] };
    for (const other of groups) setLink(group, { other, link: linkOf(group, other) });
    groups.add(group);
  }
  for (let pair = mostSimilar(groups); pair; pair = mostSimilar(groups)) {
    const [one, other] = pair;
    groups.delete(one);
    groups.delete(other);
    groups.add(joinGroups(one, { other, left: groups }));
  }
  return Array.from(groups, ({ indexes }) => indexes.toSorted((a, b) => a - b));
}

/** How similar two headlines are, 0 to 1, if they are similar enough to be one story. Stored stories are compared too. */
export function similarityBetween(one: Headline, other: Headline, usual: UsualWords): number | undefined {
  const [a, b] = [groupOf(one, usual), groupOf(other, usual)] as const;
  return similarityShare(a, { other: b, link: linkOf(a, b) });
}

/** Headlines that are one story. */
interface Group extends Pick<Headline, 'firstAt' | 'lastAt'> {
  isStored: boolean;
  indexes: readonly number[];
  signatures: readonly WeightedSignature[];
  /** The number of its articles without copies: a report that is published ten times is no more evidence. */
  size: number;
  /** The groups with which it has anything in common. */
  links: Map<Group, Link>;
}

/** How similar the pairs of articles of two groups are: the mean of their titles, and the most similar pair. */
interface Link {
  mean: number;
  best: number;
}

function groupOf({ signatures, firstAt, lastAt }: Headline, usual: UsualWords): Group {
  return {
    firstAt,
    lastAt,
    isStored: false,
    indexes: [],
    signatures: signatures.map((signature) => weightedSignature(signature, usual)),
    size: signatures.length,
    links: new Map(),
  };
}

function linkOf(one: Group, other: Group): Link {
  let [sum, best] = [0, 0];
  for (const a of one.signatures) {
    for (const b of other.signatures) {
      const titles = titleSimilarity(a, b);
      if (titles > 0) best = Math.max(best, similarity(a, b));
      sum += titles * enoughWords(a) * enoughWords(b);
    }
  }
  return { mean: sum / (one.size * other.size), best };
}

/** The share, 0 to 1, by which a title with few informative words counts less. */
function enoughWords({ informativeWords }: WeightedSignature): number {
  return Math.min(1, informativeWords / ENOUGH_WORDS);
}

function setLink(one: Group, { other, link }: { other: Group; link: Link }): void {
  if (link.best === 0) return;
  one.links.set(other, link);
  other.links.set(one, link);
}

/** The most similar pair of groups that can be one story; of equal pairs the first. */
function mostSimilar(groups: ReadonlySet<Group>): [Group, Group] | undefined {
  let best: { pair: [Group, Group]; score: number } | undefined;
  for (const one of groups) {
    for (const [other, link] of one.links) {
      const score = similarityShare(one, { other, link });
      if (score !== undefined && score > (best?.score ?? 0)) best = { pair: [one, other], score };
    }
  }
  return best?.pair;
}

/** One group of two. Its links to the groups that are left follow from theirs. */
function joinGroups(one: Group, { other, left }: { other: Group; left: ReadonlySet<Group> }): Group {
  const isCopy = (one.links.get(other)?.best ?? 0) >= SAME_STORY;
  const group: Group = {
    firstAt: Math.min(one.firstAt, other.firstAt),
    lastAt: Math.max(one.lastAt, other.lastAt),
    isStored: one.isStored || other.isStored,
    indexes: [...one.indexes, ...other.indexes],
    signatures: [],
    size: isCopy ? Math.max(one.size, other.size) : one.size + other.size,
    links: new Map(),
  };
  for (const next of left) {
    const [a, b] = [one.links.get(next), other.links.get(next)];
    const mean = ((a?.mean ?? 0) * one.size + (b?.mean ?? 0) * other.size) / (one.size + other.size);
    setLink(group, { other: next, link: { mean, best: Math.max(a?.best ?? 0, b?.best ?? 0) } });
    next.links.delete(one);
    next.links.delete(other);
  }
  return group;
}

/**
 * The least mean similarity of two groups of many articles, and what is added for few articles: two titles that share a
 * name prove little, many titles that each share something with most others prove much. Chosen on real headlines
 * (test/bench/stories.bench.ts).
 */
const SAME_OF_MANY = 0.03;
const SAME_OF_FEW = 0.6;

/** A title with fewer informative words than this counts less. */
const ENOUGH_WORDS = 5;

/**
 * Outlets write a story in their own words while it is new. So similarity counts less the longer no article came, by the
 * time constant `FRESH` and down to the share `STALE`. Copies are recognised at any time.
 */
const FRESH = HOUR / 2;
const STALE = 0.2;

/** The score of two groups that can be one story, 0 to 1. */
function similarityShare(one: Group, { other, link }: { other: Group; link: Link }): number | undefined {
  if (one.isStored && other.isStored) return undefined;
  if (link.best >= SAME_STORY) return link.best;
  const gap = Math.max(0, one.firstAt - other.lastAt, other.firstAt - one.lastAt);
  const score = link.mean * (STALE + (1 - STALE) * Math.exp(-gap / FRESH));
  return score >= SAME_OF_MANY + SAME_OF_FEW / (one.size + other.size) ? score : undefined;
}
