import { findingAlertId, joinAlertsMade } from '../../domain/alerts/alert.ts';
import { changeAlertOf } from '../../domain/channels/corrections.ts';
import { noticeOf } from '../../domain/channels/plan-alerts.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import { type DecideOutcome, emptyDecideOutcome } from '../../domain/runs/outcome.ts';
import { channelsOf, mostSevere, type Severity, type Watch } from '../../domain/watches/watch.ts';
import { putOnChannels } from '../alerts/put-alerts.ts';
import type { DecideScope } from './decide-scope.ts';

/**
 * Alerts on changes of known findings, then records that they are alerted on. Undefined: some of the changes are not stored yet, or
 * all was done before.
 */
export async function decideChanges(
  { ports, held }: DecideScope,
  { watch, fingerprints }: { watch: Watch; fingerprints: readonly string[] },
): Promise<DecideOutcome | undefined> {
  const read = await ports.findings.read(watch.id, fingerprints);
  const made = await inParallel(read, async (found) => {
    const { awaited = [] } = found;
    if (awaited.length === 0) return undefined;
    const notified = await notifiedSeverity(ports, { watch, found });
    const now = ports.clock.now();
    const alerts = awaited.flatMap((change) => changeAlertOf(watch, { found, change, notified }, now) ?? []);
    const each = await inParallel(alerts, (alert) => putOnChannels(ports, alert, watch));
    await ports.findings.endAwaited(found);
    return joinAlertsMade(...each);
  });
  const put = made.flatMap((one) => one ?? []);
  if (put.length === 0) return undefined;
  const { alerts, channels } = joinAlertsMade(...put);
  const watches = [{ watchId: watch.id, findings: 0, stories: [], alerts }];
  return { ...emptyDecideOutcome(held.space), alerts, channels, watches };
}

/** The highest severity at which a finding, or the story that it is, was notified. */
async function notifiedSeverity(
  ports: DecideScope['ports'],
  { watch, found: { finding, story: id } }: { watch: Watch; found: StoredFinding },
): Promise<Severity | undefined> {
  const alert = await ports.alerts.get(findingAlertId(watch, finding.fingerprint));
  const story =
    id === undefined ? undefined : (await ports.stories.inSpace('', { keys: [], ids: [id] })).records[0];
  const notices = channelsOf(watch.alert).flatMap(
    (name) => (story && noticeOf(story, watch, { name })) ?? [],
  );
  const [first, ...others] = [alert?.alert.severity ?? [], ...notices.map(({ severity }) => severity)].flat();
  return first && mostSevere(first, ...others);
}
