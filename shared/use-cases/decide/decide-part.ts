import {
  type Alert,
  type AlertsMade,
  findingAlertOf,
  joinAlertsMade,
  NO_ALERTS,
  type ShownFinding,
} from '../../domain/alerts/alert.ts';
import { type Decision, joinDecisions, type Part, type PlannedAlert } from '../../domain/alerts/decision.ts';
import { planAlerts } from '../../domain/channels/plan-alerts.ts';
import { climbAlertOf, developmentAlertOf, storyAlertOf } from '../../domain/channels/story-alerts.ts';
import {
  noteReopened,
  noteTold,
  noticeOf,
  type StoryGroup,
  withNotices,
} from '../../domain/channels/story-notices.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { defined } from '../../domain/lib/fields.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { Detection } from '../../domain/policies/policy.ts';
import { decisionOn } from '../../domain/policies/registry.ts';
import { type DecideOutcome, emptyDecideOutcome } from '../../domain/runs/outcome.ts';
import type { Home, StoryCandidates } from '../../domain/stories/assign-stories.ts';
import { storyOfRecord } from '../../domain/stories/story.ts';
import { MOST_OTHERS, summarizeStory, withOthers } from '../../domain/alerts/story-summary.ts';
import { channelsOf, type Watch } from '../../domain/watches/watch.ts';
import { type AlertPorts, putAlert, putOnChannels, quarantineItems } from '../alerts/put-alerts.ts';
import { unusableFinding } from '../collect/insert-findings.ts';
import type { Ports } from '../ports/ports.ts';
import {
  byPublication,
  claimFirstValues,
  type DecideScope,
  type Deciding,
  groupFindings,
  learnValues,
  storiesToWrite,
} from './group-findings.ts';

/**
 * A part of what a watch found: read → group into stories → decide by the policy → record what was decided → write the
 * stories → put the alerts. Whoever repeats it after a death does what is recorded. Undefined: some of it is not
 * stored yet.
 */
export async function decidePart(
  scope: DecideScope,
  { watch, key, isLate }: { watch: Watch; key: string; isLate: boolean },
): Promise<DecideOutcome | undefined> {
  const { ports } = scope;
  const listed = await ports.findings.part(watch.id, key);
  if (!listed) return undefined;
  const { found, isWhole } = await ports.findings.ofPart(listed);
  if (!isWhole && !isLate) return undefined;
  const part = isWhole ? listed : { ...listed, found: onlyOf(listed, found) };
  const open = found.filter(({ finding }) => finding.excludedBy === undefined).toSorted(byPublication);
  await learnValues(ports, { watch, found: open, before: part.foundAt });
  const deciding = { watch, part, found: open, channels: await readChannels(ports, watch) };
  if (!watch.judge || open.length === 0) return decideFindings(scope, deciding);
  const { decideJudged } = await import('./decide-judged.ts');
  return decideJudged(scope, deciding, { plan, decide: decideFindings });
}

/** What a part lists, without what was never stored: who was to store it has died. */
function onlyOf({ found: listed }: Part, stored: readonly StoredFinding[]): Part['found'] {
  const ids = new Set(stored.map(({ finding }) => finding.fingerprint));
  return listed.filter(({ fingerprint }) => ids.has(fingerprint));
}

/** The channels of a watch that there are, in its order. */
async function readChannels(
  { definitions }: Pick<Ports, 'definitions'>,
  { alert }: Watch,
): Promise<Channel[]> {
  const channels = await Promise.all(channelsOf(alert).map((name) => definitions.channel(name)));
  return channels.filter((channel) => channel !== undefined);
}

/** What was decided, with the stories and the alerts that follow. */
interface Decided {
  decision: Decision;
  candidates: StoryCandidates;
  groups: readonly StoryGroup[];
  alerts: readonly MadeAlert[];
}

/** What would be decided. Nothing is written. */
async function plan(scope: DecideScope, deciding: Deciding): Promise<Decision> {
  const { decided } = await decideApart(scope, deciding);
  scope.known.stories = undefined;
  return decided.decision;
}

