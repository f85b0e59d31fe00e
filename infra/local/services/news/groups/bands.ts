import { copyKeysOf } from '../../../../../shared/domain/stories/similarity-profile.ts';
import type { Signature } from '../../../../../shared/domain/stories/similarity.ts';
import { grown } from '../library/words/grown.ts';

/** The keys that articles share with their copies, as numbers from 1. Articles are numbered from 0. */
export interface Bands {
  /** Adds those of the next article. */
  add(signature: Signature): void;
  of(article: number): number[];
}

/** An article has at most so many. */
const MOST = 5;

export function openBands(): Bands {
  const numbers = new Map<string, number>();
  let all = new Uint32Array(1_024);
  let end = 0;
  const numberOf = (key: string) => {
    const known = numbers.get(key) ?? numbers.size + 1;
    if (known > numbers.size) numbers.set(key, known);
    return known;
  };
  return {
    add(signature) {
      all = grown(all, end + MOST);
      all.set(copyKeysOf(signature).map(numberOf), end);
      end += MOST;
    },
    of(article) {
      const bands: number[] = [];
      for (let at = article * MOST; at < (article + 1) * MOST; at += 1) if (all[at]) bands.push(all[at] ?? 0);
      return bands;
    },
  };
}
