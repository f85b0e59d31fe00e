import { CliFailure } from '../failure.ts';
import type { Forgetting } from './open-forgetting.ts';
import { plainText, printAmount, timeOrNull } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import { withProgress } from '../terminal.ts';
import type { World } from '../world.ts';
import { addressFields } from '../../../shared/contracts/watches-file/schema/channel-schema.ts';
import { isName } from '../../../shared/domain/lib/fields.ts';
import { DAY, type Instant, MINUTE } from '../../../shared/domain/time/instant.ts';
import { LEAST_KEPT } from '../../../shared/domain/watches/watch.ts';
import { forgetAddress, readAddressTraces } from '../../../shared/use-cases/forget/forget-address.ts';
import {
  countsOf,
  type ForgetOutcome,
  type Forgotten,
  findObstacle,
  forgetSubject,
} from '../../../shared/use-cases/forget/forget-subject.ts';
import {
  type Obstacle,
  type Subject,
  type Traces,
  isEmpty,
  readTraces,
} from '../../../shared/use-cases/forget/read-traces.ts';
import type { Address } from '../../../shared/use-cases/ports/ports.ts';

/** What the command line was asked for. */
export interface ForgetOrder {
  named: Named;
  stack: Stack;
  ports: Forgetting;
  world: World;
}

