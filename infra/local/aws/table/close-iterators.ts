import { AbstractKeyIterator, AbstractValueIterator } from 'abstract-level';

/**
 * The table's engine ends what it reads by `return()` of the store's iterators, which they do not have: each query left
 * an open iterator with its snapshot, about 20 KB that were never given back. `close()` is what it means.
 */
export function closeEndedIterators(): void {
  for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator]) {
    if ('return' in prototype) continue;
    Object.defineProperty(prototype, 'return', {
      value(this: { close(): Promise<void> }) {
        return this.close();
      },
    });
  }
}
