/** Points that were merged two by two. */
export interface Merged {
  /** How many points it has. */
  size: number;
  /** The mean likeness of the points of one part to those of the other; 1 for what is no merger. */
  similarity: number;
  parts: readonly [] | readonly [Merged, Merged];
  /** The points, where it is no merger. */
  points: readonly number[];
}

/** What was merged so far, with the sum of the vectors of its points. */
export interface Cluster extends Merged {
  vector: ReadonlyMap<number, number>;
}

/** Clusters by the terms of their vectors, so that the nearest of one is found among those that share a term with it. */
export interface ClusterSet {
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
export function openClusterSet(capacity: number): ClusterSet {
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
