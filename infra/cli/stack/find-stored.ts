import type { Finding } from '../../../shared/domain/findings/finding.ts';
import { inParallel } from '../../../shared/domain/lib/in-parallel.ts';
import { DAY, type Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { Findings } from '../../../shared/store/findings/findings.ts';
import { isSameAddress } from '../../../shared/domain/text/page-address.ts';

/** How many days back stored findings are searched for an address. */
export const FOUND_BACK = 90;

/** An article that a watch has stored. */
export interface StoredArticle {
  watch: Watch;
  finding: Finding;
}

/**
 * The article of an address as each of these watches has stored it, in their order. Watches that did not store it are left
 * out. No index holds addresses, so this reads the findings of one day of a watch after another, the newest first.
 */
export async function findStored(
  address: string,
  {
    findings,
    watches,
    now,
  }: { findings: Pick<Findings, 'foundIn'>; watches: readonly Watch[]; now: Instant },
): Promise<StoredArticle[]> {
  const stored = new Map<Watch, Finding>();
  await inParallel(watches, async (watch) => {
    const finding = await latestWith(address, { findings, watchId: watch.id, now });
    if (finding) stored.set(watch, finding);
  });
  return watches.flatMap((watch) => {
    const finding = stored.get(watch);
    return finding ? [{ watch, finding }] : [];
  });
}

async function latestWith(
  address: string,
  { findings, watchId, now }: { findings: Pick<Findings, 'foundIn'>; watchId: string; now: Instant },
): Promise<Finding | undefined> {
  for (let to = now; to > now - FOUND_BACK * DAY; to -= DAY) {
    const found = await findings.foundIn(watchId, { from: to - DAY, to });
    const same = found.findLast(
      ({ finding: { link } }) => link !== undefined && isSameAddress(link, address),
    );
    if (same) return same.finding;
  }
  return undefined;
}
