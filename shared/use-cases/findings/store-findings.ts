import type { Discovery } from '../../domain/findings/discovery.ts';
import {
  type Finding,
  type FoundItem,
  foundItemOf,
  isBaseline,
  type JudgedFinding,
  type StoredFinding,
} from '../../domain/findings/finding.ts';
import { type RunState, silentVerdict, type StateChange } from '../../domain/runs/run-state.ts';
import type { FindingScope, InsertScope } from '../context/finding-scope.ts';
import { defined } from '../../domain/lib/fields.ts';
import { eachApart, inParallel } from '../../domain/lib/in-parallel.ts';
import { type UnusableItem, unreadItem } from '../../domain/findings/quarantine.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { fullJson } from '../../domain/lib/full-json.ts';
import type { FoundItems, FoundPage } from '../ports/source.ts';
import { dayOf } from '../../domain/time/instant.ts';
import { policyOf } from '../../domain/policies/registry.ts';
import type { Watch } from '../../domain/watches/watch.ts';

/** Reads items whole, each by itself: one at which our code fails leaves the others alone. */
export function readItems(items: readonly FoundItem[]): Required<FoundItems> {
  const read = eachApart(items, (item) => ({ finding: item.read(), source: item.source() }));
  return {
    findings: read.results.map(({ finding }) => finding),
    sources: new Map(read.results.map(({ finding, source }) => [finding.fingerprint, source])),
    unusable: read.failed.map(({ item, error }) => unreadItem(item.source(), error)),
  };
}

/**
 * Reads those items of a page that may have changed, to be compared with what is known. Of the others only what is new will be
 * read.
 */
export function readChanging(
  watch: Watch,
  found: readonly FoundItem[],
  { unusable: unread = [] }: Pick<FoundPage, 'unusable'>,
): Required<FoundItems> & { items: FoundItem[] } {
  const { findings, sources, unusable } = readItems(found.filter((item) => mayChange(watch, item)));
  const changing = findings.map((finding) => foundItemOf(finding, sources.get(finding.fingerprint)));
  const items = [...changing, ...found.filter((item) => !mayChange(watch, item))];
  return { items, findings, sources, unusable: [...unread, ...unusable] };
}

/** What the watch does not know of some items, as it will be stored; the JSON of each; and what cannot be read. */
type NewFindings = Required<Pick<FoundItems, 'sources' | 'unusable'>> & { found: StoredFinding[] };

/**
 * Drops the items that the watch knows, by one read for each hundred, and reads the others whole. A finding that is silent from
 * the start (baseline, excluded) has its verdict already.
 */
export async function readUnknown(
  { ports, watch, track, baseUntil }: InsertScope,
  items: readonly FoundItem[],
  discoveryOf?: (finding: Finding) => Discovery | undefined,
): Promise<NewFindings> {
  const fingerprints = items.map(({ fingerprint }) => fingerprint);
  const known = await ports.findings.known(watch.id, fingerprints);
  const foundAt = ports.clock.now();
  const { findings, ...read } = readItems(items.filter(({ fingerprint }) => !known.has(fingerprint)));
  const found = findings.map((finding) => {
    const verdict = silentVerdict(finding, { state: { baseUntil }, track });
    const expiresAt = foundAt + watch.retention;
    const discovery = discoveryOf?.(finding);
    const stored = { watchId: watch.id, finding, foundAt, expiresAt };
    return { ...stored, ...(discovery && { discovery }), ...(verdict && { verdict }) };
  });
  return { found, ...read };
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
  { sources }: Pick<FoundItems, 'sources'>,
): Promise<Inserted> {
  return insertEach(found, sources, async (one) => {
    await storeRaw({ ports, watch }, one, sources);
    return ports.findings.put(one, { waits: waitsFor(one) });
  });
}

/**
 * The same, for the holder of the lease of the watch, who has just seen that the watch does not know these findings. Those that
 * others would put with the same content are put 25 a request, and count as stored by this run. Where one of them cannot be
 * stored, each is put by itself.
 *
 * @param items.planned what is planned about some of them: they are stored with it. It counts once their part has ended.
 */
export async function insertAsHolder(
  scope: InsertScope,
  found: readonly StoredFinding[],
  items: Pick<FoundItems, 'sources'> & { planned?: readonly JudgedFinding[] | undefined },
): Promise<Inserted> {
  const { ports, watch } = scope;
  const plans = new Map(items.planned?.map((one) => [one.finding.fingerprint, one]));
  const withPlan = (one: StoredFinding): StoredFinding => {
    const plan = plans.get(one.finding.fingerprint);
    return plan ? { ...plan, isPlanned: true } : one;
  };
  const isPut = (one: StoredFinding) => !mayChange(watch, one.finding) && waitsFor(one) === !one.verdict;
  const put = async (part: readonly StoredFinding[]) => {
    await inParallel(part, (one) => storeRaw(scope, one, items.sources));
    if (part.length > 0) await ports.findings.putNew(part.map(withPlan));
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

/** A finding of a part that has not ended, without what was planned about it: nobody knows how much of that was written. */
export function withoutPlan(found: StoredFinding): StoredFinding {
  if (!found.isPlanned) return found;
  const { verdict: _verdict, isPlanned: _planned, story: _story, joined: _joined, ...open } = found;
  return open;
}

/** The write that begins a part: see `FindingScope`. */
export function holdOf(
  { states }: Pick<FindingScope['ports'], 'states'>,
  { watch, state }: { watch: Watch; state: RunState },
): FindingScope['hold'] {
  return ({ part, decided } = {}) => {
    const named = part?.filter(({ finding }) => !mayChange(watch, finding));
    const names = named?.map(({ finding }) => finding.fingerprint);
    return states.save(state, { set: defined<StateChange['set']>({ part: names, decided }) });
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
  sources: FoundItems['sources'],
): Promise<void> {
  const source = watch.keep === 'full' ? sources?.get(finding.fingerprint) : undefined;
  if (source !== undefined) await ports.raw.put(rawKey(watch.id, finding), fullJson(source));
}

/** Whether a finding that comes again may have other content, which anyone who finds it stores. */
export function mayChange(watch: Watch, { contentHash }: Pick<Finding, 'contentHash'>): boolean {
  return contentHash !== undefined || policyOf(watch.alert.when).onChange !== undefined;
}

/** One of a baseline has its verdict from the start. It waits for its story, by which later copies are recognised. */
function waitsFor(one: StoredFinding): boolean {
  return !one.verdict || (isBaseline(one) && one.story === undefined);
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
