import { MINUTE } from '../../../shared/domain/time/instant.ts';
import {
  findObstacle,
  type ForgetOutcome,
  type Forgotten,
  forgetSubject,
} from '../../../shared/use-cases/forget/forget-subject.ts';
import { isEmpty, readTraces, type Subject } from '../../../shared/use-cases/forget/read-traces.ts';
import type { ExitCode } from '../command.ts';
import { plainText, timeOrNull } from '../print-values.ts';
import { openProgress } from '../terminal/progress.ts';
import { countFound, leftOf, printForgotten, printFound } from './describe-forgetting.ts';
import { explainObstacle } from './explain-obstacle.ts';
import { type ForgetOrder, isConfirmed, writeResult } from './forget-order.ts';
import { brandSubject, type NamedSubject, watchSubject } from './read-subject.ts';

/** How long it waits for an apply to end. */
const PATIENCE = 90_000;
/**
 * How often it waits for functions that began before a watch was removed: one wait is enough unless somebody applies
 * again.
 */
const MOST_WAITS = 2;
/** Reconcile sweeps before the command stops waiting for the extraction service. */
const MOST_SWEEPS = 5;

const NOTHING: Forgotten = {
  findings: 0,
  items: 0,
  stories: 0,
  alerts: 0,
  messages: 0,
  shortened: 0,
  extractions: 0,
  incidents: 0,
  silences: 0,
  reports: 0,
  objects: 0,
  days: 0,
};

/** Forgets a watch or a brand. */
export async function forgetNamedSubject(order: ForgetOrder): Promise<ExitCode> {
  const { named, stack, ports, world } = order;
  const progress = openProgress(world.stderr);
  const show = (text: string) => progress.show(text);
  try {
    const given = await (named.kind === 'watch' ? watchSubject : brandSubject)(named.name, stack);
    const { subject, since } = given;
    const obstacle = await findObstacle(subject, ports);
    if (obstacle?.by === 'file') throw explainObstacle(obstacle, stack.name);
    const traces = await readTraces(subject, ports, { since, progress: show });
    progress.end();
    if (isEmpty(traces)) return await sayNothing(order, subject);
    const found = printFound(countFound(traces), { named, watches: subject.watches, stack: stack.name });
    if (!(await isConfirmed(found, order))) return 1;
    await endMonitors(order, subject);
    const outcome = await forgetWhenSettled(order, given, show);
    progress.end();
    if (outcome.status === 'blocked') throw explainObstacle(outcome.obstacle, stack.name);
    const left = leftOf(named, outcome.keptDays);
    const text = printForgotten(outcome.forgotten, { named, stack: stack.name, left });
    writeResult({ watches: subject.watches, forgotten: outcome.forgotten, left }, { order, text });
    return 0;
  } finally {
    progress.end();
  }
}

/** A watch may have left nothing but the note that it was removed. */
async function sayNothing(order: ForgetOrder, { watches }: Subject): Promise<ExitCode> {
  const { named, stack, ports } = order;
  for (const id of watches) await ports.removedWatches.forget(id);
  const known = (await ports.removedWatches.all(stack.now())).map(({ watchId }) => watchId);
  const others = known.length === 0 ? '' : `Watches that were removed: ${known.map(plainText).join(', ')}.\n`;
  const text = `Nothing is stored of ${named.kind} ${plainText(named.name)} in ${stack.name}.\n${others}`;
  writeResult({ watches, forgotten: NOTHING, left: leftOf(named, 0) }, { order, text });
  return 0;
}

/** Lets the stack remove the monitors of the watches at the extraction service, while it still knows them. */
async function endMonitors({ stack }: ForgetOrder, { watches }: Subject): Promise<void> {
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
    const left = (await stack.resources.all()).filter(
      ({ type, name }) => type === 'monitor' && watches.includes(name),
    );
    if (left.length === 0) return;
    await stack.reconcileUpstream();
  }
}

/** Waits, where a function that began before the watch was removed may still write. */
async function forgetWhenSettled(
  { ports, world }: ForgetOrder,
  { subject, since }: NamedSubject,
  progress: (text: string) => void,
): Promise<ForgetOutcome> {
  for (let waits = 0; ; waits += 1) {
    const deadline = ports.clock.now() + PATIENCE;
    const outcome = await forgetSubject(subject, ports, { since, progress, deadline });
    if (outcome.status !== 'blocked' || outcome.obstacle.by !== 'recent' || waits >= MOST_WAITS)
      return outcome;
    const { watchId, until } = outcome.obstacle;
    world.stderr.write(
      `Waiting until ${timeOrNull(until)}: a function that began before ${plainText(watchId)} was removed may still write.\n`,
    );
    await world.pause(Math.min(until - ports.clock.now(), 10 * MINUTE));
  }
}
