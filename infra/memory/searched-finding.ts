import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { omit } from '../../shared/domain/lib/fields.ts';
import { UNSEARCHED } from '../../shared/domain/pages/search-match.ts';

/** What a search reads of a stored finding. */
export function searchedOf({ watchId, foundAt, expiresAt, story, finding }: StoredFinding): StoredFinding {
  const found = { watchId, foundAt, expiresAt, finding: omit(finding, UNSEARCHED) };
  return story === undefined ? found : { ...found, story };
}
