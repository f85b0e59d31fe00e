/**
 * Where a word or a phrase occurs: for each column of each row that has it, in rising order, the numbers of the words at
 * which it begins.
 */
export interface Occurrences {
  /** `keyOf` the row and the column. */
  keys: Uint32Array;
  /** Where the places of each key begin in `places`, and behind the last one their count. */
  starts: Uint32Array;
  places: Uint32Array;
}

/** Rows, numbered from 1 in the order in which they were added, have keys of their own for so many columns. */
const COLUMNS_OF_ROW = 8;

/** The key of a column, counted from 0, of a row. Keys rise with the rows, then with the columns. */
export function keyOf(row: number, column: number): number {
  return row * COLUMNS_OF_ROW + column;
}

export function rowOfKey(key: number): number {
  return Math.floor(key / COLUMNS_OF_ROW);
}

export function columnOfKey(key: number): number {
  return key % COLUMNS_OF_ROW;
}

/** Occurrences that are put together key by key. `size` is the most places that there may be. */
function writeOccurrences(size: number) {
  const keys = new Uint32Array(size);
  const starts = new Uint32Array(size + 1);
  const places = new Uint32Array(size);
  let count = 0;
  let end = 0;
  return {
    add(key: number, place: number) {
      if (count === 0 || keys[count - 1] !== key) {
        keys[count] = key;
        starts[count] = end;
        count += 1;
      }
      places[end] = place;
      end += 1;
    },
    done(): Occurrences {
      starts[count] = end;
      return {
        keys: keys.subarray(0, count),
        starts: starts.subarray(0, count + 1),
        places: places.subarray(0, end),
      };
    },
  };
}

/** Writes numbers, 0 to 2^32 - 1, in 1 to 5 bytes each: a byte has 7 bits of one, and its highest bit says whether more follow. */
export function writeNumber(bytes: Uint8Array, at: number, number: number): number {
  let rest = number;
  let end = at;
  for (; rest > 0x7f; rest >>>= 7) {
    bytes[end] = (rest & 0x7f) | 0x80;
    end += 1;
  }
  bytes[end] = rest;
  return end + 1;
}

/**
 * Reads occurrences from numbers that are, for each key: how much it is greater than the one before, how many places it has, and
 * how much each of them is greater than the one before.
 */
export function readOccurrences(bytes: Uint8Array): Occurrences {
  const read = writeOccurrences(bytes.length);
  let at = 0;
  const next = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte <= 0x7f) return value >>> 0;
    }
  };
  let key = 0;
  while (at < bytes.length) {
    key += next();
    let place = 0;
    for (let left = next(); left > 0; left -= 1) {
      place += next();
      read.add(key, place);
    }
  }
  return read.done();
}

/** The places of `first` after which, so many words later, `next` follows. */
export function followed(
  first: Occurrences,
  { next, after }: { next: Occurrences; after: number },
): Occurrences {
  const found = writeOccurrences(Math.min(first.places.length, next.places.length));
  let other = 0;
  for (let at = 0; at < first.keys.length; at += 1) {
    const key = first.keys[at] ?? 0;
    while ((next.keys[other] ?? Infinity) < key) other += 1;
    if (next.keys[other] !== key) continue;
    const end = next.starts[other + 1] ?? 0;
    let follower = next.starts[other] ?? 0;
    for (let place = first.starts[at] ?? 0; place < (first.starts[at + 1] ?? 0); place += 1) {
      const wanted = (first.places[place] ?? 0) + after;
      while (follower < end && (next.places[follower] ?? 0) < wanted) follower += 1;
      if (follower < end && next.places[follower] === wanted) found.add(key, wanted - after);
    }
  }
  return found.done();
}
