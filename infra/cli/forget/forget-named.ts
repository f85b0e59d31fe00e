import { MINUTE } from '../../../shared/domain/time/instant.ts';
import { forgetAddress, readAddressTraces } from '../../../shared/use-cases/forget/forget-address.ts';
import { isEmpty, type Obstacle, readTraces } from '../../../shared/use-cases/forget/read-traces.ts';
import {
  findObstacle,
  type ForgetOutcome,
  forgetSubject,
} from '../../../shared/use-cases/forget/forget-subject.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printAmount, timeOrNull } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import { withProgress } from '../terminal.ts';
import type { World } from '../world.ts';
import { countFound, leftOf, leftOfAddress, linesOf, NOTHING } from './describe-forgetting.ts';
import type { Forgetting } from './open-forgetting.ts';
import { type Named, type NamedSubject, readAddress, readSubject } from './read-subject.ts';

/** What the command line was asked for. */
export interface ForgetOrder {
  named: Named;
  stack: Stack;
  ports: Forgetting;
  world: World;
}

/** What is stored of something, and how it is forgotten. */
interface Forgettable {
  /** What would be removed, a line each. None: nothing is stored. */
  lines: readonly string[];
  /** What else to say where nothing is stored. */
  others?: string;
  forget: () => Promise<Done>;
}

interface Done {
  /** What was done, a line each. */
  lines: readonly string[];
  /** What the command cannot remove. */
  left: readonly string[];
  /** What the JSON says of it. */
  document: object;
}

/** Reads what is stored of a watch, a brand or an address. Changes nothing. */
export function readForgettable(order: ForgetOrder): Promise<Forgettable> {
  return order.named.kind === 'address' ? readStoredAddress(order) : readStoredSubject(order);
}

/** How long it waits for an apply to end. */
const PATIENCE = 90_000;
/**
 * How often it waits for functions that began before a watch was removed: one wait is enough unless somebody applies
 * again.
 */
const MOST_WAITS = 2;
/** Reconcile sweeps before the command stops waiting for the extraction service. */
const MOST_SWEEPS = 5;

async function readStoredSubject(order: ForgetOrder): Promise<Forgettable> {
  const { named, stack, ports, world } = order;
  const given = await readSubject(named, stack);
  const { subject, since } = given;
  const { watches } = subject;
  const obstacle = await findObstacle(subject, ports);
  if (obstacle?.by === 'file') throw obstacleFailure(obstacle, stack.name);
  const traces = await withProgress(world.stderr, (progress) =>
    readTraces(subject, ports, { since, progress }),
  );
  const documentOf = (forgotten: object, left: readonly string[]) => ({ watches, forgotten, left });
  if (!isEmpty(traces))
    return {
      lines: [...removedWatches(order, watches), ...linesOf(countFound(traces))],
      forget: async () => {
        await endMonitors(order, given);
        const outcome = await withProgress(world.stderr, (progress) =>
          forgetWhenSettled(order, given, progress),
        );
        if (outcome.status === 'blocked') throw obstacleFailure(outcome.obstacle, stack.name);
        const left = leftOf(named, outcome.keptDays);
        const lines = linesOf(outcome.forgotten).map((line) => `removed ${line}`);
        return { lines: [...lines, doneText(order)], left, document: documentOf(outcome.forgotten, left) };
      },
    };
  // A watch may have left nothing but the note that it was removed.
  for (const id of watches) await ports.removedWatches.forget(id);
  const known = (await ports.removedWatches.all(stack.now())).map(({ watchId }) => watchId);
  const left = leftOf(named);
  return {
    lines: [],
    ...(known.length > 0 && {
      others: `Watches that were removed: ${known.map(plainText).join(', ')}.`,
    }),
    forget: async () => ({ lines: [], left, document: documentOf(NOTHING, left) }),
  };
}

function removedWatches({ named: { kind } }: ForgetOrder, watches: readonly string[]): string[] {
  return kind === 'watch' || watches.length === 0 ? [] : [`its watches ${watches.map(plainText).join(', ')}`];
}

function doneText({ named: { kind, name }, stack }: ForgetOrder): string {
  return `Done: ${stack.name} has nothing stored of ${kind} ${plainText(name)}.`;
}

