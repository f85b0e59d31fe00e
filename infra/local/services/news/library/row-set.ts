/** A set of rows, numbered from 1. Operations change the set and give it back. */
export interface RowSet {
  has(row: number): boolean;
  mark(row: number): void;
  add(other: RowSet): RowSet;
  keep(other: RowSet): RowSet;
  complement(): RowSet;
  filter(test: (row: number) => boolean): RowSet;
  /** The rows, rising. */
  list(): number[];
}

/** An empty set of the rows 1 to `size`. */
export function rowSet(size: number): RowSet {
  const marks = new Uint8Array(size + 1);
  const each = (mark: (row: number) => boolean) => {
    for (let row = 1; row <= size; row += 1) marks[row] = mark(row) ? 1 : 0;
    return set;
  };
  const set: RowSet = {
    has: (row) => marks[row] === 1,
    mark(row) {
      marks[row] = 1;
    },
    add: (other) => each((row) => marks[row] === 1 || other.has(row)),
    keep: (other) => each((row) => marks[row] === 1 && other.has(row)),
    complement: () => each((row) => marks[row] !== 1),
    filter: (test) => each((row) => marks[row] === 1 && test(row)),
    list() {
      const rows: number[] = [];
      for (let row = 1; row <= size; row += 1) if (marks[row] === 1) rows.push(row);
      return rows;
    },
  };
  return set;
}
