import { MINUTE } from '../../../shared/domain/time/instant.ts';
import { forgetAddress, readAddressTraces } from '../../../shared/use-cases/forget/forget-address.ts';
import {
  isEmpty,
  type Obstacle,
  readTraces,
  type Subject,
} from '../../../shared/use-cases/forget/read-traces.ts';
import {
  findObstacle,
  type ForgetOutcome,
  forgetSubject,
  type Forgotten,
} from '../../../shared/use-cases/forget/forget-subject.ts';
import type { ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printAmount, timeOrNull } from '../print-values.ts';
import { openProgress } from '../terminal.ts';
import {
  countFound,
  leftOf,
  leftOfAddress,
  printForgotten,
  printFound,
  printLeft,
} from './describe-forgetting.ts';
import {
  brandSubject,
  type ForgetOrder,
  isConfirmed,
  type NamedSubject,
  readAddress,
  watchSubject,
  writeResult,
} from './read-subject.ts';

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

const UNCHANGED = 'Nothing was changed.';

/** What prevents forgetting, and what to do. */
function explainObstacle(obstacle: Obstacle, name: string): CliFailure {
  switch (obstacle.by) {
    case 'file':
      return new CliFailure(`${namedIn(obstacle)} in ${name}. ${UNCHANGED}`, {
        hint: 'remove it from watches.yaml and run bellwether apply, then run forget again',
      });
    case 'apply':
      return new CliFailure(`Another apply is running in ${name}. ${UNCHANGED}`, {
        hint: 'try again in a minute',
      });
    case 'run':
      return new CliFailure(`A run of ${plainText(obstacle.watchId)} is in progress. ${UNCHANGED}`, {
        hint: 'it ends within 6 minutes: try again then',
      });
    case 'recent':
      return new CliFailure(
        `${plainText(obstacle.watchId)} was removed so recently that a function may still write. ${UNCHANGED}`,
        { hint: `try again at ${timeOrNull(obstacle.until)}` },
      );
    case 'upstream':
      return new CliFailure(
        `The extraction service still has the monitor of ${obstacle.watches.map(plainText).join(', ')}. ${UNCHANGED}`,
        { hint: 'the stack removes it within a few minutes: run forget again then' },
      );
    case 'delivery':
      return new CliFailure(
        `A message with its alerts is being sent on channel ${plainText(obstacle.channel)}. ${UNCHANGED}`,
        { hint: 'try again in a minute; a message that fails takes up to 16 minutes until it is given up' },
      );
    case 'writer':
      return new CliFailure(
        `Something was stored for ${plainText(obstacle.watchId)} while it was being forgotten. The rest was removed.`,
        { hint: 'run forget again in a few minutes' },
      );
  }
}

function namedIn({ watches, reports }: { watches: readonly string[]; reports: readonly string[] }): string {
  const parts = [
    ...watches.map((id) => `watch ${plainText(id)}`),
    ...reports.map((id) => `report ${plainText(id)}, which names it,`),
  ];
  const text = parts.join(' and ').replace(/,$/, '');
  const verb = parts.length === 1 ? 'is' : 'are';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${verb} still applied`;
}

/** Forgets an address of a subscriber. What waits for a confirmation, the stack forgets by itself later. */
export async function forgetNamedAddress(order: ForgetOrder): Promise<ExitCode> {
  const { named, stack, ports } = order;
  const address = readAddress(named.name);
  const { channels, subscriptions, record, silences } = await readAddressTraces(address, ports);
  if (channels.length > 0) throw stillNamed(channels, order);
  const isSms = address.protocol === 'sms';
  if (subscriptions.length + silences.length === 0 && !record) {
    const left = leftOfAddress({ isPending: false, isSms });
    const forgotten = { subscriptions: 0, records: 0, silences: 0 };
    const text = `Nothing is stored of address ${plainText(named.name)} in ${stack.name}.\n${printLeft(left)}`;
    writeResult({ forgotten, pending: false, left }, { order, text });
    return 0;
  }
  const lines = [
    `${printAmount(subscriptions.length, 'subscription')}; to receive alerts again it must confirm again`,
    ...(record ? ['the record that the stack subscribed it'] : []),
    ...(silences.length > 0 ? [`its name in ${printAmount(silences.length, 'silence')}`] : []),
  ];
  const list = `This removes address ${plainText(named.name)} from ${stack.name}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
  if (!(await isConfirmed(list, order))) return 1;
  const outcome = await forgetAddress(address, ports, { deadline: ports.clock.now() + PATIENCE });
  if (outcome.status === 'blocked') {
    if (outcome.obstacle.by === 'file') throw stillNamed(outcome.obstacle.channels, order);
    throw explainObstacle(outcome.obstacle, stack.name);
  }
  const { isPending } = outcome;
  const left = leftOfAddress({ isPending, isSms });
  const forgotten = {
    subscriptions: outcome.subscriptions,
    records: record && !isPending ? 1 : 0,
    silences: outcome.silences,
  };
  const done = isPending
    ? `${stack.name} ends the subscription of ${plainText(named.name)} as soon as it can.\n`
    : `Done: ${stack.name} has nothing stored of address ${plainText(named.name)}.\n`;
  writeResult({ forgotten, pending: isPending, left }, { order, text: `${done}${printLeft(left)}` });
  return 0;
}

function stillNamed(channels: readonly string[], { stack }: ForgetOrder): CliFailure {
  const names = channels.map(plainText).join(', ');
  const which = channels.length === 1 ? `Channel ${names} still names` : `Channels ${names} still name`;
  return new CliFailure(`${which} this address in ${stack.name}. Nothing was changed.`, {
    hint: 'remove it from watches.yaml and run bellwether apply, then run forget again',
  });
}
