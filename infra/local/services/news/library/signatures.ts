import { type Signature, signatureOf } from '../../../../../shared/domain/stories/similarity.ts';
import { textOf } from './columns.ts';
import type { Entry } from './entry.ts';
import { headlineOfEntry } from './headline-of-entry.ts';
import { packSignatures, unpacked } from './packed-signatures.ts';

/** What articles are compared by. */
export interface Signatures {
  /** That of an article. The first time it is made, in about 0.1 ms; then it is kept. */
  of(entry: Entry): Signature;
}

export function openSignatures(): Signatures {
  const packed = packSignatures();
  const numbers = new Map<Entry, number>();
  return {
    of(entry) {
      const known = numbers.get(entry);
      if (known !== undefined) return unpacked(packed.at(known));
      const signature = signatureOf(headlineOfEntry(entry), textOf(entry, 'content'));
      numbers.set(entry, packed.add(signature));
      return signature;
    },
  };
}
