import { keysAround, copyKeysOf, dayKeysOf, titleKeyOf } from './similarity-keys.ts';
import type { Finding } from '../findings/finding.ts';
import { type Signature, signatureOf } from './similarity.ts';
import { readSignature } from './signature-text.ts';
import { storyIdOf } from './story.ts';

/** By what the story of a finding is found. */
export interface SimilarityProfile {
  finding: Finding;
  /** The story that it founds when it is like no other. */
  newStoryId: string;
  signature: Signature;
  /** The bands it stands under, sorted; that of its group is one of them. */
  keys: readonly string[];
  /** The bands under which its story may stand besides. */
  adjacentKeys: readonly string[];
  /** The band of its title, or of itself where that has no word, for one that stands under no other: copies find it there. */
  fallbackKey: string;
  /** The band of the service's group of near-copies: who shares it tells the same, without a look at the texts. */
  groupKey?: string;
}

/** The marks of an article or a record. */
export function similarityProfileOf(finding: Finding): SimilarityProfile {
  const { duplicateGroup, indexedAt: at } = finding;
  const signature = signatureOfFinding(finding);
  const group = duplicateGroup === undefined ? undefined : `g-${duplicateGroup}`;
  const keys = [
    ...copyKeysOf(signature),
    ...dayKeysOf(signature, at),
    ...(group === undefined ? [] : [group]),
  ];
  const founds = storyIdOf(finding);
  return {
    finding,
    newStoryId: founds,
    signature,
    keys: [...new Set(keys)].toSorted(),
    adjacentKeys: keysAround(signature, at),
    fallbackKey: titleKeyOf(signature) ?? `a-${founds}`,
    ...(group !== undefined && { groupKey: group }),
  };
}

/** What a finding looks like: as it was kept with it, else by its title and snippet. */
export function signatureOfFinding({ signature, title, snippet }: Finding): Signature {
  return signature === undefined ? signatureOf(title, snippet) : readSignature(signature);
}

/**
 * Whether a finding is gathered into a story. An event is a story by itself: the service has gathered its articles, and
 * two of them may well have one title.
 */
export function isClustered({ type }: Finding): boolean {
  return type !== 'event';
}
