import { HOUR, type Instant } from '../time/instant.ts';
import { similarity, SAME_STORY, type Signature, titleSimilarity } from './similarity.ts';
import { type WeightedSignature, weightedSignature, type UsualWords } from './usual-words.ts';

/** Articles that tell one story, as far as is known: one article, those of a group, or those of a story in the store. */
export interface Headline {
  /** Of its articles, or of the first ones. */
  signatures: readonly Signature[];
  /** When the first and the latest of its articles were indexed. */
  firstAt: Instant;
  lastAt: Instant;
  /** The story in the store, where it is one. */
  story?: string;
}

/**
 * Gathers strands, always the two that are most alike, until no two tell the same; two stories of the store are never
 * made one. Answers the places of those that belong together, in rising order. The work grows with the square of the
 * list.
 */
export function clusterHeadlines(headlines: readonly Headline[], usual: UsualWords): number[][] {
  const groups = new Set<Group>();
  for (const [place, headline] of headlines.entries()) {
    const group = { ...groupOf(headline, usual), isStory: headline.story !== undefined, places: [place] };
    for (const other of groups) tie(group, { other, link: linkOf(group, other) });
    groups.add(group);
  }
  for (let best = nearest(groups); best; best = nearest(groups)) {
    const [one, other] = best;
    groups.delete(one);
    groups.delete(other);
    groups.add(merged(one, { other, left: groups }));
  }
  return Array.from(groups, ({ places }) => places.toSorted((a, b) => a - b));
}

/** How alike two strands are, 0 to 1, where they tell the same; stories of the store, too. */
export function similarityBetween(one: Headline, other: Headline, usual: UsualWords): number | undefined {
  const [a, b] = [groupOf(one, usual), groupOf(other, usual)] as const;
  return similarityShare(a, { other: b, link: linkOf(a, b) });
}

/** Strands that tell the same. */
interface Group extends Pick<Headline, 'firstAt' | 'lastAt'> {
  isStory: boolean;
  places: readonly number[];
  signatures: readonly WeightedSignature[];
  /** So many of its articles are no copies of others: a report that is printed ten times proves no more. */
  size: number;
  /** Those with which it has anything in common. */
  links: Map<Group, Link>;
}

/** Of the pairs of articles of two groups: how alike the titles are on average, and the two most alike. */
interface Link {
  mean: number;
  best: number;
}

function groupOf({ signatures, firstAt, lastAt }: Headline, usual: UsualWords): Group {
  return {
    firstAt,
    lastAt,
    isStory: false,
    places: [],
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
      sum +=
        titles *
        Math.min(1, a.informativeWords / ENOUGH_WORDS) *
        Math.min(1, b.informativeWords / ENOUGH_WORDS);
    }
  }
  return { mean: sum / (one.size * other.size), best };
}

function tie(one: Group, { other, link }: { other: Group; link: Link }): void {
  if (link.best === 0) return;
  one.links.set(other, link);
  other.links.set(one, link);
}

/** The two of these that are most alike among those that tell the same; of equal pairs the first. */
function nearest(groups: ReadonlySet<Group>): [Group, Group] | undefined {
  let best: { pair: [Group, Group]; alike: number } | undefined;
  for (const one of groups) {
    for (const [other, link] of one.links) {
      const alike = similarityShare(one, { other, link });
      if (alike !== undefined && alike > (best?.alike ?? 0)) best = { pair: [one, other], alike };
    }
  }
  return best?.pair;
}

/** One group of two; its links to those that are left follow from theirs. */
function merged(one: Group, { other, left }: { other: Group; left: ReadonlySet<Group> }): Group {
  const isCopy = (one.links.get(other)?.best ?? 0) >= SAME_STORY;
  const group: Group = {
    firstAt: Math.min(one.firstAt, other.firstAt),
    lastAt: Math.max(one.lastAt, other.lastAt),
    isStory: one.isStory || other.isStory,
    places: [...one.places, ...other.places],
    signatures: [],
    size: isCopy ? Math.max(one.size, other.size) : one.size + other.size,
    links: new Map(),
  };
  for (const next of left) {
    const [a, b] = [one.links.get(next), other.links.get(next)];
    const mean = ((a?.mean ?? 0) * one.size + (b?.mean ?? 0) * other.size) / (one.size + other.size);
    tie(group, { other: next, link: { mean, best: Math.max(a?.best ?? 0, b?.best ?? 0) } });
    next.links.delete(one);
    next.links.delete(other);
  }
  return group;
}

/**
 * From this mean likeness of the articles of one strand to those of the other on they tell the same, the more so the
 * fewer they are: two titles that share a name prove little, many of which each shares something with most of the others
 * prove much. Chosen on real headlines (test/bench/stories.bench.ts).
 */
const SAME_OF_MANY = 0.03;
const SAME_OF_FEW = 0.6;

/** A title with fewer telling words says less than its angle to another one. */
const ENOUGH_WORDS = 5;

/**
 * Who tells a story in other words does so while it is new: as time goes by without any article, likeness counts less,
 * down to this part. A copy is known whenever it comes.
 */
const FRESH = HOUR / 2;
const STALE = 0.2;

function similarityShare(one: Group, { other, link }: { other: Group; link: Link }): number | undefined {
  if (one.isStory && other.isStory) return undefined;
  if (link.best >= SAME_STORY) return link.best;
  const gap = Math.max(0, one.firstAt - other.lastAt, other.firstAt - one.lastAt);
  const alike = link.mean * (STALE + (1 - STALE) * Math.exp(-gap / FRESH));
  return alike >= SAME_OF_MANY + SAME_OF_FEW / (one.size + other.size) ? alike : undefined;
}
