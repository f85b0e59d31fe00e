import type { Ports } from '../ports/ports.ts';
import { type Alert, type AlertsMade, joinAlertsMade } from '../../domain/alerts/alert.ts';
import { dueAt, rejectionReasonOf } from '../../domain/channels/channel.ts';
import type { StoredFinding, Verdict } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import type { StoryGroup } from '../stories/group-findings.ts';
import type { AlertPlan, PlannedAlert } from './plan-alerts.ts';

export type AlertPorts = Pick<Ports, 'definitions' | 'alerts' | 'clock'>;

/** What became of an alert: its id, or why its channel does not take it. */
export interface AlertPut extends AlertsMade {
  verdict: Verdict;
}

/**
 * Puts an alert as pending on its channel, due when quiet hours and brief times allow. A channel that is gone takes no
 * alert. Putting the same alert again changes nothing.
 */
export async function putAlert(ports: AlertPorts, alert: Alert): Promise<AlertPut> {
  const channel = await ports.definitions.channel(alert.channel);
  const refusal = channel ? rejectionReasonOf(channel, alert) : 'below-severity';
  if (!channel || refusal)
    return { verdict: { silent: refusal ?? 'below-severity' }, alerts: 0, channels: [] };
  const due = dueAt(channel, { severity: alert.severity, now: ports.clock.now() });
  const isNew = await ports.alerts.put(alert, {
    dueAt: due.at,
    ...(due.heldFor && { heldFor: due.heldFor }),
  });
  return { verdict: { notified: alert.id }, alerts: isNew ? 1 : 0, channels: [alert.channel] };
}

/** What was put, and by fingerprint what became of each finding. */
export interface AlertsPut extends AlertsMade {
  verdicts: ReadonlyMap<string, Verdict>;
}

/** Puts planned alerts, each if absent under an id made of the facts, so that a repeat changes nothing. */
export async function putAlerts(scope: FindingScope, { alerts, silent }: AlertPlan): Promise<AlertsPut> {
  const put = (await inParallel(alerts, (list) => putInOrder(scope, list))).flat();
  const verdicts = put.flatMap(({ fingerprint, verdict }) =>
    fingerprint === undefined ? [] : [[fingerprint, verdict] as const],
  );
  return { ...joinAlertsMade(...put), verdicts: new Map([...silent, ...verdicts]) };
}

/** Records the verdicts and the stories of findings, which takes them off the list of what waits to be judged. */
export async function recordVerdicts(
  { ports }: Pick<FindingScope, 'ports'>,
  groups: readonly StoryGroup<StoredFinding>[],
  verdicts: ReadonlyMap<string, Verdict>,
): Promise<void> {
  const judged = groups.flatMap(({ whole, members }) =>
    members.map((member) => ({ ...member, story: whole.story.id })),
  );
  await inParallel(judged, async (member) => {
    const verdict = verdicts.get(member.finding.fingerprint);
    if (verdict) await ports.findings.judge(member, verdict);
  });
}

async function putInOrder(
  { ports }: FindingScope,
  list: readonly PlannedAlert[],
): Promise<(AlertPut & Pick<PlannedAlert, 'fingerprint'>)[]> {
  const put: (AlertPut & Pick<PlannedAlert, 'fingerprint'>)[] = [];
  for (const { alert, fingerprint, milestone } of list) {
    put.push({ ...(await putAlert(ports, alert)), ...(fingerprint !== undefined && { fingerprint }) });
    if (milestone) await ports.notifiedStories.note(milestone.of, milestone.milestone);
  }
  return put;
}
