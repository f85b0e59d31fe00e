/** Round constants of SHA-256 (FIPS 180-4, 4.2.2): the first 32 bits of the cube roots of the first 64 primes. */
const ROUND = roots(64, 1 / 3);
/** Initial state (FIPS 180-4, 5.3.3): the same of the square roots of the first 8 primes. */
const START = roots(8, 1 / 2);

const encoder = new TextEncoder();

/**
 * SHA-256 of bytes, or of the UTF-8 form of a text, as 32 bytes. Written out because identities are made in the domain,
 * which imports nothing; a test holds it against the platform's own.
 */
export function sha256(message: string | Uint8Array): Uint8Array {
  const state = Int32Array.from(START);
  const schedule = new Int32Array(64);
  const blocks = padded(typeof message === 'string' ? encoder.encode(message) : message);
  for (let offset = 0; offset < blocks.byteLength; offset += 64)
    compress({ state, schedule, blocks, offset });
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => out.setInt32(index * 4, word));
  return new Uint8Array(out.buffer);
}

/** HMAC with SHA-256 (RFC 2104) of a text under a key, both in their UTF-8 form, as 32 bytes. */
export function hmacSha256(key: string, text: string): Uint8Array {
  const bytes = encoder.encode(key);
  const block = new Uint8Array(64);
  block.set(bytes.length > block.length ? sha256(bytes) : bytes);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      encoder.encode(text),
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

/**
 * A stable id of 20 base62 characters (119 bits) for a list of parts. Parts are kept apart: `['a','bc']` and
 * `['ab','c']` differ. Never random, never from the run: the same facts always give the same id.
 */
export function idOf(...parts: readonly string[]): string {
  return base62(sha256(JSON.stringify(parts)), 20);
}

/** Digits of base 62, least first. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The first `length` base62 digits of a byte string read as one big number, least digit first. */
export function base62(bytes: Uint8Array, length: number): string {
  const number = Uint8Array.from(bytes);
  let text = '';
  for (let n = 0; n < length; n += 1) {
    // Long division, byte by byte: of each, the rest goes on to the next.
    let rest = 0;
    for (let at = 0; at < number.length; at += 1) {
      const part = rest * 256 + (number[at] ?? 0);
      number[at] = (part / 62) | 0;
      rest = part % 62;
    }
    text += ALPHABET.charAt(rest);
  }
  return text;
}

/** Appends the end mark and the length in bits, to a whole number of 64-byte blocks (FIPS 180-4, 5.1.1). */
function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, message.length / 2 ** 29);
  view.setUint32(size - 4, message.length * 8);
  return view;
}

interface Compression {
  state: Int32Array;
  schedule: Int32Array;
  blocks: DataView;
  offset: number;
}

/** One block (FIPS 180-4, 6.2.2). Thousands of ids are made in a run: nothing is allocated in these loops. */
function compress({ state, schedule, blocks, offset }: Compression): void {
  for (let t = 0; t < 16; t += 1) schedule[t] = blocks.getInt32(offset + t * 4);
  for (let t = 16; t < 64; t += 1) {
    const far = schedule[t - 15] ?? 0;
    const near = schedule[t - 2] ?? 0;
    const early = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    const late = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    schedule[t] = (schedule[t - 16] ?? 0) + early + (schedule[t - 7] ?? 0) + late;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const choose = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const turned = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + turned + choose + (ROUND[t] ?? 0) + (schedule[t] ?? 0)) | 0;
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] ?? 0) + word;
  });
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The first 32 bits of the fractional part of the given root of the first `count` primes. */
function roots(count: number, power: number): Int32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return Int32Array.from(primes, (prime) => (prime ** power % 1) * 2 ** 32);
}
