import { setImmediate as nextTurn } from 'node:timers/promises';
import { nameWordsOf, titleTerms } from '../../../../../shared/domain/stories/article-words.ts';
import { NEAR_COPY, type Signature, similarity } from '../../../../../shared/domain/stories/similarity.ts';
import { copyKeysOf } from '../../../../../shared/domain/stories/similarity-profile.ts';

/** Of the copies that share a band, only this many of the latest are compared. */
const LOOKED_AT = 32;

/** What the grouping knows of an article. */
interface GroupedArticle {
  title: string;
  signature: Signature;
}

/**
 * From this mean likeness of its parts on a group is one story. A small group needs more: two titles that share
 * a name prove little, many of which each shares something with most of the others prove much.
 */
const SAME = 0.17;
const SAME_OF_FEW = 0.9;

/** How tightly groups hold: `clustering_threshold` as the service takes it (news service, parameters). */
const DEFAULT_TIGHTNESS = 0.7;

/**
 * Groups articles into stories, all at once: copies first, then what their titles say, weighed by how words are used
 * in all of them. Returns groups of places in the list: each group in rising order, the groups by their first place.
 * About a second of work for 3,000 articles; lets other requests in between.
 */
export async function groupStories(
  articles: readonly GroupedArticle[],
  { tightness = DEFAULT_TIGHTNESS }: { tightness?: number } = {},
): Promise<number[][]> {
  const vectors = titleVectors(articles.map(({ title }) => title));
  const roots = await mergeTree(copiesAmong(articles).map((copies) => pointOf(copies, vectors)));
  const ratio = tightness / DEFAULT_TIGHTNESS;
  const isStory = ({ size, similarity: alike }: Merged) =>
    alike >= SAME * ratio ** 5 + (SAME_OF_FEW * ratio ** 2) / size;
  return roots
    .flatMap((root) => groupsIn(root, isStory))
    .map((group) => group.toSorted((a, b) => a - b))
    .toSorted(([a = 0], [b = 0]) => a - b);
}

/** So many of the heaviest words of an article make bands, in pairs. */
const BAND_WORDS = 3;

/** What near copies are likely to share: pairs of their heaviest words, and keys of copies. At most 6. */
export function bandsOf(signature: Signature): string[] {
  const heaviest = signature.words
    .map((word, at) => ({ word, weight: signature.weights[at] ?? 0 }))
    .toSorted((a, b) => b.weight - a.weight || a.word - b.word)
    .slice(0, BAND_WORDS)
    .map(({ word }) => word.toString(36))
    .toSorted();
  const pairs = heaviest.flatMap((first, at) =>
    heaviest.slice(at + 1).map((second) => `w${first}-${second}`),
  );
  return [...pairs, ...copyKeysOf(signature)];
}

/** Places of articles whose texts show them as near copies of the first of them, and every other place alone. */
function copiesAmong(articles: readonly GroupedArticle[]): number[][] {
  const groups: { signature: Signature; places: number[] }[] = [];
  const byBand = new Map<string, typeof groups>();
  for (const [place, { signature }] of articles.entries()) {
    const bands = signature.text.length === 0 ? [] : bandsOf(signature);
    const near = bands.flatMap((band) => byBand.get(band) ?? []);
    const known = near.find((group) => similarity(group.signature, signature) >= NEAR_COPY);
    if (known) known.places.push(place);
    else {
      const group = { signature, places: [place] };
      groups.push(group);
      for (const band of bands) byBand.set(band, [...(byBand.get(band) ?? []), group].slice(-LOOKED_AT));
    }
  }
  return groups.map(({ places }) => places);
}

function pointOf(places: readonly number[], vectors: readonly TitleVector[]): Point {
  const vector = new Map<number, number>();
  for (const place of places) {
    for (const [term, weight] of vectors[place] ?? []) vector.set(term, (vector.get(term) ?? 0) + weight);
  }
  return { points: places, vector };
}

