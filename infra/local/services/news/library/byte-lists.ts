/**
 * The same numbers in an array of at least this length. It at least doubles, so that growing step by step costs
 * little.
 */
export function grown(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const larger = new Uint32Array(Math.max(length, 2 * numbers.length));
  larger.set(numbers);
  return larger;
}

/** Many lists of bytes that only grow. Lists are numbered from 0. */
interface ByteLists {
  /** Puts the first `length` bytes of some at the end of a list. */
  append(list: number, bytes: Uint8Array, length: number): void;
  /** All bytes of a list. */
  read(list: number): Uint8Array;
}

/**
 * Bytes of a block of memory, and of the first and the largest part of a list. Behind a part is the address of the
 * next.
 */
const BLOCK_BITS = 20;
const BLOCK = 1 << BLOCK_BITS;
const FIRST = 12;
const LARGEST = 16 * 1024;
const ADDRESS = 4;
/** Each part is so much larger than the one before. */
const GROWTH = 1.5;

/**
 * What is known of a list, in as many numbers side by side: filling an index reads all of them for each of many
 * thousand words.
 */
const FIELDS = 8;
/**
 * The addresses of its first part, of its next byte and of the end of its last part; the bytes of that part, and of
 * the whole list.
 */
const [FIRST_PART, NEXT_BYTE, END, PART, ALL] = [0, 1, 2, 3, 4];

/**
 * Opens empty lists. They share a few blocks: an array for each of many thousand words would take more than the
 * bytes.
 */
export function openByteLists(): ByteLists {
  const blocks: Uint8Array[] = [];
  let free = BLOCK;
  let known = new Uint32Array(4_096 * FIELDS);

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
  /** Adds a part to the list whose fields begin here. */
  const extend = (list: number) => {
    const before = known[list + PART] ?? 0;
    const size = nextSize(before);
    const address = allot(size + ADDRESS);
    const end = known[list + END] ?? 0;
    if (before === 0) known[list + FIRST_PART] = address;
    else new DataView(blockOf(end).buffer).setUint32(end & (BLOCK - 1), address);
    known[list + PART] = size;
    known[list + NEXT_BYTE] = address;
    known[list + END] = address + size;
  };
  return {
    append(number, bytes, length) {
      const list = number * FIELDS;
      if (list >= known.length) known = grown(known, list + FIELDS);
      known[list + ALL] = (known[list + ALL] ?? 0) + length;
      for (let from = 0; from < length; ) {
        if (known[list + NEXT_BYTE] === known[list + END]) extend(list);
        const address = known[list + NEXT_BYTE] ?? 0;
        const count = Math.min(length - from, (known[list + END] ?? 0) - address);
        const block = blockOf(address);
        const start = address & (BLOCK - 1);
        for (let at = 0; at < count; at += 1) block[start + at] = bytes[from + at] ?? 0;
        known[list + NEXT_BYTE] = address + count;
        from += count;
      }
    },
    read(number) {
      const list = number * FIELDS;
      const bytes = new Uint8Array(known[list + ALL] ?? 0);
      let address = known[list + FIRST_PART] ?? 0;
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
