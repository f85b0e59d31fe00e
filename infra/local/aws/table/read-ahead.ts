import { AbstractLevel, AbstractValueIterator, type AbstractValueIteratorOptions } from 'abstract-level';

type Values = AbstractValueIterator<AbstractLevel<unknown>, unknown, unknown>;

/** Where the methods are, as functions of a store. */
interface Prototype {
  values: (this: AbstractLevel<unknown>, options?: AbstractValueIteratorOptions<unknown, unknown>) => Values;
}

/** Values that are read from the store together, and their bytes. It would take one value first, and then 16 KB at a time. */
const AT_ONCE = 1_000;
const BYTES_AT_ONCE = 256 * 1024;

/**
 * Makes iterators over values read many of them at once. Each read passes through another thread, which takes longer than what it
 * reads: a query of a few items takes one instead of two, and one of 160 KB two instead of twelve.
 */
export function readAhead(): void {
  const prototype: Prototype = AbstractLevel.prototype;
  const { values } = prototype;
  Object.defineProperty(AbstractLevel.prototype, 'values', {
    value(this: AbstractLevel<unknown>, options?: AbstractValueIteratorOptions<unknown, unknown>) {
      return values.call(this, { ...options, highWaterMarkBytes: BYTES_AT_ONCE });
    },
  });
  const read = new WeakMap<Values, unknown[]>();
  Object.defineProperty(AbstractValueIterator.prototype, 'next', {
    async value(this: Values) {
      const left = read.get(this) ?? [];
      if (left.length > 0) return left.pop();
      const part = (await this.nextv(AT_ONCE)).toReversed();
      read.set(this, part);
      return part.pop();
    },
  });
}
