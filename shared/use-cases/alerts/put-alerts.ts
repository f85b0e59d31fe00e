import type { Ports } from '../ports/ports.ts';
import { type Alert, type AlertsMade, joinAlertsMade, NO_ALERTS } from '../../domain/alerts/alert.ts';
import { dueAt, rejectionReasonOf, type Channel } from '../../domain/channels/channel.ts';
import { laneRejectionOf, lanesOf } from '../../domain/channels/lanes.ts';
import type { Finding, JudgedFinding, StoredFinding, Verdict } from '../../domain/findings/finding.ts';
import type { AwaitedChange } from '../../domain/findings/finding-change.ts';
import type { UnusableItem } from '../../domain/findings/quarantine.ts';
import { isFaultOfItem } from '../../domain/lib/errors.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { FindingScope } from '../context/finding-scope.ts';
import { mayChange, unusableFinding } from '../findings/store-findings.ts';
import type { FoundItems } from '../ports/source.ts';
import { newClaims } from '../stories/claim-stories.ts';
import { writeStories } from '../stories/stories-of-run.ts';
import { withStoryArticles } from './add-story-articles.ts';
import { alertOfChange, changeToAlertOn } from './change-alerts.ts';
import type { PartPlan, PlannedAlert } from './part-plan.ts';
import { type AlertPorts, putOnLanes } from './put-on-lanes.ts';
import { revisionOf } from '../../domain/findings/revision.ts';
import { channelsOf, type Watch } from '../../domain/watches/watch.ts';
import type { Definitions } from '../../store/watches/definitions.ts';
import type { KnownChannels } from '../stories/story-group.ts';

export type { AlertPorts };

/**
 * Puts an alert as pending on its channel, on each lane of it, due when quiet hours and brief times allow. A channel that is
 * gone takes no alert. Putting the same alert again changes nothing.
 *
 * @param only the name of the one lane that gets it. Default all.
 */
export async function putAlert(
  ports: AlertPorts,
  alert: Alert,
  { only }: { only?: string } = {},
): Promise<AlertsMade> {
  const channel = await ports.definitions.channel(alert.channel);
  if (!channel) return NO_ALERTS;
  const given = { ...alert, timezone: channel.timezone };
  if (channel.transports) return putOnLanes(ports, { alert: given, channel, only });
  if (rejectionReasonOf(channel, alert)) return NO_ALERTS;
  const isNew = await ports.alerts.put(
    given,
    dueAt(channel, { severity: alert.severity, now: ports.clock.now() }),
  );
  return { alerts: isNew ? 1 : 0, channels: [alert.channel] };
}

/** Puts an alert of a watch on each of its channels, under one id. `verdictOn` says what becomes of its finding. */
export async function putOnChannels(ports: AlertPorts, alert: Alert, watch: Watch): Promise<AlertsMade> {
  const [first, ...others] = channelsOf(watch.alert);
  const put = await putAlert(ports, { ...alert, channel: first ?? alert.channel });
  const more = await inParallel(others, async (channel) => [await putAlert(ports, { ...alert, channel })]);
  return joinAlertsMade(put, ...more.flat());
}

/** What becomes of an alert on some channels: the first that accepts it counts, else the first. One that is gone accepts none. */
export function verdictOn(channels: readonly (Channel | undefined)[], alert: Alert): Verdict {
  const rejections = channels.map((channel) => (channel ? rejectionOf(channel, alert) : 'below-severity'));
  const [silent = 'below-severity'] = rejections;
  return rejections.includes(undefined) ? { notified: alert.id } : { silent };
}

/** Why a channel rejects an alert: all of its lanes do. Undefined when one accepts it. */
function rejectionOf(channel: Channel, alert: Alert): ReturnType<typeof rejectionReasonOf> {
  if (!channel.transports) return rejectionReasonOf(channel, alert);
  const rejections = lanesOf(channel).map((lane) => laneRejectionOf(lane, alert));
  return rejections.includes(undefined) ? undefined : rejections[0];
}

/**
 * Writes the stories and claims that are planned about stored findings, then puts the alerts, each if absent under an id made of the
 * facts. Who dies in between makes the same again.
 */
export async function putPlanned(
  scope: FindingScope,
  { fresh, claimed, channels, alerts }: PartPlan,
): Promise<AlertsMade> {
  await writeStories(scope, fresh, newClaims(claimed));
  const own = knowingChannels(scope, channels);
  return joinAlertsMade(...(await inParallel(alerts, (list) => putInOrder(own, list))).flat());
}

/**
 * Records the verdicts and the stories of findings that were stored without them, which takes them off the list of what waits to be
 * judged. Those that this part of the run has `inserted`, and that nobody else writes, are put whole, 25 a request. Of the others
 * only what is new is written: they were read, and may hold what this version does not know, or have changed.
 */
export async function recordVerdicts(
  { ports, watch }: Pick<FindingScope, 'ports' | 'watch'>,
  judged: readonly JudgedFinding[],
  { inserted }: { inserted: boolean },
): Promise<void> {
  const isPut = ({ finding }: StoredFinding) => inserted && !mayChange(watch, finding);
  const put = judged.filter(isPut);
  if (put.length > 0) await ports.findings.putJudged(put);
  const others = judged.filter((one) => !isPut(one));
  await inParallel(others, (one) => ports.findings.judge(one, one.verdict));
}