/** What is stored of something, a line each, and how it is forgotten. */
interface Forgettable {
  lines: readonly string[];
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

function doneText({ named: { kind, name }, stack }: ForgetOrder, isStored: boolean): string {
  const what = `${kind} ${plainText(name)}`;
  return isStored
    ? `Done: ${stack.name} has nothing stored of ${what}.`
    : `Nothing is stored of ${what} in ${stack.name}.`;
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
  const isStored = !isEmpty(traces);
  const ofBrand = named.kind === 'brand' && watches.length > 0;
  const names = ofBrand ? [`its watches ${watches.map(plainText).join(', ')}`] : [];
  return {
    lines: isStored ? [...names, ...linesOf(countFound(traces))] : [],
    forget: async () => {
      const { forgotten, keptDays } = isStored
        ? await forgetStored(order, given)
        : { forgotten: NOTHING, keptDays: 0 };
      const left = leftOf(named, keptDays);
      const lines = [...linesOf(forgotten).map((line) => `removed ${line}`), doneText(order, isStored)];
      const others = isStored ? [] : await forgetNotes(order, watches);
      return { lines: [...lines, ...others], left, document: { watches, forgotten, left } };
    },
  };
}

/** A watch may have left nothing but the note that it was removed. Returns which others were. */
async function forgetNotes({ ports, stack }: ForgetOrder, watches: readonly string[]): Promise<string[]> {
  for (const id of watches) await ports.removedWatches.forget(id);
  const known = (await ports.removedWatches.all(stack.now())).map(({ watchId }) => plainText(watchId));
  return known.length === 0 ? [] : [`Watches that were removed: ${known.join(', ')}.`];
}

async function forgetStored(order: ForgetOrder, given: NamedSubject) {
  await endMonitors(order, given);
  const outcome = await withProgress(order.world.stderr, (progress) =>
    forgetWhenSettled(order, given, progress),
  );
  if (outcome.status === 'blocked') throw obstacleFailure(outcome.obstacle, order.stack.name);
  return outcome;
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
      return [
        `Still applied in ${stack}: ${[...obstacle.watches.map((id) => `watch ${id}`), ...obstacle.reports.map((id) => `report ${id}`)].map(plainText).join(', ')}.`,
        REMOVE_FIRST,
      ];
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

/** What is stored of an address of a subscriber. What waits for a confirmation, the stack forgets by itself later. */
async function readStoredAddress(order: ForgetOrder): Promise<Forgettable> {
  const { named, stack, ports } = order;
  const address = readAddress(named.name);
  const { channels, subscriptions, record, silences } = await readAddressTraces(address, ports);
  if (channels.length > 0) throw stillNamed(channels, stack.name);
  const lines = [
    subscriptions.length > 0 &&
      `${printAmount(subscriptions.length, 'subscription')}; to receive alerts again it must confirm again`,
    record && 'the record that the stack subscribed it',
    silences.length > 0 && `its name in ${printAmount(silences.length, 'silence')}`,
  ].filter((line) => typeof line === 'string');
  return {
    lines,
    forget: async () => {
      const outcome = await forgetAddress(address, ports, { deadline: ports.clock.now() + PATIENCE });
      if (outcome.status === 'blocked' && outcome.obstacle.by === 'file')
        throw stillNamed(outcome.obstacle.channels, stack.name);
      if (outcome.status === 'blocked') throw obstacleFailure({ by: 'apply' }, stack.name);
      const { isPending, subscriptions: ended, silences: renamed } = outcome;
      const left = leftOfAddress({ isPending, isSms: address.protocol === 'sms' });
      const forgotten = { subscriptions: ended, records: record && !isPending ? 1 : 0, silences: renamed };
      const done =
        isPending && lines.length > 0
          ? `${stack.name} ends the subscription of ${plainText(named.name)} as soon as it can.`
          : doneText(order, lines.length > 0);
      return { lines: [done], left, document: { forgotten, pending: isPending, left } };
    },
  };
}

function stillNamed(channels: readonly string[], stack: string): CliFailure {
  const names = channels.map(plainText).join(', ');
  return new CliFailure(`Channels of ${stack} still name this address: ${names}. Nothing was changed.`, {
    hint: REMOVE_FIRST,
  });
}

export const KINDS = ['watch', 'brand', 'address'] as const;

/** What the arguments of a command name. */
interface Named {
  kind: (typeof KINDS)[number];
  name: string;
}

/** A watch or a brand with its watches, and since when something of it may be stored. */
interface NamedSubject {
  subject: Subject;
  since: Instant;
}

/**
 * A watch, or a brand with its watches that were removed: one that is applied again is not among them, it is an
 * obstacle. Something may be stored as long as the watches kept it, and alerts about incidents for 400 days.
 *
 * @throws CliFailure for what is no name.
 */
async function readSubject({ kind, name }: Named, stack: Stack): Promise<NamedSubject> {
  if (!isName(name))
    throw new CliFailure(`Invalid name of a ${kind} ${JSON.stringify(name)}.`, {
      hint: 'write it as it was in watches.yaml',
    });
  const applied = new Set((await stack.definitions.watches()).map(({ id }) => id));
  const noted = await stack.removedWatches.all(stack.now());
  const removed = noted.filter(({ watchId, brand }) =>
    kind === 'watch' ? watchId === name : brand === name && !applied.has(watchId),
  );
  const since = stack.now() - Math.max(LEAST_KEPT, ...removed.map(({ retention }) => retention)) - DAY;
  if (kind === 'watch') return { subject: { watches: [name] }, since };
  const watches = removed.map(({ watchId }) => watchId).toSorted();
  return { subject: { watches, brand: name }, since };
}

const PROTOCOLS = ['email', 'sms', 'https', 'queue'] as const;

/** @throws CliFailure for a text that no channel could have as an address. */
function readAddress(text: string): Address {
  const protocol = PROTOCOLS.find((one) => addressFields[one].safeParse([text]).success);
  if (protocol) return { protocol, endpoint: text };
  throw new CliFailure(`Invalid address ${JSON.stringify(text)}.`, {
    hint: 'write an e-mail address, a phone number with + and the country code, an https address or the ARN of a queue',
  });
}

type Counts = Readonly<Partial<Record<keyof Forgotten, number>>>;

/** Counts what was found. */
function countFound(traces: Traces): Counts {
  const messages = traces.alerts.flatMap(({ state }) =>
    state.state === 'notified' ? [state.messageId] : [],
  );
  return {
    ...countsOf(traces),
    stories: traces.stories.length,
    messages: new Set(messages).size,
    silences: traces.silences.length,
    objects: traces.objects,
  };
}

/** What is counted: one, many, and what stays or what it is. */
const THINGS: readonly (readonly [keyof Forgotten, one: string, many?: string, note?: string])[] = [
  ['findings', 'finding'],
  ['stories', 'story', 'stories', 'one that other watches found too stays, without its name'],
  [
    'items',
    'other record',
    'other records',
    'windows, states, decisions, values seen, receipts and quarantine',
  ],
  ['alerts', 'alert'],
  ['messages', 'message', 'messages', 'one that contains other alerts too keeps those'],
  ['shortened', 'message that keeps its other alerts', 'messages that keep their other alerts'],
  ['extractions', 'extraction'],
  ['incidents', 'open incident'],
  ['silences', 'silence', 'silences', 'one that names others too keeps those'],
  ['reports', 'report'],
  ['objects', 'object', 'objects', 'raw JSON, webhook payloads and reports in the bucket'],
  ['days', 'day of totals', 'days of totals', 'the next report adds them up again'],
];

/** The counts of what holds nothing. */
const NOTHING: Counts = Object.fromEntries(THINGS.map(([thing]) => [thing, 0]));

/** A line for each thing of which there is some. */
function linesOf(counts: Counts): string[] {
  return THINGS.flatMap(([thing, one, many, note]) => {
    const { [thing]: count = 0 } = counts;
    const more = note === undefined ? '' : `; ${note}`;
    return count === 0 ? [] : [`${printAmount(count, one, many)}${more}`];
  });
}

const LOGS = 'log lines that name it, until the retention of the logs ends';
const COPIES = 'backups and point-in-time copies of the table, until they expire (35 days)';

/** What stays of a watch or a brand, as sentences without a stop. */
function leftOf({ kind }: Named, keptDays: number): string[] {
  return [
    LOGS,
    COPIES,
    'messages that were delivered, and failed ones in the dead letters of queues (14 days)',
    'jobs at the extraction service, and what the services know of the calls',
    ...(kind === 'brand' ? ['counts of names for its reports, until they expire (400 days)'] : []),
    ...(kind === 'watch'
      ? [
          'its name in alerts and messages on stories that another watch found first, until they expire',
          'reports on its brand that were written before',
        ]
      : []),
    ...(keptDays === 0
      ? []
      : [
          `its part in the totals of ${printAmount(keptDays, 'day')} of its brand, which cannot be added up again`,
        ]),
  ];
}

/** What stays of an address. */
function leftOfAddress({ isPending, isSms }: { isPending: boolean; isSms: boolean }): string[] {
  return [
    ...(isPending
      ? [
          'its subscription, which waits for a confirmation: SNS deletes it after 48 hours, or the stack ends it once it is confirmed; then the stack forgets it',
        ]
      : []),
    `${LOGS}; they hold its short form only, except the logs that SNS writes of failed deliveries`,
    COPIES,
    'messages that were delivered, and their copies at the receiver',
    'subscriptions that somebody made with another filter: see the SNS console',
    ...(isSms ? ['its place in the list of numbers that opted out, which SNS keeps for the account'] : []),
  ];
}
