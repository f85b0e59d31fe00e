import { reachedBy, severityBefore } from '../../domain/channels/story-alerts.ts';
import {
  type AwaitedChange,
  type Discovery,
  type Finding,
  foundItemOf,
  type StoredFinding,
} from '../../domain/findings/finding.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import { type Revision, revisionOf } from '../../domain/findings/revision.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { eachApart, inParallel } from '../../domain/lib/in-parallel.ts';
import { policyOf } from '../../domain/policies/registry.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { compareSeverity, spaceOf, type Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';
import type { FoundItems } from '../ports/services.ts';
import {
  insertItems,
  type Inserted,
  type InsertScope,
  mayChange,
  rankOf,
  unusableFinding,
} from './insert-findings.ts';

/** Where changes are recorded, and for which watch. */
interface ChangeScope {
  ports: Pick<Ports, 'findings' | 'spaces' | 'clock'>;
  watch: Watch;
}

/** How many known findings have changed. */
export interface ChangesRecorded {
  changed: number;
  /** Alerts are due on some of them: an order has to go out. */
  waits: boolean;
  /** Findings whose new content cannot be stored, or at which our code fails. They keep what they have. */
  unusable: readonly UnusableItem[];
}

export const NO_CHANGES: ChangesRecorded = { changed: 0, waits: false, unusable: [] };

/**
 * Stores the new content of findings that are known with another one, and what changed. Where a change is due to be
 * alerted on, by the policy of the watch or because it raises the finding, it waits to be decided, unless `silent`.
 * Only a finding with a content hash can change, so that articles cost no read; a watch for changes reads articles
 * too, for their headlines. Doing it twice changes nothing.
 */
export async function recordChanges(
  { ports, watch }: ChangeScope,
  findings: readonly Finding[],
  { silent, sources }: Pick<FoundItems, 'sources'> & { silent: boolean },
): Promise<ChangesRecorded> {
  const changing = findings.filter((finding) => mayChange(watch, finding));
  const given = new Map(changing.map((finding) => [finding.fingerprint, finding]));
  if (given.size === 0) return NO_CHANGES;
  const known = await ports.findings.read(watch.id, [...given.keys()]);
  const now = ports.clock.now();
  const compared = eachApart(known, (one) => {
    const finding = given.get(one.finding.fingerprint);
    const revision = finding && revisionOf(one, finding, now);
    return revision
      ? [{ one, revision, due: silent ? undefined : dueChange(watch, { known: one, revision }, now) }]
      : [];
  });
  const revisions = compared.results.flat();
  const due = revisions.filter((change) => change.due);
  if (due.length > 0) {
    const fingerprints = due.map(({ one }) => one.finding.fingerprint);
    const rank = rankOf(watch, { isSilent: false });
    await ports.spaces.wait([
      { kind: 'changes', fingerprints, space: spaceOf(watch), rank, since: now, watchId: watch.id },
    ]);
  }
  const failed = compared.failed.map(({ item, error }) => ({ item, error }));
  await inParallel(revisions, async ({ one, revision, due: change }) => {
    const awaited = change && [...(one.awaited ?? []), change];
    try {
      await ports.findings.revise(watch.id, { ...revision, ...(awaited && { awaited }) });
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      failed.push({ item: one, error });
    }
  });
  const unusable = failed.map(({ item, error }) =>
    unusableFinding(
      { finding: given.get(item.finding.fingerprint) ?? item.finding },
      { error, sources, what: 'changed' },
    ),
  );
  const stored = revisions.filter(({ one }) => !failed.some(({ item }) => item === one));
  return {
    changed: stored.filter(({ revision }) => revision.changedAt !== undefined).length,
    waits: due.length > 0,
    unusable,
  };
}

/**
 * The change on which a watch alerts: by its policy, or because the new facts raise the finding. Undefined: it does
 * not.
 */
function dueChange(
  watch: Watch,
  { known, revision }: { known: StoredFinding; revision: Revision },
  now: Instant,
): AwaitedChange | undefined {
  const { finding, changes = [] } = revision;
  const { when, settings = {} } = watch.alert;
  if (finding.excludedBy !== undefined) return undefined;
  const facts = changes.filter(({ at }) => at === now).flatMap((change) => change.facts);
  const raises =
    compareSeverity(reachedBy(watch, finding).severity, severityBefore(watch, finding, facts)) > 0;
  if (!raises && !policyOf(when).onChange?.(facts, settings)) return undefined;
  return { before: known.changedAt ?? known.foundAt, facts };
}

/** Stores recognised records: the new content of known ones, and the new ones. */
export async function storeKnownAndNew(
  scope: InsertScope,
  records: FoundItems & { silent: boolean; discoveryOf: (finding: Finding) => Discovery | undefined },
): Promise<Inserted & Pick<ChangesRecorded, 'changed'>> {
  const { findings, sources, unusable = [], silent, discoveryOf } = records;
  const changes = await recordChanges(scope, findings, { silent, sources });
  const items = findings.map((one) => foundItemOf(one, sources?.get(one.fingerprint)));
  const given = { items, unusable: [...unusable, ...changes.unusable], discoveryOf };
  return { ...(await insertItems(scope, given)), changed: changes.changed };
}
