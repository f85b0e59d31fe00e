import { firstSeenKindOf } from '../../domain/counting/watch-subject.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { ItemDecision } from '../../domain/policies/policy.ts';
import { policyOf } from '../../domain/policies/registry.ts';
import { DAY, MINUTE } from '../../domain/time/instant.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { FindingScope } from '../context/finding-scope.ts';

/** So far back, what is stored counts as seen when a watch begins to look for first values. */
const LEARNED = 30 * DAY;

/** Where the values of a watch are on record. */
export type ValueScope = Pick<FindingScope, 'watch'> & {
  ports: Pick<FindingScope['ports'], 'clock' | 'seen'>;
};

/** What the policy of a watch makes of one finding. */
export function decisionOn(
  { alert: { when, settings = {} } }: Watch,
  { finding }: StoredFinding,
): ItemDecision {
  return policyOf(when).onFinding?.(finding, settings) ?? { notify: 'nothing', because: 'counted' };
}

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
  for (const value of values) if (await ports.seen.isFirst({ ...seen, value })) fresh.push(value);
  return fresh;
}

/** Puts the values of findings on record that cause no alert themselves, such as those of a baseline. */
export async function learnValues(scope: ValueScope, found: readonly StoredFinding[]): Promise<void> {
  if (firstSeenKindOf(scope.watch) === undefined) return;
  await inParallel(found, async (member) => {
    const decision = decisionOn(scope.watch, member);
    if (decision.notify === 'first') await claimFirstValues(scope, member, decision);
  });
}

/** Puts the values of all findings of the last days on record. What waits to be judged may still cause an alert. */
export async function learnStoredValues(scope: FindingScope): Promise<void> {
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
 * A watch that has findings and only now looks for first values learns what it knows: else every outlet would be new. For
 * whoever judges without the lease of the watch. While a run holds the lease nothing can be noted, and the next one learns
 * the same again: every value is on record in the name of the finding that brought it.
 */
export async function learnBeforeJudging(scope: FindingScope): Promise<void> {
  const { watch, ports, learnedOf } = scope;
  const of = firstSeenKindOf(watch);
  if (of === undefined || learnedOf === of) return;
  const live = await ports.states.read(watch.id, 'live');
  if (live?.learnedKind === of) return;
  await learnStoredValues(scope);
  const now = ports.clock.now();
  const lease = { owner: `learns ${of}`, until: now + MINUTE };
  const held = await ports.states.acquire({ watchId: watch.id, track: 'live' }, lease, now);
  if (held) await ports.states.save(held, { set: { learnedKind: of }, release: true });
}
