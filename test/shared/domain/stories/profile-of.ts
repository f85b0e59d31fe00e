import type { Finding } from '../../../../shared/domain/findings/finding.ts';
import { NOON } from '../../../ports/examples.ts';
import {
  type SimilarityProfile,
  similarityProfileOf,
} from '../../../../shared/domain/stories/similarity-profile.ts';

export const SPACE = 'watch.acme-news';

/** A finding as it is compared in a space of which nothing is known. */
export function profileOf(finding: Finding): SimilarityProfile {
  return similarityProfileOf({ finding, foundAt: NOON }, { space: SPACE });
}
