import { alertOf, type Alert } from '../../domain/alerts/alert.ts';
import { followsFinding } from '../../domain/channels/channel.ts';
import type { Finding, StoredFinding, Verdict } from '../../domain/findings/finding.ts';
import { inParallel } from '../../domain/lib/in-parallel.ts';
import type { Instant } from '../../domain/time/instant.ts';
import { policyAlertOf } from '../../domain/alerts/policy-alert.ts';
import type { ItemDecision, Detection } from '../../domain/policies/policy.ts';
import { policyOf, detectionPolicyOf } from '../../domain/policies/registry.ts';
import type { StorySummary } from '../../domain/stories/story-summary.ts';
import type { Watch } from '../../domain/watches/watch.ts';
import { firstOf } from '../../domain/counting/watch-subject.ts';
import { putAlert } from './put-alert.ts';
import type { Run } from '../context/run.ts';

/** What judging a finding by the policy of its watch needs. */
export interface ByPolicy {
  ports: Pick<Run['ports'], 'alerts' | 'clock' | 'definitions' | 'seen'>;
  watch: Run['watch'];
  outcome: Pick<Run['outcome'], 'alerts' | 'channels'>;
}

/** What the policy of a watch makes of some findings. */
export interface Sorted<T> {
  /** To be told one by one. */
  each: T[];
  /** To be told once for each story. */
  stories: T[];
  /** By fingerprint: what is settled already. */
  verdicts: Map<string, Verdict>;
  /** By fingerprint: why a finding is worth telling, where its policy says it. */
  detections: Map<string, Detection>;
}

/**
 * Asks the policy of a watch what it makes of findings, story by story. What it keeps silent has its verdict at once;
 * what is the first of its kind is told here; the rest is for whoever tells findings and stories.
 */
export async function sortByPolicy<T extends { members: readonly StoredFinding[] }>(
  run: ByPolicy,
  groups: readonly T[],
): Promise<Sorted<T>> {
  const made = groups.flatMap(({ members }) =>
    members.map((member) => [member, decide(run, member)] as const),
  );
  const decisions = new Map(await forChannel(run, made));
  const verdicts: Sorted<T>['verdicts'] = new Map();
  const detections: Sorted<T>['detections'] = new Map();
  const firsts = [...decisions].flatMap(([member, decision]) =>
    decision.notify === 'first' ? [{ member, decision }] : [],
  );
  for (const [{ finding }, decision] of decisions) {
    const { fingerprint } = finding;
    if (decision.notify === 'nothing') verdicts.set(fingerprint, { silent: decision.because });
    else if (decision.notify !== 'first' && decision.sighting) detections.set(fingerprint, decision.sighting);
  }
  await inParallel(firsts, async (first) => {
    verdicts.set(first.member.finding.fingerprint, await notifyFirst(run, first));
  });
  const notified = (how: ItemDecision['notify']) =>
    groups.flatMap((group): T[] => {
      const members = group.members.filter((member) => decisions.get(member)?.notify === how);
      return members.length === 0 ? [] : [{ ...group, members }];
    });
  return { each: notified('finding'), stories: notified('story'), verdicts, detections };
}

function decide({ watch }: Pick<ByPolicy, 'watch'>, { finding }: StoredFinding): ItemDecision {
  const { when, settings = {} } = watch.alert;
  return policyOf(when).onFinding?.(finding, settings) ?? { notify: 'nothing', because: 'counted' };
}

/**
 * What names no company of a channel that is for some companies is silent before it can stand for its story, or use up
 * what is told once.
 */
async function forChannel(
  { ports, watch }: ByPolicy,
  decisions: readonly (readonly [StoredFinding, ItemDecision])[],
): Promise<(readonly [StoredFinding, ItemDecision])[]> {
  const notifies = decisions.some(([, { notify }]) => notify !== 'nothing');
  const channel = notifies ? await ports.definitions.channel(watch.alert.channel) : undefined;
  if (channel?.companies === undefined) return [...decisions];
  return decisions.map(([member, decision]) => {
    const isOther = decision.notify !== 'nothing' && !followsFinding(channel, member.finding);
    return [member, isOther ? { notify: 'nothing', because: 'other-company' } : decision];
  });
}

/** The alert about a finding, by itself or as the first of its story, with what the policy saw in it if it says so. */
export function alertOn(
  watch: Watch,
  given: { finding: Finding; story: StorySummary; sighting: Detection | undefined; now: Instant },
): Alert {
  const { finding, story, sighting: detection, now } = given;
  const policy = detectionPolicyOf(watch.alert.when);
  if (!detection || !policy) return alertOf(watch, { finding, story, now });
  const key = [finding.fingerprint, 'new'];
  return policyAlertOf(watch, { policy, key, sighting: detection, findings: [finding], story, now });
}

/** Values that a silent base holds are no news afterwards. Noted before the finding is stored: it is judged only once. */
export async function learnFirstValues(run: ByPolicy, found: readonly StoredFinding[]): Promise<void> {
  if (firstOf(run.watch) === undefined) return;
  await inParallel(found, async (member) => {
    const decision = decide(run, member);
    if (decision.notify === 'first') await freshOf(run, { member, decision });
  });
}

interface FirstOf {
  member: StoredFinding;
  decision: Extract<ItemDecision, { notify: 'first' }>;
}

/** The values of a finding that no other has brought; each is noted in the name of this finding. */
async function freshOf({ ports, watch }: ByPolicy, { member, decision }: FirstOf): Promise<string[]> {
  const { of, values } = decision;
  const { fingerprint } = member.finding;
  const now = ports.clock.now();
  const seen = { watchId: watch.id, of, fingerprint, now, until: now + watch.retention };
  const fresh: string[] = [];
  for (const value of values) if (await ports.seen.isFirst({ ...seen, value })) fresh.push(value);
  return fresh;
}

async function notifyFirst(run: ByPolicy, first: FirstOf): Promise<Verdict> {
  const fresh = await freshOf(run, first);
  const policy = detectionPolicyOf(run.watch.alert.when);
  if (fresh.length === 0 || !policy) return { silent: 'seen-before' };
  const { finding, foundAt: now } = first.member;
  const detection = first.decision.sighting(fresh);
  const key = [finding.fingerprint, 'new'];
  const alert = policyAlertOf(run.watch, { policy, key, sighting: detection, findings: [finding], now });
  return putAlert(run, alert);
}
