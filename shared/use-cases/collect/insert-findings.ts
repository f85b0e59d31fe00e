import { PART, type Waiting } from '../../domain/alerts/decision.ts';
import { hourOf } from '../../domain/counting/hourly-counts.ts';
import {
  type Discovery,
  type Finding,
  type FoundItem,
  foundItemOf,
  isBaseline,
  type StoredFinding,
} from '../../domain/findings/finding.ts';
import { unreadItem, type UnusableItem } from '../../domain/findings/quarantine.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { fullJson } from '../../domain/lib/hash.ts';
import { eachApart, inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import { countingOf, policyOf } from '../../domain/policies/registry.ts';
import { inBaseline, type RunState, silentVerdict } from '../../domain/runs/run-state.ts';
import { dayOf, HOUR, type Instant, MINUTE } from '../../domain/time/instant.ts';
import { spaceOf, type Track, type Watch } from '../../domain/watches/watch.ts';
import { partOf } from '../../store/findings/findings.ts';
import {
  type ItemsQuarantined,
  joinQuarantined,
  NOTHING_QUARANTINED,
  quarantineItems,
  type QuarantinePorts,
} from '../alerts/put-alerts.ts';
import type { Ports } from '../ports/ports.ts';
import type { FoundItems, FoundPage } from '../ports/services.ts';

export type InsertPorts = QuarantinePorts & Pick<Ports, 'findings' | 'spaces' | 'raw'>;

/** For which watch, and until when, findings are inserted. */
export interface InsertScope {
  ports: InsertPorts;
  watch: Watch;
  track: Track;
  /** What the service indexed before this is baseline. */
  baseUntil?: Instant | undefined;
  /** No part is begun after this. */
  finish: Instant;
  /**
   * The caller holds the lease of the live track: nobody else inserts what it finds, but backfills, jobs and webhooks.
   */
  isHolder: boolean;
}

/**
 * The items of an answer, those outside the window left out, and what finds those that are new: perhaps each its own
 * job.
 */
interface Items extends Pick<FoundPage, 'items' | 'unusable'> {
  discoveryOf?: (finding: Finding) => Discovery | undefined;
}

/** What came of some items. */
export interface Inserted extends ItemsQuarantined {
  /** Findings stored for the first time. */
  stored: number;
  /** Something waits to be decided now: an order has to go out. */
  waits: boolean;
  stop?: 'out-of-time';
}

const NOTHING_INSERTED: Inserted = { ...NOTHING_QUARANTINED, stored: 0, waits: false };

/**
 * New findings of a watch, part by part: drop known → read → put what waits → insert. What is unusable is quarantined:
 * it stops no others. `decideSpace` groups them, decides and alerts, when `orderDeciding` has ordered it.
 *
 * @param afterEach called after each part that waits; for a critical watch, which orders at once.
 */
export async function insertItems(
  scope: InsertScope,
  { items, discoveryOf, unusable = [] }: Items,
  afterEach: () => Promise<void> = async () => {},
): Promise<Inserted> {
  let done = { ...NOTHING_INSERTED, ...(await quarantineItems(scope, unusable)) };
  for (const some of partsOf(items, PART)) {
    if (isOutOfTime(scope)) return { ...done, stop: 'out-of-time' };
    const unknown = await readUnknown(scope, some, discoveryOf);
    const isSilent = (one: StoredFinding) => isBaseline(one);
    const parts = [unknown.found.filter(isSilent), unknown.found.filter((one) => !isSilent(one))];
    const bad: UnusableItem[] = [...unknown.unusable];
    for (const found of parts.filter(({ length }) => length > 0)) {
      const inserted = await insertPart(scope, found, unknown);
      bad.push(...inserted.unusable);
      done = { ...done, stored: done.stored + inserted.stored, waits: true };
      await afterEach();
    }
    done = { ...done, ...joinQuarantined(done, await quarantineItems(scope, bad)) };
  }
  return done;
}

/**
 * Stores findings that wait to be decided. What names them comes first: who dies in between has lost nothing, and what
 * is named and was never stored is left out when it is decided. Raw JSON, where the watch keeps it, is stored before
 * its finding.
 */
async function insertPart(
  { ports, watch, isHolder }: InsertScope,
  given: readonly StoredFinding[],
  items: Pick<FoundItems, 'sources'>,
): Promise<{ stored: number; unusable: UnusableItem[] }> {
  const part = partOf(given);
  const found = given.map((one) => ({ ...one, part: part.key }));
  const waiting: Waiting = {
    kind: 'part',
    part: part.key,
    space: spaceOf(watch),
    rank: rankOf(watch, { isSilent: given.some(isBaseline) }),
    since: part.foundAt,
    watchId: watch.id,
  };
  await Promise.all([ports.findings.putPart(part), ports.spaces.wait([waiting])]);
  const put = async (some: readonly StoredFinding[]) => {
    await inParallel(some, (one) => storeRaw({ ports, watch }, one, items.sources));
    await ports.findings.putNew(some);
  };
  const canReplace = isHolder && !found.some(({ finding }) => mayChange(watch, finding));
  try {
    if (canReplace) {
      await put(found);
      return { stored: found.length, unusable: [] };
    }
  } catch (error) {
    if (!isFaultOfItem(error)) throw error;
  }
  const unusable = new Map<StoredFinding, UnusableItem>();
  const results = await inParallel(found, async (one) => {
    try {
      if (canReplace) return await put([one]).then(() => true);
      await storeRaw({ ports, watch }, one, items.sources);
      return await ports.findings.put(one);
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      unusable.set(one, unusableFinding(one, { error, sources: items.sources, what: 'stored' }));
      return false;
    }
  });
  // Nobody waits for what cannot be stored.
  if (unusable.size > 0)
    await ports.findings.putPart({
      ...part,
      found: part.found.filter((_one, at) => !isUnusable(found[at], unusable)),
    });
  return { stored: results.filter(Boolean).length, unusable: [...unusable.values()] };
}

function isUnusable(
  one: StoredFinding | undefined,
  unusable: ReadonlyMap<StoredFinding, UnusableItem>,
): boolean {
  return one !== undefined && unusable.has(one);
}

/** How urgently something of a watch is decided. */
export function rankOf({ severity }: Watch, { isSilent }: { isSilent: boolean }): Waiting['rank'] {
  if (isSilent) return 'silent';
  return severity === 'critical' ? 'critical' : 'live';
}

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
 * Reads those items of a page that may have changed, to be compared with what is known. Of the others only what is new
 * will be read.
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
 * Drops the items that the watch knows, by one read for each hundred, and reads the others whole. A finding that is
 * silent from the start (baseline, excluded) has its verdict already.
 */
async function readUnknown(
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

/** Whether no further part can be begun. */
export function isOutOfTime({ ports, finish }: { ports: Pick<Ports, 'clock'>; finish: Instant }): boolean {
  return ports.clock.now() >= finish;
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
    what: 'recognised' | 'stored' | 'decided' | 'changed';
  },
): UnusableItem {
  const raw = sources?.get(finding.fingerprint) ?? finding;
  return { raw, reason: `It cannot be ${what}: ${error.message}`, error };
}

/** Where the raw JSON of a finding is stored: below its service and watch, by the day it was indexed. */
function rawKey(watchId: string, { service, indexedAt, fingerprint }: Finding): string {
  return `raw/${service}/${watchId}/${dayOf(indexedAt)}/${fingerprint}.json`;
}

export type OrderPorts = Pick<Ports, 'spaces' | 'decideQueue' | 'clock'>;

/** An order that has waited for so long is taken for lost. */
const LOST = 15 * MINUTE;

/**
 * Orders a space to be decided, unless an order waits. Whoever has put something that waits calls it afterwards, and
 * before it records that its work is done.
 *
 * @param by names the piece of work. A repeat of it orders again: it may have died between the note and the order.
 * @param lost how long an order may wait until it is taken for lost, in milliseconds.
 */
export async function orderDeciding(
  { spaces, decideQueue, clock }: OrderPorts,
  space: string,
  { by, lost = LOST }: { by: string; lost?: number },
): Promise<void> {
  const now = clock.now();
  if (await spaces.order(space, { by, now, lostBefore: now - lost }))
    await decideQueue.send({ space, waits: 0 });
}

/**
 * Puts the hours of a watch that counts among what waits, where some have closed since they were last judged. True:
 * they wait, and an order has to go out.
 */
export async function waitForClosedHours(
  { clock, hourlyCounts, spaces }: Pick<Ports, 'clock' | 'hourlyCounts' | 'spaces'>,
  { watch, state }: { watch: Watch; state: RunState },
): Promise<boolean> {
  if (!countingOf(watch)) return false;
  const now = clock.now();
  const counts = await hourlyCounts.get(watch.id);
  const until = hoursClosedUntil({ watch, state, judgedUntil: counts?.until ?? 0, now });
  if (until === undefined) return false;
  const rank = rankOf(watch, { isSilent: false });
  await spaces.wait([{ kind: 'hours', until, space: spaceOf(watch), rank, since: now, watchId: watch.id }]);
  return true;
}

/**
 * The full hour until which the hours of a watch can be judged now; undefined where nothing is new. Only hours that
 * were asked for are judged, each once. The records of a job are dated by when they are seen, after the time that the
 * job covers: its hours are judged when it has ended.
 */
function hoursClosedUntil({
  watch,
  state,
  judgedUntil,
  now,
}: {
  watch: Watch;
  state: RunState;
  judgedUntil: Instant;
  now: Instant;
}): Instant | undefined {
  const { coveredUntil } = state;
  if (coveredUntil === undefined || inBaseline(state)) return undefined;
  if (watch.kind === 'extraction') return coveredUntil > judgedUntil ? hourOf(now) + HOUR : undefined;
  const edge = hourOf(Math.min(coveredUntil, now));
  return edge > judgedUntil ? edge : undefined;
}
