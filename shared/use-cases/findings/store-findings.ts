import type { Finding, StoredFinding } from '../../domain/findings/finding.ts';
import { dayOf } from '../../domain/time/instant.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { silentVerdict } from '../../domain/runs/baseline-verdict.ts';
import { policyOf } from '../../domain/policies/registry.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { claimStories } from '../stories/claim-stories.ts';
import { learnFirstValues } from '../alerts/judge-by-policy.ts';
import { judge } from '../alerts/judge-findings.ts';
import { type Judging, partsOf } from '../context/judging.ts';
import { groupFindings } from '../stories/group-findings.ts';
import { notePast } from '../stories/usual-in-watch.ts';

/** How many findings were new, and whether all were looked at before the time was up. */
export interface Stored {
  stored: number;
  complete: boolean;
}

/**
 * Stores what is not known yet and judges it, part by part, so that a run whose time is up leaves nothing unjudged
 * behind. What is silent from the start (base, excluded) is stored with its verdict; the rest stands in the index of
 * work until it is judged, so that a crash in between loses nothing.
 */
export async function storeFindings(
  run: Judging,
  findings: readonly Finding[],
  raw: ReadonlyMap<string, string> = new Map(),
): Promise<Stored> {
  let stored = 0;
  notePast(run, findings);
  for (const part of partsOf(findings)) {
    if (run.ports.clock.now() >= run.finish) return { stored, complete: false };
    const fresh = await storePart(run, part, raw);
    await judge(
      run,
      fresh.filter(({ verdict }) => !verdict),
    );
    stored += fresh.length;
    run.outcome.new += fresh.length;
    run.outcome.stories = run.stories.size;
  }
  return { stored, complete: true };
}

async function storePart(
  run: Judging,
  findings: readonly Finding[],
  raw: ReadonlyMap<string, string>,
): Promise<StoredFinding[]> {
  const { ports, watch, state, order } = run;
  const fingerprints = findings.map(({ fingerprint }) => fingerprint);
  const known = await ports.findings.known(watch.id, fingerprints);
  const foundAt = ports.clock.now();
  const fresh = findings
    .filter(({ fingerprint }) => !known.has(fingerprint))
    .map((finding): StoredFinding => {
      const verdict = silentVerdict(finding, { state, track: order.track });
      const expiresAt = foundAt + watch.retention;
      return { watchId: watch.id, finding, foundAt, expiresAt, ...(verdict && { verdict }) };
    });
  const placed = await placeBase(run, fresh);
  const stored: StoredFinding[] = [];
  await inParallel(fresh, async (found) => {
    const { finding } = found;
    const json = raw.get(finding.fingerprint);
    if (json !== undefined) await ports.raw.put(rawKey(watch.id, finding), json);
    const story = placed.get(finding.fingerprint);
    const one = { ...found, ...(story !== undefined && { story }) };
    if (await ports.findings.put(one)) stored.push(one);
  });
  return stored;
}

/**
 * The stories of a silent base count as told, so that their next copies are no news. They are placed before they are
 * stored: what is stored with a verdict is not looked at again.
 */
async function placeBase(run: Judging, fresh: readonly StoredFinding[]): Promise<Map<string, string>> {
  const base = fresh.filter(({ verdict }) => verdict && 'silent' in verdict && verdict.silent === 'base');
  if (base.length === 0) return new Map();
  await learnFirstValues(run, base);
  const groups = await groupFindings(run, base);
  const worth = groups.filter(({ members }) =>
    members.some(({ finding }) => notifiesStoryOf(finding, run.watch)),
  );
  await claimStories(run, worth);
  return new Map(
    groups.flatMap(({ whole, members }) =>
      members.map(({ finding }) => [finding.fingerprint, whole.story.id] as const),
    ),
  );
}

/** Whether the policy of a watch would tell the story of a finding: only then it counts as told. */
function notifiesStoryOf(finding: Finding, { alert: { when, settings = {} } }: Watch): boolean {
  return policyOf(when).onFinding?.(finding, settings).notify === 'story';
}

/** Where the raw JSON of a finding lies: below its service and watch, by the day it was indexed. */
function rawKey(watchId: string, { service, indexedAt, fingerprint }: Finding): string {
  return `raw/${service}/${watchId}/${dayOf(indexedAt)}/${fingerprint}.json`;
}
