import { findingAlertId, joinAlertsMade } from '../../domain/alerts/alert.ts';
import { type DecideOrder, LATE_AFTER, type Waiting, waitingKeyOf } from '../../domain/alerts/decision.ts';
import { changeAlertOf } from '../../domain/channels/story-alerts.ts';
import { noticeOf } from '../../domain/channels/story-notices.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { callLease, inParallel } from '../../domain/lib/in-parallel.ts';
import { type DecideOutcome, emptyDecideOutcome, joinDecided } from '../../domain/runs/outcome.ts';
import { MINUTE, SECOND } from '../../domain/time/instant.ts';
import { channelsOf, mostSevere, type Severity, type Watch } from '../../domain/watches/watch.ts';
import { putOnChannels, rememberDefinitions } from '../alerts/put-alerts.ts';
import { isOutOfTime, orderDeciding } from '../collect/insert-findings.ts';
import { type CallContext } from '../ports/clock.ts';
import { decideHours } from './decide-hours.ts';
import { decidePart } from './decide-part.ts';
import type { DecidePorts, DecideScope } from './group-findings.ts';
import { splitStory } from './split-story.ts';

/** What is kept of the function's time for bookkeeping. */
const RESERVE = 20 * SECOND;
/**
 * One call decides for so long, and then leaves the function to other spaces: a backfill of 100,000 articles takes
 * hours.
 */
const SLICE = 45 * SECOND;
/** How much of what waits is read at a time. */
const MOST_WAITING = 100;
/** Waits for another holder of the lease: doubled from the first to the longest, together half an hour. */
const FIRST_WAIT = 2 * SECOND;
const LONGEST_WAIT = MINUTE;
const MOST_WAITS = 35;

/**
 * Decides what waits in a space, one holder of its lease at a time: first what is critical, then what is live, then
 * baselines and backfills. Each part is read, grouped, decided, recorded, alerted on and settled. A part at which a
 * call died is decided as it was recorded. While another one holds the lease, the order comes back; when the time is
 * up, the rest is ordered.
 */
export async function decideSpace(
  order: DecideOrder,
  given: DecidePorts,
  context: CallContext,
): Promise<DecideOutcome> {
  const { space } = order;
  const ports = { ...given, definitions: rememberDefinitions(given.definitions) };
  const held = await ports.spaces.acquire(space, callLease(context), ports.clock.now());
  if (!held) {
    await comeBack(order, ports);
    return { ...emptyDecideOutcome(space), status: 'stepped-aside' };
  }
  const finish = Math.min(context.deadline - RESERVE, ports.clock.now() + SLICE);
  const outcome = await decideAll({ ports, held, finish, known: { stories: undefined } });
  if (outcome.status === 'stepped-aside') return outcome;
  if (outcome.status === 'continued') await orderDeciding(ports, space, { by: context.owner });
  const released = await ports.spaces.release(held);
  return released ? outcome : { ...outcome, status: 'stepped-aside' };
}

async function decideAll(scope: DecideScope): Promise<DecideOutcome> {
  const { ports, held } = scope;
  let done = emptyDecideOutcome(held.space);
  const late = new Set<string>();
  // The lease was taken just now: it is looked at from the second part on.
  let isSure = true;
  for (;;) {
    const waiting = await ports.spaces.waiting(held.space, MOST_WAITING + late.size);
    const open = waiting.filter((one) => !late.has(waitingKeyOf(one)));
    if (open.length === 0) return done;
    for (const one of open) {
      if (isOutOfTime(scope)) return { ...done, status: 'continued' };
      if (!isSure && !(await ports.spaces.begin(held, one))) return { ...done, status: 'stepped-aside' };
      isSure = false;
      const decided = await decideOne(scope, one);
      if (decided === 'late') late.add(waitingKeyOf(one));
      else {
        done = joinDecided(done, decided);
        await ports.spaces.settle(one);
      }
      // What is more urgent may wait by now.
      if (one.rank !== 'critical') break;
    }
  }
}

/**
 * What waits of a watch that is gone is dropped. What names something that is not there yet is left until it is late.
 */
async function decideOne(scope: DecideScope, waiting: Waiting): Promise<DecideOutcome | 'late'> {
  const { ports, held } = scope;
  const watch = await ports.definitions.watch(waiting.watchId);
  if (!watch) return emptyDecideOutcome(held.space);
  const isLate = ports.clock.now() - waiting.since > LATE_AFTER;
  const decided = await decideKind(scope, { waiting, watch, isLate });
  return decided ?? (isLate ? emptyDecideOutcome(held.space) : 'late');
}

/** Undefined: what it names is not there yet. */
function decideKind(
  scope: DecideScope,
  { waiting, watch, isLate }: { waiting: Waiting; watch: Watch; isLate: boolean },
): Promise<DecideOutcome | undefined> {
  switch (waiting.kind) {
    case 'part':
      return decidePart(scope, { watch, key: waiting.part, isLate });
    case 'changes':
      return decideChanges(scope, { watch, fingerprints: waiting.fingerprints });
    case 'hours':
      return decideHours(scope, { watch, until: waiting.until });
    case 'split':
      return splitStory(scope, { watch, key: waiting.order });
  }
}

/**
 * The holder may have read before the insert that is waited for, so the order waits for the lease and not for that.
 */
async function comeBack(
  { space, waits }: DecideOrder,
  ports: Pick<DecidePorts, 'decideQueue'>,
): Promise<void> {
  if (waits >= MOST_WAITS) return;
  const delay = Math.min(FIRST_WAIT * 2 ** waits, LONGEST_WAIT);
  await ports.decideQueue.send({ space, waits: waits + 1 }, delay);
}

/**
 * Alerts on changes of known findings, then records that they are alerted on. Undefined: some of the changes are not
 * stored yet, or all was done before.
 */
async function decideChanges(
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
