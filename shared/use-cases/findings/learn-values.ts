import type { StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { ItemDecision } from '../../domain/policies/policy.ts';
import { decisionOn, firstSeenKindOf } from '../../domain/policies/registry.ts';
import type { RunState } from '../../domain/runs/run-state.ts';
import { DAY } from '../../domain/time/instant.ts';
import type { FindingScope } from '../context/finding-scope.ts';

/** So far back, what is stored counts as seen when a watch begins to look for first values. */
const LEARNED = 30 * DAY;

/** Where the values of a watch are on record. */
type ValueScope = Pick<FindingScope, 'watch'> & {
  ports: Pick<FindingScope['ports'], 'clock' | 'seenValues'>;
};

/**
 * The values of a finding that no other finding has brought, such as its outlet. Each is put on record in the name of this
 * finding, so that the same question gets the same answer.
 */
export async function claimFirstValues(
  { ports, watch }: ValueScope,
  { finding: { fingerprint } }: StoredFinding,
  { of, values }: Extract<ItemDecision, { notify: 'first' }>,
): Promise<string[]> {
  const now = ports.clock.now();
  const seen = { watchId: watch.id, of, fingerprint, now, until: now + watch.retention };
  const fresh: string[] = [];
  for (const value of values) if (await ports.seenValues.isFirst({ ...seen, value })) fresh.push(value);
  return fresh;
}

/** A finding, and what the policy of its watch makes of it. */
interface ValuesDecided {
  member: StoredFinding;
  decision: ItemDecision;
}

/** Claims the values that the watch notifies of only once, for the findings that bring them first. */
export async function claimFirsts(
  scope: ValueScope,
  decided: readonly ValuesDecided[],
): Promise<Map<string, string[]>> {
  // Findings with the same values ask one after the other: the first of them in order brings the values, however busy the table is.
  const alike = Map.groupBy(
    decided,
    ({ decision }) => decision.notify === 'first' && decision.values.join('\n'),
  );
  const firstValues = await inParallel(alike.values(), async (group) => {
    const claimed: (readonly [string, string[]])[] = [];
    for (const { member, decision } of group)
      if (decision.notify === 'first')
        claimed.push([member.finding.fingerprint, await claimFirstValues(scope, member, decision)]);
    return claimed;
  });
  return new Map(firstValues.flat());
}

/** Puts the values of findings on record that cause no alert themselves, such as those of a baseline. */
export async function learnValues(scope: ValueScope, found: readonly StoredFinding[]): Promise<void> {
  if (firstSeenKindOf(scope.watch) === undefined) return;
  await inParallel(found, async (member) => {
    const decision = decisionOn(scope.watch, member.finding);
    if (decision.notify === 'first') await claimFirstValues(scope, member, decision);
  });
}

/** Puts the values of all findings of the last days on record. What waits to be judged may still cause an alert. */
async function learnStoredValues(scope: FindingScope): Promise<void> {
  const { ports, watch } = scope;
  const now = ports.clock.now();
  for (let from = now - LEARNED; from < now; from += DAY) {
    const found = await ports.findings.foundIn(watch.id, { from, to: Math.min(from + DAY, now) });
    await learnValues(
      scope,
      found.filter(({ verdict }) => verdict !== undefined),
    );
  }
}

/**
 * A watch that has findings and only now looks for first values learns what it knows, once for each kind of value: else
 * every outlet would be new. A new watch has nothing to learn. Returns the kind that is known from now on.
 */
export async function learnFirsts(
  scope: FindingScope,
  { lastRunAt, of }: Pick<RunState, 'lastRunAt'> & { of: string | undefined },
): Promise<string | undefined> {
  if (scope.track !== 'live' || of === undefined || scope.learnedOf === of) return undefined;
  if (lastRunAt !== undefined) await learnStoredValues(scope);
  return of;
}
