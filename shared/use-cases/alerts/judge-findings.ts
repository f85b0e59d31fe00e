import { growthAlertOf } from '../../domain/alerts/alert.ts';
import type { StoredFinding, Verdict } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { Detection } from '../../domain/policies/policy.ts';
import { growthOf } from '../../domain/stories/story-growth.ts';
import { storySummaryOf } from '../../domain/stories/story-summary.ts';
import { type Claimed, claimStories, holderOf, type StoryGroup } from '../stories/claim-stories.ts';
import { alertOn, type Sorted, sortByPolicy } from './judge-by-policy.ts';
import { type Judging, partsOf } from '../context/judging.ts';
import { learnBeforeJudging } from '../findings/learn-seen-values.ts';
import { groupFindings } from '../stories/group-findings.ts';
import { putAlert } from './put-alert.ts';
import { notePast } from '../stories/usual-in-watch.ts';

/** How many left-over findings are read at a time. */
const LEFT_OVER = 500;

/**
 * Judges what an earlier run stored and could not judge. False when the time was up before all of it was judged. It goes
 * through the index of work once: that may still show for a while what has been judged already.
 */
export async function judgeLeftOver(run: Judging): Promise<boolean> {
  const { ports, watch } = run;
  for (let after: StoredFinding | undefined; ; ) {
    const found = await ports.findings.unjudged(watch.id, { limit: LEFT_OVER, after });
    after = found.at(-1);
    if (!after) return true;
    notePast(
      run,
      found.map(({ finding }) => finding),
    );
    for (const part of partsOf(found)) {
      if (ports.clock.now() >= run.finish) return false;
      await judge(run, part);
    }
  }
}

/**
 * Judges some findings: gathers them into stories, tells what is to be told, and clears them from the index of work. What
 * is told comes first: every alert is put if absent under an id made of the facts, so that a repeat changes nothing.
 */
export async function judge(run: Judging, found: readonly StoredFinding[]): Promise<void> {
  if (found.length === 0) return;
  await learnBeforeJudging(run);
  const groups = await groupFindings(run, found);
  const sorted = await sortByPolicy(run, groups);
  const verdicts = new Map([
    ...sorted.verdicts,
    ...(await notifyEach(run, sorted)),
    ...(await notifyStories(run, sorted)),
  ]);
  await inParallel(groups.flatMap(membersOf), async ({ member, story }) => {
    const verdict = verdicts.get(member.finding.fingerprint);
    if (verdict) await run.ports.findings.judge({ ...member, story }, verdict);
  });
}

function membersOf({ whole, members }: StoryGroup<StoredFinding>) {
  return members.map((member) => ({ member, story: whole.story.id }));
}

type Verdicts = Map<string, Verdict>;

type Worth = Sorted<StoryGroup<StoredFinding>>;

async function notifyEach(run: Judging, { each, detections }: Worth): Promise<Verdicts> {
  const verdicts: Verdicts = new Map();
  const all = each.flatMap(({ whole, members }) => members.map((member) => ({ whole, member })));
  await inParallel(all, async ({ whole, member }) => {
    const { fingerprint } = member.finding;
    verdicts.set(fingerprint, await notify(run, { whole, members: [member] }, detections.get(fingerprint)));
  });
  return verdicts;
}

async function notifyStories(run: Judging, { stories, detections }: Worth): Promise<Verdicts> {
  const verdicts: Verdicts = new Map();
  await inParallel(await claimStories(run, stories), async (claimed) => {
    const { whole, members, claims } = claimed;
    const holder = holderOf(claims)?.fingerprint;
    const first = members.find(({ finding }) => finding.fingerprint === holder);
    const silent = members.filter((member) => member !== first);
    if (first) {
      const { fingerprint } = first.finding;
      const group = { whole, members: [first, ...silent] };
      verdicts.set(fingerprint, await notify(run, group, detections.get(fingerprint)));
    }
    await notifyGrowth(run, claimed);
    for (const { finding } of silent) verdicts.set(finding.fingerprint, { silent: 'same-story' });
  });
  return verdicts;
}

/** Tells the first of some findings of a story; the others are its silent siblings. */
async function notify(
  run: Judging,
  { whole, members: [first, ...silent] }: StoryGroup<StoredFinding>,
  detection: Detection | undefined,
): Promise<Verdict> {
  if (!first) return { silent: 'same-story' };
  const story = storySummaryOf(
    whole.story,
    silent.map(({ finding }) => finding),
  );
  const alert = alertOn(run.watch, {
    finding: first.finding,
    story,
    sighting: detection,
    now: first.foundAt,
  });
  return putAlert(run, alert);
}

/** One note for each milestone that a told story has passed; the latest of its findings stands for it. */
async function notifyGrowth(run: Judging, { whole, members, claims }: Claimed<StoredFinding>): Promise<void> {
  const { ports, watch } = run;
  const holder = holderOf(claims);
  const latest = members.at(-1);
  if (!holder || !latest || !watch.alert.grows) return;
  const notified = claims.flatMap(({ milestones }) => milestones);
  for (const growth of growthOf(whole.story, { told: notified, settings: watch.alert.grows })) {
    const story = storySummaryOf(whole.story);
    const { finding, foundAt: now } = latest;
    await putAlert(run, growthAlertOf(watch, { finding, story, growth, holder: holder.fingerprint, now }));
    await ports.told.note(holder, growth.milestone);
  }
}