/** Lets the stack remove the monitors of the watches at the extraction service, while it still knows them. */
async function endMonitors({ stack }: ForgetOrder, { subject }: NamedSubject): Promise<void> {
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
    const left = (await stack.resources.all()).filter(
      ({ type, name }) => type === 'monitor' && subject.watches.includes(name),
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

/** What prevents forgetting, and what to do. */
function obstacleFailure(obstacle: Obstacle, stack: string): CliFailure {
  const [what, hint] = explainObstacle(obstacle, stack);
  const rest = obstacle.by === 'writer' ? 'The rest was removed.' : 'Nothing was changed.';
  return new CliFailure(`${what} ${rest}`, { hint });
}

const REMOVE_FIRST = 'remove it from watches.yaml and run bellwether apply, then run forget again';

function explainObstacle(obstacle: Obstacle, stack: string): [what: string, hint: string] {
  switch (obstacle.by) {
    case 'file':
      return [`${stillApplied(obstacle)} in ${stack}.`, REMOVE_FIRST];
    case 'apply':
      return [`Another apply is running in ${stack}.`, 'try again in a minute'];
    case 'run':
      return [
        `A run of ${plainText(obstacle.watchId)} is in progress.`,
        'it ends within 6 minutes: try again then',
      ];
    case 'recent':
      return [
        `${plainText(obstacle.watchId)} was removed so recently that a function may still write.`,
        `try again at ${timeOrNull(obstacle.until)}`,
      ];
    case 'upstream':
      return [
        `The extraction service still has the monitor of ${obstacle.watches.map(plainText).join(', ')}.`,
        'the stack removes it within a few minutes: run forget again then',
      ];
    case 'delivery':
      return [
        `A message with its alerts is being sent on channel ${plainText(obstacle.channel)}.`,
        'try again in a minute; a message that fails takes up to 16 minutes until it is given up',
      ];
    case 'writer':
      return [
        `Something was stored for ${plainText(obstacle.watchId)} while it was being forgotten.`,
        'run forget again in a few minutes',
      ];
  }
}

function stillApplied({
  watches,
  reports,
}: {
  watches: readonly string[];
  reports: readonly string[];
}): string {
  const parts = [
    ...watches.map((id) => `watch ${plainText(id)}`),
    ...reports.map((id) => `report ${plainText(id)} on it`),
  ];
  const text = parts.join(' and ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${parts.length === 1 ? 'is' : 'are'} still applied`;
}

/** What is stored of an address of a subscriber. What waits for a confirmation, the stack forgets by itself later. */
async function readStoredAddress(order: ForgetOrder): Promise<Forgettable> {
  const { named, stack, ports } = order;
  const address = readAddress(named.name);
  const { channels, subscriptions, record, silences } = await readAddressTraces(address, ports);
  if (channels.length > 0) throw stillNamed(channels, stack.name);
  const isSms = address.protocol === 'sms';
  return {
    lines: [
      ...(subscriptions.length === 0
        ? []
        : [
            `${printAmount(subscriptions.length, 'subscription')}; to receive alerts again it must confirm again`,
          ]),
      ...(record ? ['the record that the stack subscribed it'] : []),
      ...(silences.length > 0 ? [`its name in ${printAmount(silences.length, 'silence')}`] : []),
    ],
    forget: async () => {
      const outcome = await forgetAddress(address, ports, { deadline: ports.clock.now() + PATIENCE });
      if (outcome.status === 'blocked' && outcome.obstacle.by === 'file')
        throw stillNamed(outcome.obstacle.channels, stack.name);
      if (outcome.status === 'blocked') throw obstacleFailure({ by: 'apply' }, stack.name);
      const { isPending, subscriptions: ended, silences: named } = outcome;
      const left = leftOfAddress({ isPending, isSms });
      const forgotten = {
        subscriptions: ended,
        records: record && !isPending ? 1 : 0,
        silences: named,
      };
      const done = isPending
        ? `${stack.name} ends the subscription of ${plainText(order.named.name)} as soon as it can.`
        : doneText(order);
      return { lines: [done], left, document: { forgotten, pending: isPending, left } };
    },
  };
}

function stillNamed(channels: readonly string[], stack: string): CliFailure {
  const names = channels.map(plainText).join(', ');
  const which = channels.length === 1 ? `Channel ${names} still names` : `Channels ${names} still name`;
  return new CliFailure(`${which} this address in ${stack}. Nothing was changed.`, { hint: REMOVE_FIRST });
}
