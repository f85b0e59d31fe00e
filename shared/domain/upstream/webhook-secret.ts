import { base62, isSameSecret, sha256 } from '../lib/hash.ts';

/** All 256 bits of a hash in base62. */
const LENGTH = 43;

/** The hash of a webhook's secret. The store keeps only this, so that its readers cannot post to us. */
export function secretHash(secret: string): string {
  return base62(sha256(secret), LENGTH);
}

/** Whether a secret is one of those that we issued. Every wrong secret takes the same time. */
export function isKnownSecret(secret: string, hashes: readonly string[]): boolean {
  const hash = secretHash(secret);
  return hashes.map((known) => isSameSecret(hash, known)).includes(true);
}
