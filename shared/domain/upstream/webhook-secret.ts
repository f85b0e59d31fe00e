import { base62, sha256 } from '../lib/hash.ts';

/** All of the 256 bits. */
const LENGTH = 43;

/** What is kept of a webhook's secret: who reads the store cannot deliver. The secret itself is random and long. */
export function secretHash(secret: string): string {
  return base62(sha256(secret), LENGTH);
}

/** Whether a secret is one of those that were given out. Takes the same time for every wrong one. */
export function isKnownSecret(given: string, digests: readonly string[]): boolean {
  const digest = secretHash(given);
  return digests.map((known) => isEqual(digest, known)).includes(true);
}

/** Compares every character, however early two texts differ. */
function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ (b.charCodeAt(at) || 0);
  return difference === 0;
}
