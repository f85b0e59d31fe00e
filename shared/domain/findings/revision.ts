import type { FactChange, Finding, FindingChange, StoredFinding } from './finding.ts';
import type { Instant } from '../time/instant.ts';

/** The name under which the title of an article counts as a fact. */
export const HEADLINE = 'headline';

/** So many changes of a finding are kept. */
const MOST_CHANGES = 10;

/** The content of a known finding anew, with what changed. */
export interface Revision {
  finding: Finding;
  changedAt: Instant;
  changes?: readonly FindingChange[];
}

/**
 * What becomes of a known finding that the service gives again; undefined when it says the same. A change is never a new
 * finding: when it was found, and what became of it, stay.
 */
export function revisionOf(known: StoredFinding, given: Finding, now: Instant): Revision | undefined {
  const facts = factChanges(known.finding, given);
  const isSame = known.finding.contentDigest === given.contentDigest;
  if (isSame && (given.contentDigest !== undefined || facts.length === 0)) return undefined;
  if (facts.length === 0) return { finding: given, changedAt: now };
  const changes = [...(known.changes ?? []), { at: now, facts }].slice(-MOST_CHANGES);
  return { finding: given, changedAt: now, changes };
}

function factChanges(known: Finding, given: Finding): FactChange[] {
  const [before, after] = [factsOf(known), factsOf(given)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    if (from === to) return [];
    return [{ name, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
}

/** The title of an event is only the service's wording of it; that of an article or a record is what it says. */
function factsOf({ type, title, facts = {} }: Finding): Readonly<Record<string, string>> {
  return type === 'event' ? facts : { ...facts, [HEADLINE]: title };
}
