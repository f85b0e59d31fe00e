import type { Finding, StoredFinding } from '../../domain/findings/finding.ts';
import { partsOf } from '../../domain/lib/in-parallel.ts';
import { claimDecided, decideFindings, planAlerts } from '../alerts/plan-alerts.ts';
import { addWords, type RecentWords, groupFindings } from '../stories/group-findings.ts';
import {
  joinProcessed,
  nothingProcessed,
  type Processed,
  addTotals,
  isSilent,
  type Progress,
  type Run,
  scopeOf,
  withState,
} from './progress.ts';
import { putAlerts, recordVerdicts, recordChanges } from '../alerts/put-alerts.ts';
import { type FindingScope, PART } from '../context/finding-scope.ts';
import { dropKnown, insertFindings, learnBeforeJudging, learnFirsts } from '../findings/store-findings.ts';
import { groupBaseline } from '../stories/claim-stories.ts';
import { countingOf } from '../../domain/counting/watch-subject.ts';
import { addPage, closeRecounted, closeWindow, type CloseWindow, openWindows } from './run-windows.ts';
import {
  endRecount,
  type Fetched,
  fetchRecounted,
  fetchWindows,
  isRecountDue,
  normalise,
  type PageFetched,
} from './fetch-windows.ts';
import { judgeClosedHours } from './judge-counts.ts';

/** How many findings that wait are read at a time. */
const WAITING = 500;

/**
 * A run: open windows → fetch → take each page → move the watermark → recount the last days → judge the hours that are
 * closed. Each step takes the progress of the run and returns the next one.
 */
export async function coverWatch(run: Run, begun: Progress): Promise<Progress> {
  const learnedKind = await learnFirsts(scopeOf(run, begun), begun.state);
  const learned = learnedKind === undefined ? begun : withState(begun, { learnedKind });
  const { progress, windows } = await openWindows(run, learned);
  const covered = await takeAll(run, progress, { fetched: fetchWindows(run, windows), close: closeWindow });
  if (covered.stop || run.order.track === 'backfill') return covered;
  const recounted = isRecountDue(run, covered) ? await recountDays(run, covered) : covered;
  const counting = countingOf(run.watch);
  return recounted.stop || !counting ? recounted : judgeClosedHours(run, recounted, counting);
}

/** Covers the last days again where the service holds more than is stored: articles can become visible hours late. */
async function recountDays(run: Run, progress: Progress): Promise<Progress> {
  const fetched = fetchRecounted(run, progress);
  return endRecount(run, await takeAll(run, progress, { fetched, close: closeRecounted }));
}

/** Takes the pages as they are fetched, and closes each window after its last page. */
async function takeAll(
  run: Run,
  begun: Progress,
  { fetched, close }: { fetched: AsyncIterable<Fetched>; close: CloseWindow },
): Promise<Progress> {
  let progress = begun;
  for await (const next of fetched) {
    progress = addTotals(progress, { calls: next.requests });
    if (next.type === 'stopped') return { ...progress, stop: next.stop };
    if (next.type === 'page') progress = await takePage(run, progress, next);
    if (next.type === 'window') progress = await close(run, progress, next);
    if (progress.stop) return progress;
  }
  return progress;
}

/** One page: normalise → record changes of known findings → process the new ones. */
async function takePage(run: Run, progress: Progress, fetched: PageFetched): Promise<Progress> {
  const findings = normalise(fetched);
  const changes = await recordChanges(run, findings, { silent: isSilent(run, progress) });
  const { raw } = fetched.page;
  const processed = await processFindings(scopeOf(run, progress), { findings, raw }, progress.recent);
  return addPage(run, progress, { fetched, findings, changes, processed });
}

/**
 * New findings of a watch, from whichever source: drop known → store → group into stories → decide → put alerts. Part by
 * part, so that a run whose time is up leaves nothing stored and unjudged.
 */
export async function processFindings(
  scope: FindingScope,
  { findings, raw }: { findings: readonly Finding[]; raw?: ReadonlyMap<string, string> | undefined },
  recent: RecentWords,
): Promise<Processed> {
  let done = nothingProcessed(addWords(recent, findings));
  for (const part of partsOf(findings, PART)) {
    if (isOutOfTime(scope)) return { ...done, complete: false };
    const unknown = await dropKnown(scope, part);
    const baseline = await groupBaseline(scope, unknown, done.recent);
    const stored = await insertFindings(scope, baseline.found, raw);
    const unjudged = stored.filter(({ verdict }) => verdict === undefined);
    const judged = await judgeFindings(scope, unjudged, baseline.recent);
    const stories = new Set([...baseline.stories, ...judged.stories]);
    done = joinProcessed(done, { ...judged, stored: stored.length, stories });
  }
  return done;
}

/**
 * Stored findings that wait to be judged: group into stories → decide → claim what is notified once → put alerts → record
 * verdicts. Alerts come before verdicts: who dies in between makes the same alerts again, under the same ids.
 */
async function judgeFindings(
  scope: FindingScope,
  found: readonly StoredFinding[],
  recent: RecentWords,
): Promise<Processed> {
  if (found.length === 0) return nothingProcessed(recent);
  await learnBeforeJudging(scope);
  const grouped = await groupFindings(scope, found, recent);
  const claimed = await claimDecided(scope, await decideFindings(scope, grouped.groups));
  const { verdicts, ...made } = await putAlerts(scope, planAlerts(scope.watch, claimed));
  await recordVerdicts(scope, grouped.groups, verdicts);
  const stories = new Set(grouped.groups.map(({ whole }) => whole.story.id));
  return { ...nothingProcessed(grouped.recent), ...made, stories };
}

/** Judges what an earlier run stored and could not judge. The list may show for a while what has been judged. */
export async function judgeLeftOver(scope: FindingScope, recent: RecentWords): Promise<Processed> {
  let done = nothingProcessed(recent);
  for (let after: StoredFinding | undefined; ; ) {
    const found = await scope.ports.findings.unjudged(scope.watch.id, { limit: WAITING, after });
    after = found.at(-1);
    if (!after) return done;
    done = {
      ...done,
      recent: addWords(
        done.recent,
        found.map(({ finding }) => finding),
      ),
    };
    for (const part of partsOf(found, PART)) {
      if (isOutOfTime(scope)) return { ...done, complete: false };
      done = joinProcessed(done, await judgeFindings(scope, part, done.recent));
    }
  }
}

const isOutOfTime = ({ ports, finish }: FindingScope) => ports.clock.now() >= finish;
