import { keysAround, copyKeysOf, dayKeysOf, titleKeyOf } from './similarity-keys.ts';
import type { Finding } from '../findings/finding.ts';
import { defined } from '../lib/defined.ts';
import { type Signature, signatureOf } from './similarity.ts';
import { readSignature } from './signature-text.ts';
import { storyIdOf } from './story.ts';

/** What is needed to find the story of a finding. */
export interface SimilarityProfile {
  finding: Finding;
  /** The id of the story that it creates when it is similar to no other. */
  newStoryId: string;
  signature: Signature;
  /** Its similarity keys, sorted, with the key of its group. */
  keys: readonly string[];
  /** Further keys under which its story may be found. */
  adjacentKeys: readonly string[];
  /** The key for when all others belong to other stories: that of its title, or of the finding if the title has no word. */
  fallbackKey: string;
  /** The key of the service's group of near-copies: findings that share it are one story, without comparing texts. */
  groupKey?: string;
}

/** The profile of an article or a record. */
export function similarityProfileOf(finding: Finding): SimilarityProfile {
  const { duplicateGroup, indexedAt: at } = finding;
  const signature = signatureOfFinding(finding);
  const groupKey = duplicateGroup === undefined ? undefined : `g-${duplicateGroup}`;
  const keys = [
    ...copyKeysOf(signature),
    ...dayKeysOf(signature, at),
    ...(groupKey === undefined ? [] : [groupKey]),
  ];
  const newStoryId = storyIdOf(finding);
  return defined<SimilarityProfile>({
    finding,
    newStoryId,
    signature,
    keys: [...new Set(keys)].toSorted(),
    adjacentKeys: keysAround(signature, at),
    fallbackKey: titleKeyOf(signature) ?? `a-${newStoryId}`,
    groupKey,
  });
}

/** The signature stored with a finding, or else that of its title and snippet. */
export function signatureOfFinding({ signature, title, snippet }: Finding): Signature {
  return signature === undefined ? signatureOf(title, snippet) : readSignature(signature);
}

/**
 * Whether a finding is clustered with others. An event is a story of its own: the service has clustered its articles, and
 * two events may have the same title.
 */
export function isClustered({ type }: Finding): boolean {
  return type !== 'event';
}
