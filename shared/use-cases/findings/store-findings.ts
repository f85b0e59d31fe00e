import type { Discovery } from '../../domain/findings/discovery.ts';
import type { Finding, StoredFinding } from '../../domain/findings/finding.ts';
import { type RunState, silentVerdict } from '../../domain/runs/run-state.ts';
import type { FindingScope, InsertScope } from '../context/finding-scope.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import type { FoundItems } from '../ports/source.ts';
import { dayOf, DAY } from '../../domain/time/instant.ts';
import { firstSeenKindOf, policyOf } from '../../domain/policies/registry.ts';
import type { ItemDecision } from '../../domain/policies/policy.ts';
import type { Watch } from '../../domain/watches/watch.ts';

/**
 * The findings that the watch does not know yet, as they will be stored. One that is silent from the start (baseline,
 * excluded) has its verdict already. One read for each hundred.
 */
export async function dropKnown(
  { ports, watch, track, baseUntil }: InsertScope,
  findings: readonly Finding[],
  discoveryOf?: (finding: Finding) => Discovery | undefined,
): Promise<StoredFinding[]> {
  const fingerprints = findings.map(({ fingerprint }) => fingerprint);
  const known = await ports.findings.known(watch.id, fingerprints);
  const foundAt = ports.clock.now();
  return findings
    .filter(({ fingerprint }) => !known.has(fingerprint))
    .map((finding) => {
      const verdict = silentVerdict(finding, { state: { baseUntil }, track });
      const expiresAt = foundAt + watch.retention;
      const discovery = discoveryOf?.(finding);
      const stored = { watchId: watch.id, finding, foundAt, expiresAt };
      return { ...stored, ...(discovery && { discovery }), ...(verdict && { verdict }) };
    });
}

/** Which findings were stored, and those that the store cannot hold. */
interface Inserted {
  stored: StoredFinding[];
  unusable: UnusableItem[];
}

/**
 * Stores findings if absent and returns those that were. A finding without a verdict is marked as work to be judged, so
 * that a crash before its judgement loses nothing; so is one of a baseline without its story. Its raw JSON, where the watch
 * keeps it, is stored first.
 */
export async function insertFindings(
  { ports, watch }: InsertScope,
  found: readonly StoredFinding[],
  { raw, sources }: Pick<FoundItems, 'raw' | 'sources'>,
): Promise<Inserted> {
  return insertEach(found, sources, async (one) => {
    await storeRaw({ ports, watch }, one, raw);
    return ports.findings.put(one, { waits: waitsFor(one) });
  });
}

/**
 * The same, for the holder of the lease of the watch, who has just seen that the watch does not know these findings. Those that
 * others would put with the same content are put 25 a request, and count as stored by this run. Where one of them cannot be
 * stored, each is put by itself.
 */
export async function insertAsHolder(
  scope: InsertScope,
  found: readonly StoredFinding[],
  items: Pick<FoundItems, 'raw' | 'sources'>,
): Promise<Inserted> {
  const { ports, watch } = scope;
  const isPut = (one: StoredFinding) => !mayChange(watch, one.finding) && waitsFor(one) === !one.verdict;
  const put = async (part: readonly StoredFinding[]) => {
    await inParallel(part, (one) => storeRaw(scope, one, items.raw));
    if (part.length > 0) await ports.findings.putNew(part);
  };
  const [together, others] = [found.filter(isPut), found.filter((one) => !isPut(one))];
  const inserted = [await insertFindings(scope, others, items)];
  try {
    await put(together);
    inserted.push({ stored: together, unusable: [] });
  } catch (error) {
    if (!isFaultOfItem(error)) throw error;
    const putAlone = (one: StoredFinding) => put([one]).then(() => true);
    inserted.push(await insertEach(together, items.sources, putAlone));
  }
  const stored = inserted.flatMap((part) => part.stored);
  return { stored: inOrderOf(found, stored), unusable: inserted.flatMap((part) => part.unusable) };
}

/** The write that begins a part: see `FindingScope`. */
export function holdOf(
  { states }: Pick<FindingScope['ports'], 'states'>,
  { watch, state }: { watch: Watch; state: RunState },
): FindingScope['hold'] {
  return (found) => {
    const part = found?.filter(({ finding }) => !mayChange(watch, finding));
    return states.save(state, { set: part ? { part: part.map(({ finding }) => finding.fingerprint) } : {} });
  };
}

/** Inserts findings one by one: `insert` says whether it has stored one. */
async function insertEach(
  found: readonly StoredFinding[],
  sources: FoundItems['sources'],
  insert: (one: StoredFinding) => Promise<boolean>,
): Promise<Inserted> {
  const stored: StoredFinding[] = [];
  const unusable: UnusableItem[] = [];
  await inParallel(found, async (one) => {
    try {
      if (await insert(one)) stored.push(one);
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      unusable.push(unusableFinding(one, { error, sources, what: 'stored' }));
    }
  });
  return { stored: inOrderOf(found, stored), unusable };
}

/** Stores the raw JSON of a finding, where the watch keeps it. */
async function storeRaw(
  { ports, watch }: Pick<InsertScope, 'ports' | 'watch'>,
  { finding }: StoredFinding,
  raw: FoundItems['raw'],
): Promise<void> {
  const json = raw?.get(finding.fingerprint);
  if (json !== undefined) await ports.raw.put(rawKey(watch.id, finding), json);
}

/** Whether a finding that comes again may have other content, which anyone who finds it stores. */
export function mayChange(watch: Watch, { contentHash }: Finding): boolean {
  return contentHash !== undefined || policyOf(watch.alert.when).onChange !== undefined;
}

/** One of a baseline has its verdict from the start. It waits for its story, by which later copies are recognised. */
function waitsFor({ verdict, story }: StoredFinding): boolean {
  return !verdict || ('silent' in verdict && verdict.silent === 'base' && story === undefined);
}

/** Whether no further part can be begun. */
export function isOutOfTime({ ports, finish }: InsertScope): boolean {
  return ports.clock.now() >= finish;
}

/** The findings that were stored, in the order in which they were given. */
function inOrderOf(found: readonly StoredFinding[], stored: readonly StoredFinding[]): StoredFinding[] {
  const all = new Set(stored);
  return found.filter((one) => all.has(one));
}

/** A finding at which our code or the store fails, as an item for the quarantine. */
export function unusableFinding(
  { finding }: Pick<StoredFinding, 'finding'>,
  {
    error,
    sources,
    what,
  }: Pick<FoundItems, 'sources'> & {
    error: Error;
    what: 'recognised' | 'stored' | 'grouped' | 'judged' | 'changed';
  },
): UnusableItem {
  const raw = sources?.get(finding.fingerprint) ?? finding;
  return { raw, reason: `It cannot be ${what}: ${error.message}`, error };
}

/** Where the raw JSON of a finding is stored: below its service and watch, by the day it was indexed. */
function rawKey(watchId: string, { service, indexedAt, fingerprint }: Finding): string {
  return `raw/${service}/${watchId}/${dayOf(indexedAt)}/${fingerprint}.json`;
}

/** So far back, what is stored counts as seen when a watch begins to look for first values. */
const LEARNED = 30 * DAY;

/** Where the values of a watch are on record. */
type ValueScope = Pick<FindingScope, 'watch'> & {
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
  { lastRunAt }: Pick<RunState, 'lastRunAt'>,
): Promise<string | undefined> {
  const of = firstSeenKindOf(scope.watch);
  if (scope.track !== 'live' || of === undefined || scope.learnedOf === of) return undefined;
  if (lastRunAt !== undefined) await learnStoredValues(scope);
  return of;
}
