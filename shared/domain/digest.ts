/** Round constants of SHA-256 (FIPS 180-4, 4.2.2): the first 32 bits of the cube roots of the first 64 primes. */
const ROUND = roots(64, 1 / 3);
/** Initial state (FIPS 180-4, 5.3.3): the same of the square roots of the first 8 primes. */
const START = roots(8, 1 / 2);

/**
 * SHA-256 of bytes, or of the UTF-8 form of a text, as 32 bytes. Written out because identities are made in the domain,
 * which imports nothing; a test holds it against the platform's own.
 */
export function sha256(message: string | Uint8Array): Uint8Array {
  const state = Uint32Array.from(START);
  const schedule = new Uint32Array(64);
  const blocks = padded(typeof message === 'string' ? new TextEncoder().encode(message) : message);
  for (let offset = 0; offset < blocks.byteLength; offset += 64)
    compress({ state, schedule, blocks, offset });
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => out.setUint32(index * 4, word));
  return new Uint8Array(out.buffer);
}

/** HMAC with SHA-256 (RFC 2104) of a text under a key, both in their UTF-8 form, as 32 bytes. */
export function hmacSha256(key: string, text: string): Uint8Array {
  const bytes = new TextEncoder().encode(key);
  const block = new Uint8Array(64);
  block.set(bytes.length > block.length ? sha256(bytes) : bytes);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      new TextEncoder().encode(text),
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
  let rest = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let text = '';
  for (let n = 0; n < length; n += 1) {
    text += ALPHABET.charAt(Number(rest % 62n));
    rest /= 62n;
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
  view.setBigUint64(size - 8, BigInt(message.length) * 8n);
  return view;
}

interface Compression {
  state: Uint32Array;
  schedule: Uint32Array;
  blocks: DataView;
  offset: number;
}

/** One block (FIPS 180-4, 6.2.2). */
function compress({ state, schedule, blocks, offset }: Compression): void {
  const w = (index: number) => schedule[index] ?? 0;
  for (let t = 0; t < 64; t += 1) {
    schedule[t] =
      t < 16
        ? blocks.getUint32(offset + t * 4)
        : w(t - 16) + mix(w(t - 15), [7, 18], 3) + w(t - 7) + mix(w(t - 2), [17, 19], 10);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const choose = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + turn(e, [6, 11, 25]) + choose + (ROUND[t] ?? 0) + w(t)) | 0;
    const two = (turn(a, [2, 13, 22]) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] ?? 0) + word;
  });
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function turn(word: number, bits: readonly number[]): number {
  return bits.reduce((sum, count) => sum ^ rotate(word, count), 0);
}

function mix(word: number, bits: readonly number[], shift: number): number {
  return turn(word, bits) ^ (word >>> shift);
}

/** The first 32 bits of the fractional part of the given root of the first `count` primes. */
function roots(count: number, power: number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return Uint32Array.from(primes, (prime) => (prime ** power % 1) * 2 ** 32);
}
