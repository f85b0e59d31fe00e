import { PART, partKeyOf } from '../../shared/domain/alerts/decision.ts';
import type { StoredFinding } from '../../shared/domain/findings/finding.ts';
import { inParallel, partsOf } from '../../shared/domain/lib/in-parallel.ts';
import { countFindings } from '../../shared/domain/runs/run-state.ts';
import { type Findings, partOf } from '../../shared/store/findings/findings.ts';
import type { Store } from '../../shared/store/open-store.ts';

/**
 * Stores findings as a collection does: those of a watch and a time in parts that list them. What is given with a
 * verdict or a story is decided.
 */
export async function storeFindings(
  { findings }: { findings: Pick<Findings, 'putNew' | 'putPart'> },
  given: readonly StoredFinding[],
): Promise<void> {
  const together = Map.groupBy(given, ({ watchId, foundAt }) => `${watchId} ${foundAt}`);
  const parts = [...together.values()].flatMap((some) => partsOf(some, PART));
  await inParallel(parts, async (found) => {
    const decided = found.flatMap(({ finding: { fingerprint }, verdict, story, joined, judged }) => {
      if (!verdict && story === undefined) return [];
      const own = { fingerprint, verdict: verdict ?? { silent: 'same-story' as const } };
      return [
        {
          ...own,
          ...(story !== undefined && { story }),
          ...(joined && { joined }),
          ...(judged && { judged }),
        },
      ];
    });
    const decision = { findings: decided, alerts: [] };
    await findings.putPart({ ...partOf(found), ...(decided.length > 0 && { decided: decision }) });
  });
  await findings.putNew(
    parts.flatMap((found) =>
      found.map(({ verdict: _decided, ...one }) => ({ ...one, part: partKeyOf(found) })),
    ),
  );
}

/** Counts findings in the states of their watches, as the runs that found them do. */
export async function countInStates(
  { states }: { states: Pick<Store['states'], 'acquire' | 'save'> },
  given: readonly StoredFinding[],
): Promise<void> {
  const inOrder = given.toSorted((one, other) => one.foundAt - other.foundAt);
  for (const { watchId, foundAt: now } of inOrder) {
    const state = await states.acquire({ watchId, track: 'live' }, { owner: 'test', until: now }, now);
    const counters = countFindings(state?.counters, { found: 1, now });
    if (state) await states.save(state, { set: { counters }, release: true });
  }
}
