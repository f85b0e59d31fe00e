import { alertOf } from '../domain/alert.ts';
import type { Finding, StoredFinding, Verdict } from '../domain/finding.ts';
import { dayOf } from '../domain/instant.ts';
import { silentVerdict } from '../domain/judgement.ts';
import { STORY_MEMORY, storyOf } from '../domain/story.ts';
import { inParallel } from '../domain/in-parallel.ts';
import { putAlert } from './put-alert.ts';
import type { Run } from './run.ts';

/** What judging needs: a run has all of it, an extraction makes it for each page of records. */
export interface Judging {
  ports: Pick<Run['ports'], 'clock' | 'definitions' | 'findings' | 'stories' | 'alerts' | 'raw'>;
  watch: Run['watch'];
  state: Pick<Run['state'], 'baseUntil'>;
  order: Pick<Run['order'], 'track'>;
  outcome: Pick<Run['outcome'], 'new' | 'stories' | 'alerts' | 'channels'>;
}

/** How many left-over findings are read at a time. */
const PART = 500;

/**
 * Stores what is not known yet and judges it. What is silent from the start (base, excluded) is stored with its
 * verdict; the rest stands in the index of work until it is judged, so that a crash in between loses nothing.
 * Gives back how many were new.
 */
export async function storeFindings(
  run: Judging,
  findings: readonly Finding[],
  raw: ReadonlyMap<string, string> = new Map(),
): Promise<number> {
  const { ports, watch, state, order } = run;
  const known = await ports.findings.known(
    watch.id,
    findings.map((finding) => finding.fingerprint),
  );
  const fresh = findings.filter((finding) => !known.has(finding.fingerprint));
  const foundAt = ports.clock.now();
  const stored: StoredFinding[] = [];
  await inParallel(fresh, async (finding) => {
    const verdict = silentVerdict(finding, { state, track: order.track });
    const found = {
      watchId: watch.id,
      finding,
      foundAt,
      expiresAt: foundAt + watch.retention,
      ...(verdict && { verdict }),
    };
    const json = raw.get(finding.fingerprint);
    if (json !== undefined) await ports.raw.put(rawKey(watch.id, finding), json);
    if (await ports.findings.put(found)) stored.push(found);
  });
  run.outcome.new += stored.length;
  run.outcome.stories += new Set(stored.map(({ finding }) => storyOf(finding))).size;
  await judge(
    run,
    stored.filter(({ verdict }) => !verdict),
  );
  return stored.length;
}

/** Where the raw JSON of a finding lies: below its service and watch, by the day it was indexed. */
function rawKey(watchId: string, { service, indexedAt, fingerprint }: Finding): string {
  return `raw/${service}/${watchId}/${dayOf(indexedAt)}/${fingerprint}.json`;
}

/** Judges what an earlier run stored and could not judge. */
export async function judgeLeftOver(run: Judging): Promise<void> {
  const { ports, watch } = run;
  for (;;) {
    const part = await ports.findings.unjudged(watch.id, PART);
    if (part.length === 0) return;
    await judge(run, part);
  }
}

/** Findings of one story are judged one after the other, earliest first, so that the first of them is the one told. */
async function judge(run: Judging, found: readonly StoredFinding[]): Promise<void> {
  const stories = Map.groupBy(found.toSorted(byTime), ({ finding }) => storyOf(finding));
  await inParallel(stories, async ([story, members]) => {
    for (const member of members) {
      const verdict = await verdictOn(run, { member, story });
      await run.ports.findings.judge(member, verdict);
    }
  });
}

function claim(
  { ports, watch }: Judging,
  { story, finding }: { story: string; finding: Finding },
): Promise<boolean> {
  const now = ports.clock.now();
  const { fingerprint } = finding;
  return ports.stories.claim({ watchId: watch.id, story, fingerprint, now, until: now + STORY_MEMORY });
}

/** Every step is put if absent under an id made of the facts, so that a repeat after a crash changes nothing. */
async function verdictOn(
  run: Judging,
  { member, story }: { member: StoredFinding; story: string },
): Promise<Verdict> {
  const { watch } = run;
  const { finding } = member;
  const first = watch.alert.when === 'finding' || (await claim(run, { story, finding }));
  if (!first) return { silent: 'same-story' };
  const alert = alertOf(watch, { finding, story, now: member.foundAt });
  return (await putAlert(run, alert)) ? { told: alert.id } : { silent: 'below-severity' };
}

function byTime(a: StoredFinding, b: StoredFinding): number {
  const left = a.finding.publishedAt ?? a.finding.indexedAt;
  const right = b.finding.publishedAt ?? b.finding.indexedAt;
  return left - right || (a.finding.fingerprint < b.finding.fingerprint ? -1 : 1);
}
