import { base62, isSameSecret, sha256 } from '../lib/hash.ts';
import type { Instant } from '../time/instant.ts';
import type { Viewer } from './viewer.ts';

/** A key of the API, as it is stored: its secret only as a hash. */
export interface ApiKey extends Viewer {
  hash: string;
  /** How many calls it may make in a minute. */
  perMinute: number;
  madeAt: Instant;
  revokedAt?: Instant;
  /** The minute of its latest call, counted from 1970, and how many calls are left in it. */
  minute: number;
  left: number;
}

const ID_LENGTH = 10;
/** 190 bits. */
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** Scanners for leaked secrets find keys by it. */
const PREFIX = 'bw_';

/** What a key is made of. */
interface KeyParts {
  id: string;
  secret: string;
}

/** The parts of a new key. Both inputs are random: at least 8 and 25 bytes. */
export function keyParts(forId: Uint8Array, forSecret: Uint8Array): KeyParts {
  return { id: base62(forId, ID_LENGTH), secret: base62(forSecret, SECRET_LENGTH) };
}

/** A key as its holder has it: `bw_`, then 48 letters and digits, of which the last 6 are a checksum. */
export function keyText({ id, secret }: KeyParts): string {
  return PREFIX + id + secret + checksumOf({ id, secret });
}

/** The parts of a key; undefined for a text that no key has, such as one with a typing error. */
export function partsOfKey(text: string): KeyParts | undefined {
  const [, id = '', secret = '', checksum] =
    /^bw_([0-9A-Za-z]{10})([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  return checksum === checksumOf({ id, secret }) ? { id, secret } : undefined;
}

/** What is stored of a secret. It is random and long, so one plain hash is enough. */
export function hashOfSecret({ secret }: KeyParts): string {
  return base62(sha256(secret), 40);
}

/** Whether a key with this hash is valid. */
export function isLive(key: Pick<ApiKey, 'hash' | 'revokedAt'>, hash: string): boolean {
  return key.revokedAt === undefined && isSameSecret(key.hash, hash);
}

function checksumOf({ id, secret }: KeyParts): string {
  return base62(sha256(`${PREFIX}${id}${secret}`), CHECKSUM_LENGTH);
}