/**
 * Alerts on the changes that others have recorded in findings that wait. Then records that those which have had their verdict
 * since they were inserted wait no more, and the stories of those `grouped`.
 */
export async function recordGrouped(
  scope: Pick<FindingScope, 'ports' | 'watch'>,
  found: readonly StoredFinding[],
  grouped: readonly StoredFinding[],
): Promise<AlertsMade> {
  const due = found.flatMap((one) => (one.awaited ?? []).map((change) => ({ one, change })));
  const made = await inParallel(due, ({ one, change }) => alertOnChange(scope, one, change));
  const byId = new Map(grouped.map((one) => [one.finding.fingerprint, one]));
  await inParallel(found, async (one) => {
    if (one.verdict) await scope.ports.findings.judge(byId.get(one.finding.fingerprint) ?? one, one.verdict);
  });
  return joinAlertsMade(...made);
}

async function putInOrder(
  { ports, watch }: FindingScope,
  list: readonly PlannedAlert[],
): Promise<AlertsMade[]> {
  const put: AlertsMade[] = [];
  for (const { alert: planned, noted, members } of list) {
    const alert = members ? await withStoryArticles({ alert: planned, members }, ports) : planned;
    put.push(await putOnChannels(ports, alert, watch));
    if (noted) await ports.notifiedStories.noteSeverity(noted.of, noted.severity);
  }
  return put;
}

/** Where changes are recorded, and for which watch. */
interface ChangeScope {
  ports: AlertPorts & Pick<Ports, 'findings'>;
  watch: Watch;
  /** Of the holder of the lease: the write that begins a part. */
  hold?: () => Promise<boolean>;
}

/** How many known findings have changed, and the alerts about them. */
export interface ChangesRecorded extends AlertsMade {
  changed: number;
  /** Findings whose new content cannot be stored, or at which our code fails. They keep what they have. */
  unusable: readonly UnusableItem[];
}

/**
 * Stores the new content of findings that are known with another one, and what changed. A watch with the policy `change`
 * alerts on it, and so does one with rules about facts, unless `silent`: the holder of its lease at once, for others it is marked. Only a finding with a content hash can
 * change, so that articles cost no read; a watch for changes reads articles too, for their headlines. Doing it twice changes
 * nothing.
 */
export async function recordChanges(
  scope: ChangeScope,
  findings: readonly Finding[],
  { silent, sources }: Pick<FoundItems, 'sources'> & { silent: boolean },
): Promise<ChangesRecorded> {
  const { ports, watch, hold } = scope;
  const given = new Map(
    findings.flatMap((finding) =>
      mayChange(watch, finding) ? [[finding.fingerprint, finding] as const] : [],
    ),
  );
  if (given.size === 0) return { changed: 0, unusable: [], ...NO_ALERTS };
  const known = await ports.findings.read(watch.id, [...given.keys()]);
  const now = ports.clock.now();
  const unusable: UnusableItem[] = [];
  const made = await inParallel(known, async (one): Promise<AlertsMade[]> => {
    const finding = given.get(one.finding.fingerprint);
    try {
      const revision = finding && revisionOf(one, finding, now);
      if (!revision) return [];
      const due = silent ? undefined : changeToAlertOn(watch, { known: one, revision }, now);
      if (due && hold && !(await hold())) return [];
      const alerted = due && hold ? await alertOnChange(scope, { ...one, ...revision }, due) : NO_ALERTS;
      const awaited = due && !hold && { awaited: [...(one.awaited ?? []), due], foundAt: one.foundAt };
      await ports.findings.revise(watch.id, { ...revision, ...awaited });
      return revision.changedAt === undefined ? [] : [alerted];
    } catch (error) {
      if (!isFaultOfItem(error)) throw error;
      unusable.push(
        unusableFinding({ finding: finding ?? one.finding }, { error, sources, what: 'changed' }),
      );
      return [];
    }
  });
  const changed = made.flat();
  return { changed: changed.length, unusable, ...joinAlertsMade(...changed) };
}

/** The alert goes before the new content, under an id made of facts: a repeat is the same. */
async function alertOnChange(
  { ports, watch }: { ports: AlertPorts; watch: Watch },
  known: Pick<StoredFinding, 'finding' | 'discovery'>,
  change: AwaitedChange,
): Promise<AlertsMade> {
  const alert = await alertOfChange({ ports, watch }, known, change);
  return alert ? putOnChannels(ports, alert, watch) : NO_ALERTS;
}

/** Definitions that read each channel once. A run puts many alerts on few channels within minutes. */
export function rememberChannels(definitions: Definitions): Definitions {
  const known = new Map<string, Promise<Channel | undefined>>();
  return {
    ...definitions,
    channel(name) {
      const read = known.get(name) ?? definitions.channel(name);
      known.set(name, read);
      return read;
    },
  };
}

/** The scope of findings whose channels have been read with their stories: known channels are not read again. */
export function knowingChannels(scope: FindingScope, known: KnownChannels): FindingScope {
  const { definitions } = scope.ports;
  const channel = async (name: string) => (known.has(name) ? known.get(name) : definitions.channel(name));
  return { ...scope, ports: { ...scope.ports, definitions: { ...definitions, channel } } };
}