/** The largest groups below a merger that are one story. */
function groupsIn(root: Merged, isStory: (merged: Merged) => boolean): number[][] {
  const groups: number[][] = [];
  const open = [root];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.parts.length === 0 || isStory(next)) groups.push(pointsOf(next));
    else open.push(...next.parts);
  }
  return groups;
}

function pointsOf(root: Merged): number[] {
  const points: number[] = [];
  const open = [root];
  for (let next = open.pop(); next; next = open.pop()) {
    points.push(...next.points);
    open.push(...next.parts);
  }
  return points;
}

/** The words of a title by number, each once, with weights whose squares add up to 1. */
type TitleVector = ReadonlyMap<number, number>;

/**
 * In a set of a few titles every word is frequent: as if so many more titles without any of their words stood beside
 * them.
 */
const OTHERS = 100;
/**
 * Rare words say more, but far less than in a search: a story in which many titles tell the same has made its own
 * words frequent.
 */
const RARITY = 0.25;
/** From this share of capitals on a word begins to count as a name. A name counts up to two thirds more. */
const HARDLY_A_NAME = 1 / 3;

/** What each title says, by how its words are used in all of them: rare ones and names say most. */
function titleVectors(titles: readonly string[]): TitleVector[] {
  const terms = titles.map((title) => [...new Set(titleTerms(title).map(({ text }) => text))]);
  const isName = nameShares(titles);
  const counts = new Map<string, number>();
  for (const term of terms.flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const numbers = new Map([...counts.keys()].map((term, at) => [term, at]));
  const weightOf = (term: string) => {
    const rarity = Math.log((titles.length + OTHERS) / (counts.get(term) ?? 1)) ** RARITY;
    return rarity * (1 + Math.max(0, isName(term) - HARDLY_A_NAME));
  };
  return terms.map((own) => unitVector(own.map((term) => [numbers.get(term) ?? 0, weightOf(term)])));
}

function unitVector(weights: readonly (readonly [term: number, weight: number])[]): TitleVector {
  const length = Math.hypot(...weights.map(([, weight]) => weight));
  return new Map(weights.map(([term, weight]) => [term, weight / length]));
}

/**
 * How often a word has a capital where that marks a name; one half where nothing does, as in scripts without
 * capitals.
 */
function nameShares(titles: readonly string[]): (term: string) => number {
  const seen = new Map<string, { capital: number; all: number }>();
  for (const { word, isCapital } of titles.flatMap(nameWordsOf)) {
    const { capital, all } = seen.get(word) ?? { capital: 0, all: 0 };
    seen.set(word, { capital: capital + (isCapital ? 1 : 0), all: all + 1 });
  }
  return (term) => {
    const { capital, all } = seen.get(term) ?? { capital: 0, all: 0 };
    return (capital + 1) / (all + 2);
  };
}

/** Points that are one from the start, with the sum of their vectors. */
interface Point {
  points: readonly number[];
  vector: ReadonlyMap<number, number>;
}

/** So many clusters look for their nearest before others get a turn. */
const TURN = 200;

/**
 * Merges points, always two clusters of which each is the nearest of the other (average linkage along chains of
 * nearest neighbours), until none have anything in common; answers the roots. Of equally near ones the first is
 * taken, so that the same points give the same trees.
 */
async function mergeTree(points: readonly Point[]): Promise<Merged[]> {
  const open = openClusterSet(2 * points.length);
  for (const { points: own, vector } of points) {
    open.add({ size: own.length, similarity: 1, parts: [], points: own, vector });
  }
  const roots: Merged[] = [];
  const chain: number[] = [];
  for (let turn = 1; ; turn += 1) {
    const last = chain.pop() ?? open.first();
    if (last === undefined) return roots;
    const before = chain.at(-1);
    const nearest = open.nearest(last, before);
    if (!nearest) roots.push(open.take(last));
    else if (nearest.id === before) {
      chain.pop();
      open.add(merged([open.take(before), open.take(last)], nearest.similarity));
    } else chain.push(last, nearest.id);
    if (turn % TURN === 0) await nextTurn();
  }
}

function merged([one, other]: [Cluster, Cluster], similarity: number): Cluster {
  const vector = new Map(one.vector);
  for (const [term, weight] of other.vector) vector.set(term, (vector.get(term) ?? 0) + weight);
  return { size: one.size + other.size, similarity, parts: [one, other], points: [], vector };
}

/** Points that were merged two by two. */
interface Merged {
  /** How many points it has. */
  size: number;
  /** The mean likeness of the points of one part to those of the other; 1 for what is no merger. */
  similarity: number;
  parts: readonly [] | readonly [Merged, Merged];
  /** The points, where it is no merger. */
  points: readonly number[];
}

/** What was merged so far, with the sum of the vectors of its points. */
interface Cluster extends Merged {
  vector: ReadonlyMap<number, number>;
}

/**
 * Clusters by the terms of their vectors, so that the nearest of one is found among those that share a term with it.
 */
interface ClusterSet {
  add(cluster: Cluster): void;
  /** Takes a cluster away. */
  take(id: number): Cluster;
  /** The cluster that has been there longest. */
  first(): number | undefined;
  /** The cluster nearest to one, of equally near ones `preferred` or else the oldest; none where nothing is shared. */
  nearest(id: number, preferred: number | undefined): { id: number; similarity: number } | undefined;
}

/** The clusters that have a term, with its weight in each; some may be gone. */
interface Posting {
  ids: number[];
  weights: number[];
}

/** A set of at most `capacity` clusters, those that are taken away included. */
function openClusterSet(capacity: number): ClusterSet {
  const clusters: (Cluster | undefined)[] = [];
  const postings = new Map<number, Posting>();
  const products = new Float64Array(capacity);
  let oldest = 0;
  const add = (cluster: Cluster) => {
    const id = clusters.push(cluster) - 1;
    for (const [term, weight] of cluster.vector) {
      const posting = postings.get(term);
      if (posting) append(posting, { id, weight });
      else postings.set(term, { ids: [id], weights: [weight] });
    }
  };
  /** Adds up the products with every cluster that shares a term, and gives those back. */
  const meet = ({ vector }: Cluster): number[] => {
    const met: number[] = [];
    for (const [term, weight] of vector) {
      const posting = postings.get(term);
      if (!posting) continue;
      sweep(posting, clusters);
      for (const [at, id] of posting.ids.entries()) {
        if (products[id] === 0) met.push(id);
        products[id] = (products[id] ?? 0) + weight * (posting.weights[at] ?? 0);
      }
    }
    return met;
  };
  return {
    add,
    take(id) {
      const cluster = clusters[id];
      if (!cluster) throw new TypeError(`cluster ${id} is gone`);
      clusters[id] = undefined;
      return cluster;
    },
    first() {
      while (oldest < clusters.length && !clusters[oldest]) oldest += 1;
      return oldest < clusters.length ? oldest : undefined;
    },
    nearest(id, preferred) {
      const own = clusters[id];
      if (!own) throw new TypeError(`cluster ${id} is gone`);
      let best: { id: number; similarity: number } | undefined;
      for (const other of meet(own)) {
        const similarity = (products[other] ?? 0) / (own.size * (clusters[other]?.size ?? 1));
        products[other] = 0;
        if (other === id || (best && similarity < best.similarity)) continue;
        const isNearer = best === undefined || similarity > best.similarity || other < best.id;
        const isKept = best !== undefined && best.id === preferred && similarity === best.similarity;
        if (other === preferred || (isNearer && !isKept)) best = { id: other, similarity };
      }
      return best;
    },
  };
}

function append({ ids, weights }: Posting, { id, weight }: { id: number; weight: number }): void {
  ids.push(id);
  weights.push(weight);
}

/** Takes out what is gone. */
function sweep(posting: Posting, clusters: readonly (Cluster | undefined)[]): void {
  let kept = 0;
  for (const [at, id] of posting.ids.entries()) {
    if (!clusters[id]) continue;
    posting.ids[kept] = id;
    posting.weights[kept] = posting.weights[at] ?? 0;
    kept += 1;
  }
  posting.ids.length = kept;
  posting.weights.length = kept;
}
