import { grown } from './grown.ts';

/** Many lists of bytes that only grow. Lists are numbered from 0. */
export interface ByteLists {
  /** Puts the first `length` bytes of some at the end of a list. */
  append(list: number, bytes: Uint8Array, length: number): void;
  /** All bytes of a list. */
  read(list: number): Uint8Array;
}

/** Bytes of a block of memory, and of the first and the largest part of a list. Behind a part is the address of the next. */
const BLOCK_BITS = 20;
const BLOCK = 1 << BLOCK_BITS;
const FIRST = 12;
const LARGEST = 16 * 1024;
const ADDRESS = 4;
/** Each part is so much larger than the one before. */
const GROWTH = 1.5;

/** Opens empty lists. They share a few blocks: an array for each of many thousand words would take more than the bytes. */
export function openByteLists(): ByteLists {
  const blocks: Uint8Array[] = [];
  let free = BLOCK;
  // By list: the addresses of its first part, of its next byte and of the end of its last part, the size of that part and of all.
  let firsts = new Uint32Array(4_096);
  let nexts = new Uint32Array(4_096);
  let ends = new Uint32Array(4_096);
  let sizes = new Uint32Array(4_096);
  let totals = new Uint32Array(4_096);

  const blockOf = (address: number) => blocks[address >>> BLOCK_BITS] ?? new Uint8Array();
  const allot = (size: number) => {
    if (free + size > BLOCK) {
      blocks.push(new Uint8Array(BLOCK));
      free = 0;
    }
    const address = (blocks.length - 1) * BLOCK + free;
    free += size;
    return address;
  };
  const extend = (list: number) => {
    const size = nextSize(sizes[list] ?? 0);
    const address = allot(size + ADDRESS);
    const end = ends[list] ?? 0;
    if (sizes[list] === 0) firsts[list] = address;
    else new DataView(blockOf(end).buffer).setUint32(end & (BLOCK - 1), address);
    sizes[list] = size;
    nexts[list] = address;
    ends[list] = address + size;
  };
  const widen = (length: number) => {
    [firsts, nexts, ends] = [grown(firsts, length), grown(nexts, length), grown(ends, length)];
    [sizes, totals] = [grown(sizes, length), grown(totals, length)];
  };
  return {
    append(list, bytes, length) {
      if (list >= totals.length) widen(list + 1);
      totals[list] = (totals[list] ?? 0) + length;
      for (let from = 0; from < length; ) {
        if (nexts[list] === ends[list]) extend(list);
        const address = nexts[list] ?? 0;
        const count = Math.min(length - from, (ends[list] ?? 0) - address);
        const block = blockOf(address);
        const start = address & (BLOCK - 1);
        for (let at = 0; at < count; at += 1) block[start + at] = bytes[from + at] ?? 0;
        nexts[list] = address + count;
        from += count;
      }
    },
    read(list) {
      const bytes = new Uint8Array(totals[list] ?? 0);
      let address = firsts[list] ?? 0;
      let size = 0;
      for (let from = 0; from < bytes.length; from += size) {
        size = nextSize(size);
        const block = blockOf(address);
        const start = address & (BLOCK - 1);
        bytes.set(block.subarray(start, start + Math.min(size, bytes.length - from)), from);
        if (from + size < bytes.length) address = new DataView(block.buffer).getUint32(start + size);
      }
      return bytes;
    },
  };
}

/** The size of the part of a list after one of this size; 0 for the first. */
function nextSize(size: number): number {
  return Math.min(LARGEST, Math.max(FIRST, Math.floor(size * GROWTH)));
}
