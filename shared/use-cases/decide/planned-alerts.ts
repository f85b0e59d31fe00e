import { type Alert, findingAlertOf, type ShownFinding } from '../../domain/alerts/alert.ts';
import type { Decision, PlannedAlert } from '../../domain/alerts/decision.ts';
import { climbAlertOf, storyAlertOf } from '../../domain/alerts/story-alert.ts';
import { noticeOf, type StoryGroup } from '../../domain/channels/plan-alerts.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { Detection } from '../../domain/policies/policy.ts';
import { decisionOn } from '../../domain/policies/registry.ts';
import { storyOfRecord } from '../../domain/stories/story-record.ts';
import { MOST_OTHERS, summarizeStory, withOthers } from '../../domain/stories/story.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import type { Ports } from '../ports/ports.ts';

/** An alert to be put, on one channel or on all of its watch. */
export interface MadeAlert {
  alert: Alert;
  /** The finding that it shows first. */
  found: StoredFinding;
  isOnOne: boolean;
}

/** The alerts that a decision has planned, made of their findings and stories as they are now. */
export async function plannedAlertsOf(
  ports: Pick<Ports, 'findings'>,
  { watch, decision, groups }: { watch: Watch; decision: Decision; groups: readonly StoryGroup[] },
): Promise<MadeAlert[]> {
  const byId = new Map(
    groups.flatMap((group) =>
      group.members.map((member) => [member.finding.fingerprint, { group, member }] as const),
    ),
  );
  return inParallel(
    decision.alerts.flatMap((planned) => {
      const from = byId.get(planned.fingerprint);
      return from ? [{ planned, ...from }] : [];
    }),
    async ({ planned, group, member }) => {
      const alert = alertOf(watch, { planned, group, member });
      const isClimb = planned.about === 'climb';
      const isOnOne = isClimb || planned.about === 'story';
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
  const reached = watch.raise || planned.about === 'climb' ? { severity, by } : undefined;
  const shown: ShownFinding = {
    finding,
    discovery,
    foundAt,
    reached,
    detection: detectionOf(watch, { planned, member }),
  };
  const story = storyOfRecord(group.story);
  switch (planned.about) {
    case 'finding':
      return findingAlertOf(watch, shown, summarizeStory(story));
    case 'values':
      return findingAlertOf(watch, shown);
    case 'story':
    case 'climb': {
      const { channel } = planned;
      const { watches = [watch.id] } = noticeOf(group.story, watch, { name: channel }) ?? {};
      const others = group.members.filter((one) => one !== member && !one.verdict).map((one) => one.finding);
      const told = { channel, story, space: group.story.space, watches };
      if (planned.about === 'story') return storyAlertOf(watch, shown, { ...told, silent: others });
      return climbAlertOf(watch, { ...shown, from: planned.from }, { ...told, silent: [] });
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

/** A climb shows the articles that its watch has stored before: the first of them, up to 19 beside its own. At most one read. */
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