/** Decides, records what was decided, then carries it out. */
async function decideFindings(scope: DecideScope, deciding: Deciding): Promise<DecideOutcome> {
  const { ports, held } = scope;
  const { watch, part, earlier } = deciding;
  const { decided, failed } = await decideApart(scope, deciding);
  const decision = withQuarantined(decided.decision, failed);
  const record = (own: Decision) =>
    ports.findings.putPart({ ...part, decided: earlier ? joinDecisions(earlier, own) : own });
  if (decision !== part.decided) await record(decision);
  await ports.stories.write(held.space, storiesToWrite(decided.candidates));
  const put = await putAlerts(ports, watch, decided);
  if (put.failed.length > 0) await record(withQuarantined(decision, put.failed));
  const unusable = [...failed, ...put.failed].map(({ found, error }) =>
    unusableFinding(found, { error, sources: undefined, what: 'decided' }),
  );
  const quarantined = await quarantineItems({ watch, ports }, unusable);
  const stories = decided.groups.map(({ story }) => story.id);
  return {
    ...emptyDecideOutcome(held.space),
    ...quarantined,
    ...joinAlertsMade(put.made, quarantined),
    watches: [{ watchId: watch.id, findings: deciding.found.length, stories, alerts: put.made.alerts }],
  };
}

/** A finding at which our code, or the store, fails. */
interface Failed {
  found: StoredFinding;
  error: Error;
}

function withQuarantined(decision: Decision, failed: readonly Failed[]): Decision {
  if (failed.length === 0) return decision;
  const ids = new Set(failed.map(({ found }) => found.finding.fingerprint));
  const verdict = { silent: 'quarantined' } as const;
  return {
    findings: [
      ...decision.findings.filter(({ fingerprint }) => !ids.has(fingerprint)),
      ...[...ids].map((fingerprint) => ({ fingerprint, verdict })),
    ],
    alerts: decision.alerts.filter(({ fingerprint }) => !ids.has(fingerprint)),
  };
}

/** From so many findings on, a fault that all of them have is none of theirs. */
const MANY = 10;

/**
 * Decides findings together. If our code fails, they are decided one after the other, each with those before it: one
 * that makes it fail leaves the others alone.
 */
async function decideApart(
  scope: DecideScope,
  deciding: Deciding,
): Promise<{ decided: Decided; failed: readonly Failed[] }> {
  try {
    return { decided: await decide(scope, deciding), failed: [] };
  } catch (error) {
    scope.known.stories = undefined;
    if (!isFaultOfItem(error)) throw error;
  }
  // What was recorded before cannot be carried out: it is decided once more, under the same ids.
  const { decided: _recorded, ...part } = deciding.part;
  const failed: Failed[] = [];
  let good: StoredFinding[] = [];
  for (const found of deciding.found) {
    try {
      await decide(scope, { ...deciding, part, found: [...good, found] });
      good = [...good, found];
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      failed.push({ found, error });
    }
    scope.known.stories = undefined;
  }
  const [first] = failed;
  if (first && good.length === 0 && failed.length >= MANY) throw first.error;
  return { decided: await decide(scope, { ...deciding, part, found: good }), failed };
}

/**
 * Group → plan, or take what is recorded → note in the stories what their channels are notified of → make the alerts.
 */
async function decide(scope: DecideScope, deciding: Deciding): Promise<Decided> {
  const { watch, part, found, channels, judged } = deciding;
  const { ports } = scope;
  const recorded = part.decided;
  const grouped = await groupFindings(scope, { watch, found, decided: recorded && homesIn(recorded) });
  const { candidates } = grouped;
  const { open } = candidates;
  if (recorded) {
    noteTold(open, watch, { decision: recorded, found });
    noteReopened(open, watch, { groups: grouped.groups, channels });
  }
  const decision =
    recorded ??
    planAlerts(watch, {
      ...grouped,
      open,
      channels,
      homes: candidates.assigned,
      firstValues: await claimFirstValues(ports, { watch, found, channels }),
      judged,
    });
  const groups = grouped.groups.map((group) => {
    const story = withNotices(watch, group, { decision, channels });
    candidates.records.set(story.id, story);
    candidates.changed.add(story.id);
    return { ...group, story };
  });
  return { decision, candidates, groups, alerts: await plannedAlertsOf(ports, { watch, decision, groups }) };
}

function homesIn({ findings }: Decision): ReadonlyMap<string, Home> {
  return new Map(
    findings.flatMap(({ fingerprint, story: id, joined }) =>
      id === undefined ? [] : [[fingerprint, defined<Home>({ id, joined })] as const],
    ),
  );
}

/**
 * Puts alerts, each if absent, on one channel or on all of their watch. One that the store can never hold is left out.
 */
async function putAlerts(
  ports: AlertPorts,
  watch: Watch,
  { alerts }: Decided,
): Promise<{ made: AlertsMade; failed: readonly Failed[] }> {
  const failed: Failed[] = [];
  const made = await inParallel(alerts, async ({ alert, found, isOnOne }) => {
    try {
      return await (isOnOne ? putAlert(ports, alert) : putOnChannels(ports, alert, watch));
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      failed.push({ found, error });
      return NO_ALERTS;
    }
  });
  return { made: joinAlertsMade(...made), failed };
}

