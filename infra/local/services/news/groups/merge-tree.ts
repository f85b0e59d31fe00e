import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Cluster, type Merged, openClusterSet } from './cluster-set.ts';

/** Points that are one from the start, with the sum of their vectors. */
export interface Point {
  points: readonly number[];
  vector: ReadonlyMap<number, number>;
}

/** So many clusters look for their nearest before others get a turn. */
const TURN = 200;

/**
 * Merges points, always two clusters of which each is the nearest of the other (average linkage along chains of nearest
 * neighbours), until none have anything in common; answers the roots. Of equally near ones the first is taken, so that
 * the same points give the same trees.
 */
export async function mergeTree(points: readonly Point[]): Promise<Merged[]> {
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
