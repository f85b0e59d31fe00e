import type { StoredFinding } from '../../domain/findings/finding.ts';
import { apart, inParallel, partsOf } from '../../domain/lib/in-parallel.ts';
import type { JudgedFrom, WaitingFindings } from '../alerts/part-plan.ts';
import { planAhead, planPart } from '../alerts/plan-alerts.ts';
import { decidedIn } from '../stories/group-findings.ts';
import {
  addQuarantined,
  joinProcessed,
  nothingProcessed,
  type Processed,
  addTotals,
  type Progress,
  type Run,
  scopeOf,
} from './progress.ts';
import { putPlanned, recordChanges, recordGrouped, recordVerdicts } from '../alerts/put-alerts.ts';
import { type FindingScope, PART } from '../context/finding-scope.ts';
import { insertAsHolder, isOutOfTime, readUnknown, unusableFinding } from '../findings/store-findings.ts';
import { groupBaseline } from '../stories/claim-stories.ts';
import { countingOf } from '../../domain/policies/registry.ts';
import { addPage, closeRecounted, closeWindow, type CloseWindow, openWindows } from './run-windows.ts';
import {
  discoveryOf,
  endRecount,
  type Fetched,
  fetchRecounted,
  fetchWindows,
  isRecountDue,
  isSilent,
  normalise,
  type PageFetched,
} from './fetch-windows.ts';
import { insertForJudging, type Items } from './insert-for-judging.ts';
import { judgeClosedHours } from './judge-counts.ts';

/**
 * A run: open windows → fetch → take each page → move the watermark → recount the last days → judge the hours that are
 * closed. Each step takes the progress of the run and returns the next one.
 */
export async function coverWatch(run: Run, begun: Progress): Promise<Progress> {
  const { progress, windows } = await openWindows(run, begun);
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

/** One page: normalise → record changes of known findings → quarantine what is unusable, process the new ones. */
async function takePage(run: Run, progress: Progress, fetched: PageFetched): Promise<Progress> {
  const { items, findings, sources, unusable } = normalise(run, fetched);
  const scope = scopeOf(run, progress);
  const changes = await recordChanges(scope, findings, { silent: isSilent(run, progress), sources });
  const discovery = discoveryOf(run, fetched, progress.state);
  const given = { items, unusable: [...unusable, ...changes.unusable], discoveryOf: () => discovery };
  const process = run.order.track === 'live' ? processFindings : insertForJudging;
  const processed = await process(scope, given, progress.known);
  return addPage(run, progress, { fetched, items, changes, processed });
}

/**
 * New findings of a watch, for the holder of its lease: drop known → read → decide stories, alerts and verdicts → begin the part under
 * the fence → store the findings → write stories and claims → put alerts. Part by part. What is unusable is quarantined: it stops no
 * others.
 */
async function processFindings(
  scope: FindingScope,
  { items, unusable = [], ...from }: Items,
  begun: Processed['known'],
): Promise<Processed> {
  let done = await addQuarantined(scope, nothingProcessed(begun), unusable);
  for (const part of partsOf(items, PART)) {
    if (isOutOfTime(scope)) return { ...done, stop: 'out-of-time' };
    const { found: unknown, sources, unusable: unread } = await readUnknown(scope, part, from.discoveryOf);
    done = await addQuarantined(scope, done, unread);
    if (unknown.length === 0) continue;
    const ahead = await planAhead(scope, unknown, done);
    if (!(await scope.hold({ part: unknown, decided: decidedIn(ahead.decision) })))
      return { ...done, stop: 'taken-over' };
    const { known, ...baseline } = await groupBaseline(scope, { found: unknown, known: done.known, sources });
    const inserted = await insertAsHolder(scope, baseline.found, { sources, planned: ahead.plan?.judged });
    done = await addQuarantined(scope, done, [...baseline.unusable, ...inserted.unusable]);
    const found = inserted.stored.filter(({ verdict }) => !verdict);
    const judged = await judgeFindings(scope, { found, known, ...ahead, inserted: true, sources });
    const stories = new Set([...baseline.stories, ...judged.stories]);
    done = joinProcessed(done, { ...judged, stored: inserted.stored.length, stories });
  }
  return done;
}

/**
 * Judges stored findings. Those of a baseline have had their verdict since they were inserted, and get their stories. One
 * that cannot be judged is quarantined, with a verdict, so that no run meets it again.
 */
export async function judgeFindings(
  scope: FindingScope,
  { found, sources, ...from }: WaitingFindings,
): Promise<Processed> {
  const [recorded, open] = [found.filter(({ verdict }) => verdict), found.filter(({ verdict }) => !verdict)];
  const baseline = await groupBaseline(scope, { found: recorded, known: from.known, sources });
  const changed = await recordGrouped(scope, found, baseline.found);
  let done = { ...nothingProcessed(baseline.known), ...changed, stories: baseline.stories };
  const { failed } = await apart(open, async (part) => {
    done = joinProcessed(done, await judgeTogether(scope, part, { ...from, known: done.known }));
  });
  const unusable = failed.map(({ item, error }) => unusableFinding(item, { error, sources, what: 'judged' }));
  done = await addQuarantined(scope, done, [...baseline.unusable, ...unusable]);
  await inParallel(failed, ({ item }) => scope.ports.findings.judge(item, { silent: 'quarantined' }));
  return done;
}

/**
 * Stored findings that wait to be judged: plan → write stories, put alerts → record verdicts, unless the findings were stored with them.
 * A plan for more than these, of which others could not be stored or judged, does not hold.
 */
async function judgeTogether(
  scope: FindingScope,
  found: readonly StoredFinding[],
  { inserted = false, plan: ahead, ...from }: JudgedFrom,
): Promise<Processed> {
  const isAhead = ahead?.found.length === found.length;
  const plan = isAhead ? ahead : await planPart(scope, found, from);
  const made = await putPlanned(scope, plan);
  if (!isAhead) await recordVerdicts(scope, plan.judged, { inserted });
  const stories = new Set(plan.groups.map(({ whole }) => whole.story.id));
  return { ...nothingProcessed(plan.known), ...made, stories };
}
