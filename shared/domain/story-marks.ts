import type { Finding } from './finding.ts';
import { bandsOf, type Signature, signatureOf } from './likeness.ts';
import { readSignature } from './signature-text.ts';
import { storyOf } from './story.ts';

/** By what the story of a finding is found. */
export interface StoryMarks {
  finding: Finding;
  /** The story that it founds when it is like no other. */
  founds: string;
  signature: Signature;
  /** The bands it stands under, sorted; that of its group is one of them. */
  bands: readonly string[];
  /** The band of the service's group of near-copies: who shares it tells the same, without a look at the texts. */
  group?: string;
}

/** The marks of an article or a record. */
export function storyMarksOf(finding: Finding): StoryMarks {
  const { signature: written, duplicateGroup, title, snippet } = finding;
  const signature = written === undefined ? signatureOf(title, snippet) : readSignature(written);
  const group = duplicateGroup === undefined ? undefined : `g-${duplicateGroup}`;
  const bands = [...bandsOf(signature), ...(group === undefined ? [] : [group])];
  return {
    finding,
    founds: storyOf(finding),
    signature,
    bands: [...new Set(bands)].toSorted(),
    ...(group !== undefined && { group }),
  };
}

/**
 * Whether a finding is gathered into a story. An event is a story by itself: the service has gathered its articles, and
 * two of them may well have one title.
 */
export function isGathered({ type }: Finding): boolean {
  return type !== 'event';
}
