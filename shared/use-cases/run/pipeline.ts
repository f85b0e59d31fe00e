import type { Discovery } from '../../domain/findings/discovery.ts';
import type { Finding, StoredFinding } from '../../domain/findings/finding.ts';
import { apart } from '../../domain/lib/apart.ts';
import { inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
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
import { joinQuarantined, quarantineItems } from '../alerts/quarantine-items.ts';
import { type FindingScope, PART } from '../context/finding-scope.ts';
import {
  dropKnown,
  insertFindings,
  learnBeforeJudging,
  learnFirsts,
  unusableFinding,
} from '../findings/store-findings.ts';
import type { FoundItems } from '../ports/source.ts';
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
  return endRecount(run, await takeAll(run, progress, { fetched, close: closeRecounted, late: true }));
}

/** Takes the pages as they are fetched, and closes each window after its last page. */
async function takeAll(
  run: Run,
  begun: Progress,
  { fetched, close, late }: { fetched: AsyncIterable<Fetched>; close: CloseWindow; late?: true },
): Promise<Progress> {
  let progress = begun;
  for await (const next of fetched) {
    progress = addTotals(progress, { calls: next.requests });
    if (next.type === 'stopped') return { ...progress, stop: next.stop };
    if (next.type === 'page') progress = await takePage(run, progress, { ...next, late });
    if (next.type === 'window') progress = await close(run, progress, next);
    if (progress.stop) return progress;
  }
  return progress;
}

/** `late`: the recount fetched it. */
type TakenPage = PageFetched & { late?: true | undefined };

/** Which window and request of this run gave a page. */
function discoveryOf({ owner, order }: Run, { window, page, late }: TakenPage): Discovery {
  const { hits, correlationId } = page;
  const { track, scheduledFor } = order;
  return {
    run: { id: owner, track, scheduledFor },
    window: { from: window.from, to: window.to },
    ...(correlationId !== undefined && { requestId: correlationId }),
    hits,
    ...(late && { late }),
  };
}

/** One page: normalise → record changes of known findings → quarantine what is unusable, process the new ones. */
async function takePage(run: Run, progress: Progress, fetched: TakenPage): Promise<Progress> {
  const findings = normalise(fetched);
  const { raw, sources, unusable = [] } = fetched.page;
  const changes = await recordChanges(run, findings, { silent: isSilent(run, progress), sources });
  const items = { findings, raw, sources, unusable: [...unusable, ...changes.unusable] };
  const discovery = discoveryOf(run, fetched);
  const processed = await processFindings(scopeOf(run, progress), { ...items, discovery }, progress.recent);
  return addPage(run, progress, { fetched, findings, changes, processed });
}

/**
 * New findings of a watch, from whichever source: drop known → store → group into stories → decide → put alerts. Part by
 * part, so that a run whose time is up leaves nothing stored and unjudged. What is unusable is quarantined: it is no reason
 * to stop the others.
 */
export async function processFindings(
  scope: FindingScope,
  { findings, discovery, unusable = [], ...items }: Items,
  recent: RecentWords,
): Promise<Processed> {
  const begun = nothingProcessed(addWords(recent, findings));
  let done: Processed = { ...begun, ...(await quarantineItems(scope, unusable)) };
  for (const part of partsOf(findings, PART)) {
    if (isOutOfTime(scope)) return { ...done, complete: false };
    const unknown = await dropKnown(scope, part, discovery);
    const baseline = await groupBaselineApart(scope, { found: unknown, recent: done.recent, ...items });
    const inserted = await insertFindings(scope, baseline.found, items);
    const quarantined = await quarantineItems(scope, [...baseline.unusable, ...inserted.unusable]);
    const unjudged = inserted.stored.filter(({ verdict }) => verdict === undefined);
    const judged = await judgeFindings(scope, { found: unjudged, recent: baseline.recent, ...items });
    const stories = new Set([...baseline.stories, ...judged.stories]);
    const stored = inserted.stored.length;
    done = joinProcessed(done, { ...judged, ...joinQuarantined(quarantined, judged), stored, stories });
  }
  return done;
}

/** The items of an answer, those outside the window left out. */
interface Items extends Omit<FoundItems, 'findings'> {
  findings: readonly Finding[];
  /** What finds those that are new. */
  discovery?: Discovery;
}

/** Findings to be grouped or judged, and the JSON that they were made of. */
interface Waiting extends Pick<FoundItems, 'sources'> {
  found: readonly StoredFinding[];
  recent: RecentWords;
}

/** Groups the findings of a baseline. Those that cannot be grouped are not stored. */
async function groupBaselineApart(scope: FindingScope, { found, recent, sources }: Waiting) {
  let latest = recent;
  const { results, failed } = await apart(found, async (part) => {
    const grouped = await groupBaseline(scope, part, latest);
    latest = grouped.recent;
    return grouped;
  });
  return {
    found: results.flatMap((part) => part.found),
    stories: results.flatMap((part) => [...part.stories]),
    recent: latest,
    unusable: failed.map(({ item, error }) => unusableFinding(item, { error, sources, what: 'grouped' })),
  };
}

/** Judges stored findings. One that cannot be judged is quarantined, with a verdict, so that no run meets it again. */
async function judgeFindings(scope: FindingScope, { found, recent, sources }: Waiting): Promise<Processed> {
  let done = nothingProcessed(recent);
  const { failed } = await apart(found, async (part) => {
    done = joinProcessed(done, await judgeTogether(scope, part, done.recent));
  });
  const unusable = failed.map(({ item, error }) => unusableFinding(item, { error, sources, what: 'judged' }));
  const quarantined = await quarantineItems(scope, unusable);
  await inParallel(failed, ({ item }) => scope.ports.findings.judge(item, { silent: 'quarantined' }));
  return { ...done, ...joinQuarantined(done, quarantined) };
}

/**
 * Stored findings that wait to be judged: group into stories → decide → claim what is notified once → put alerts → record
 * verdicts. Alerts come before verdicts: who dies in between makes the same alerts again, under the same ids.
 */
async function judgeTogether(
  scope: FindingScope,
  found: readonly StoredFinding[],
  recent: RecentWords,
): Promise<Processed> {
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
      done = joinProcessed(done, await judgeFindings(scope, { found: part, recent: done.recent }));
    }
  }
}

const isOutOfTime = ({ ports, finish }: FindingScope) => ports.clock.now() >= finish;