/** An alert to be put, on one channel or on all of its watch. */
interface MadeAlert {
  alert: Alert;
  /** The finding that it shows first. */
  found: StoredFinding;
  isOnOne: boolean;
}

/** The alerts that a decision has planned, made of their findings and stories as they are now. */
async function plannedAlertsOf(
  ports: Pick<Ports, 'findings'>,
  { watch, decision, groups }: { watch: Watch; decision: Decision; groups: readonly StoryGroup[] },
): Promise<MadeAlert[]> {
  const byId = new Map(
    groups.flatMap((group) =>
      group.members.map((member) => [member.finding.fingerprint, { group, member }] as const),
    ),
  );
  const words = new Map(decision.findings.map(({ fingerprint, judged }) => [fingerprint, judged]));
  return inParallel(
    decision.alerts.flatMap((planned) => {
      const from = byId.get(planned.fingerprint);
      return from ? [{ planned, ...from }] : [];
    }),
    async ({ planned, group, member }) => {
      const judged = words.get(planned.fingerprint);
      const alert = { ...alertOf(watch, { planned, group, member }), ...(!judged?.shadow && { judged }) };
      const isClimb = planned.about === 'climb';
      const isOnOne = 'channel' in planned;
      return {
        alert: isClimb ? await withArticles(alert, { watch, group }, ports) : alert,
        found: member,
        isOnOne,
      };
    },
  );
}

function alertOf(
  watch: Watch,
  { planned, group, member }: { planned: PlannedAlert; group: StoryGroup; member: StoredFinding },
): Alert {
  const { finding, discovery, foundAt } = member;
  const { severity, by } = planned;
  const reached = watch.raise || by.length > 0 || planned.about === 'climb' ? { severity, by } : undefined;
  const shown: ShownFinding = {
    finding,
    discovery,
    foundAt,
    reached,
    detection: detectionOf(watch, { planned, member }),
    later: planned.later,
  };
  const story = storyOfRecord(group.story);
  switch (planned.about) {
    case 'finding':
      return findingAlertOf(watch, shown, summarizeStory(story));
    case 'values':
      return findingAlertOf(watch, shown);
    case 'story':
    case 'development':
    case 'climb': {
      const { channel } = planned;
      const { watches = [watch.id] } = noticeOf(group.story, watch, { name: channel }) ?? {};
      const others = group.members.filter((one) => one !== member && !one.verdict).map((one) => one.finding);
      const notified = { channel, story, space: group.story.space, watches };
      if (planned.about === 'story') return storyAlertOf(watch, shown, { ...notified, silent: others });
      if (planned.about === 'development') {
        const { fresh, confirmedBy } = planned;
        return developmentAlertOf(
          watch,
          { ...shown, development: { fresh, confirmedBy } },
          { ...notified, silent: [] },
        );
      }
      return climbAlertOf(watch, { ...shown, from: planned.from }, { ...notified, silent: [] });
    }
  }
}

/** What the policy of the watch detected in a finding. */
function detectionOf(
  watch: Watch,
  { planned, member: { finding } }: { planned: PlannedAlert; member: StoredFinding },
): Detection | undefined {
  const decision = decisionOn(watch, finding);
  if (planned.about === 'climb' || decision.notify === 'nothing') return undefined;
  if (decision.notify === 'first')
    return decision.detection(planned.about === 'values' ? planned.values : []);
  return decision.detection;
}

/**
 * A climb shows the articles that its watch has stored before: the first of them, up to 19 beside its own. At most one
 * read.
 */
async function withArticles(
  alert: Alert,
  { watch, group }: { watch: Watch; group: StoryGroup },
  { findings }: Pick<Ports, 'findings'>,
): Promise<Alert> {
  const { story, items } = alert;
  const own = new Set(items.map(({ fingerprint }) => fingerprint));
  const members = group.story.articles.map(({ fingerprint }) => fingerprint);
  const wanted = members.filter((fingerprint) => !own.has(fingerprint)).slice(0, MOST_OTHERS);
  if (!story || wanted.length === 0) return alert;
  const found = (await findings.read(watch.id, wanted)).map(({ finding }) => finding);
  return {
    ...alert,
    story: withOthers(
      story,
      found.toSorted((a, b) => a.indexedAt - b.indexedAt),
    ),
  };
}
