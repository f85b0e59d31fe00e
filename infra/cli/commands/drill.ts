import { randomUUID } from 'node:crypto';
import type { Protocol } from '../../../shared/domain/alerts/message.ts';
import {
  type Channel,
  TRANSPORT_TITLES,
  type TransportName,
} from '../../../shared/domain/channels/channel.ts';
import type { Drill, DrillHold } from '../../../shared/domain/channels/drill.ts';
import { idOf } from '../../../shared/domain/lib/hash.ts';
import { type Instant, isoOf, MINUTE, SECOND } from '../../../shared/domain/time/instant.ts';
import type { StoredDrill } from '../../../shared/store/channels/drills.ts';
import { type ExitCode, stackCommand, unknownName } from '../command.ts';
import { ADDRESS_FAULTS, lookFor } from '../checks.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printAmount, printTable, timeOrNull } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import { type AddressState, channelStatus } from '../read-status.ts';
import { withProgress } from '../terminal.ts';
import type { World } from '../world.ts';

/** How often it is looked whether every transport has been tried, and how long between two looks. */
const MOST_LOOKS = 30;
const LOOK = SECOND;

/** Rehearses an emergency: a test message through the stack to every transport of the channels. */
export const drill = stackCommand({
  usage: 'drill [--channel NAME] [options]',
  about: `Sends a message that is labelled as a test through the stack, from the queue to each transport of each channel: mail, https and queues of
SNS, Slack, Teams, webhook, EventBridge, SES, and PagerDuty, where it opens an incident and ends it. People confirm by the link in the message. The
command waits until all transports have been tried, and names what is broken and what to do; --report shows the same later, with who has confirmed
and how fast. It goes at once, and says what would have held a real alert. A drill is no alert: it is in no story, report, count or list. Exit code 1 when
something is broken.`,
  options: {
    channel: {
      type: 'string',
      value: 'NAME',
      about: 'only this channel; separate several with commas (default: all)',
    },
    sms: { type: 'boolean', about: 'send SMS too; they cost money' },
    report: { type: 'boolean', about: 'send nothing; show what became of the last drill' },
  },
  async run({ values, stack }, world) {
    const stored = values.report
      ? await lastDrill(stack)
      : await begin({ channels: values.channel?.split(','), sms: values.sms ?? false }, { stack, world });
    const { targets, isUnknown } = await reportOf(stored, stack);
    const notes = [...(isUnknown ? [UNKNOWN] : []), ...(values.report ? [] : [nextStep(targets)])];
    return {
      text: [printDrill(stored.drill, targets), ...notes.map((note) => `\n${note}\n`)].join(''),
      document: drillDocument(stored.drill, targets),
      code: exitCodeOf(targets),
    };
  },
});

const UNKNOWN =
  'Whether https addresses and queues got it is not known: you may not read the queue SubscriberDeadLettersUrl (sqs:ReceiveMessage).';

/** SNS tries an https address 4 times, 20 seconds apart. What it then gives up is known a little later. */
function nextStep(targets: readonly TargetReport[]): string {
  const toPrograms = targets.some(isProgram);
  const wait = toPrograms ? ' in 2 minutes, when SNS has ended its tries of https addresses' : '';
  return `To see who has confirmed${toPrograms ? ' and what could not be delivered' : ''}, run bellwether drill --report${wait}.`;
}

function exitCodeOf(targets: readonly TargetReport[]): ExitCode {
  return targets.some(({ problems, state }) => problems.length > 0 || state === 'waiting') ? 1 : 0;
}

async function lastDrill({ drills }: Stack): Promise<StoredDrill> {
  const [last] = await drills.latest(1);
  const stored = last && (await drills.read(last.id));
  if (stored) return stored;
  throw new CliFailure('There was no drill yet.', { hint: 'run bellwether drill' });
}

async function begin(
  { channels, sms }: { channels: readonly string[] | undefined; sms: boolean },
  { stack, world }: { stack: Stack; world: World },
): Promise<StoredDrill> {
  const known = (await stack.definitions.channels()).map(({ name }) => name);
  const unknown = channels?.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw unknownName(['channel', 'channels'], unknown, { known, where: stack.name });
  const id = idOf('drill', randomUUID()).slice(0, 10);
  await stack.drill({ id, sms, orderedAt: stack.now(), ...(channels && { channels }) });
  const isTried = (one: StoredDrill | undefined) =>
    one && one.results.length >= one.drill.targets.length ? one : undefined;
  const look = async () => isTried(await stack.drills.read(id));
  const tried = await withProgress(world.stderr, (show) => {
    show('Sending a test message through the stack …');
    return lookFor(look, { looks: MOST_LOOKS, pause: () => world.pause(LOOK) });
  });
  const stored = tried ?? (await stack.drills.read(id));
  if (stored) return stored;
  throw new CliFailure('The stack has not taken the drill from its queue within 30 seconds.', {
    hint: 'look at bellwether status and the log of run-watch; bellwether drill --report shows the drill if it comes later',
  });
}

/** SNS delivers to programs by itself, later than its answer. */
function isProgram({ by }: { by: string }): boolean {
  return by === 'https' || by === 'queue';
}

async function reportOf(
  stored: StoredDrill,
  stack: Stack,
): Promise<{ targets: TargetReport[]; isUnknown: boolean }> {
  const [channels, subscriptions, failed] = await Promise.all([
    stack.definitions.channels(),
    stack.subscriptions.list(),
    stored.drill.targets.some(isProgram) ? stack.undeliveredDrill(stored.drill.id) : [],
  ]);
  const isUnknown = failed === 'unknown';
  const given = { channels, subscriptions, undelivered: isUnknown ? [] : failed, now: stack.now() };
  return { targets: drillReport(stored, given), isUnknown };
}

/** A report of a drill as text. */
export function printDrill(drill: Drill, targets: readonly TargetReport[]): string {
  const taken = targets.filter(({ state }) => state === 'accepted' || state === 'resolved').length;
  const confirmed = targets.filter(({ confirmations }) => confirmations > 0).length;
  const broken = targets.flatMap(({ channel, by, problems }) =>
    problems.map((problem) => `  ${channel} by ${by}: ${plainText(problem)}\n`),
  );
  const held = targets.flatMap(holdLines);
  return [
    `Drill ${drill.id} of ${isoOf(drill.orderedAt).slice(0, 19)}Z: ${taken} of ${printAmount(targets.length, 'transport')} took the message, people confirmed on ${confirmed}.\n\n`,
    printTable([['CHANNEL', 'BY', 'TO', 'STATE', 'SENT AFTER', 'CONFIRMED'], ...targets.map(rowOf)]),
    ...(broken.length === 0 ? [] : ['\nBroken:\n', ...broken]),
    ...(held.length === 0 ? [] : ['\nThe drill went at once. A real alert would have been held:\n', ...held]),
    ...(drill.sms || targets.some(({ by }) => by === 'sms')
      ? []
      : ['\nNo SMS was sent: add --sms to try it too. It costs money.\n']),
  ].join('');
}

function rowOf({ channel, by, addresses, state, ...target }: TargetReport): string[] {
  const { tookMs, confirmations, confirmedAfterMs } = target;
  const shown = addresses.map(({ endpoint }) => plainText(endpoint)).join(', ');
  const first =
    confirmedAfterMs === undefined ? 'not yet' : `${confirmations}, first after ${spanOf(confirmedAfterMs)}`;
  const took = tookMs === undefined ? '' : spanOf(tookMs);
  return [channel, by, shown, state, took, by === 'queue' ? '' : first];
}

/** `0.4 s`, `3 min` */
function spanOf(milliseconds: number): string {
  const seconds = milliseconds / SECOND;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}

function holdLines({ channel, by, holds }: TargetReport): string[] {
  return Array.from(Map.groupBy(holds, reasonOf), ([reason, same]) => {
    const severities = same.map(({ severity }) => severity).join(' or ');
    return `  ${channel} by ${by}: ${severities}, ${reason}\n`;
  });
}

function reasonOf({ because, until }: DrillHold): string {
  return `${HELD[because]}${until === undefined ? '' : ` until ${isoOf(until).slice(0, 16)}Z`}`;
}

const HELD: Readonly<Record<DrillHold['because'], string>> = {
  'below-severity': 'which this transport does not take',
  brief: 'waiting for the brief',
  'quiet-hours': 'because of quiet hours',
  group: 'waiting for its group',
  'storm-cap': 'because of the limit an hour',
};

/** What `--json` prints. Keys may be added, not renamed. */
function drillDocument(drill: Drill, targets: readonly TargetReport[]) {
  return {
    id: drill.id,
    orderedAt: timeOrNull(drill.orderedAt),
    beganAt: timeOrNull(drill.beganAt),
    sms: drill.sms,
    broken: targets.filter(({ problems }) => problems.length > 0).length,
    targets: targets.map(({ holds, tookMs, confirmedAfterMs, ...target }) => ({
      ...target,
      tookMs: tookMs ?? null,
      confirmedAfterMs: confirmedAfterMs ?? null,
      holds: holds.map(({ severity, because, until }) => ({ severity, because, until: timeOrNull(until) })),
    })),
  };
}

/** What a drill has shown of one transport of a channel. */
interface TargetReport {
  channel: string;
  by: Protocol | TransportName;
  addresses: readonly { endpoint: string; state: AddressState }[];
  /** `waiting`: it is under way. `missing`: the order was not carried out in time. */
  state: 'accepted' | 'resolved' | 'failed' | 'waiting' | 'missing';
  /** Milliseconds from the order until the service took the message. */
  tookMs?: number;
  confirmations: number;
  /** Milliseconds from the order until the first person opened the page and confirmed. */
  confirmedAfterMs?: number;
  /** What is broken and what to do, a sentence or two each. */
  problems: readonly string[];
  /** What would have held back a real alert. */
  holds: readonly DrillHold[];
}

/** After so long an order that was not carried out has gone wrong: a function starts within seconds. */
const PATIENCE = 2 * MINUTE;

interface Given {
  channels: readonly Channel[];
  subscriptions: Parameters<typeof channelStatus>[1];
  now: Instant;
  /** ARNs of the subscriptions to which SNS could not deliver it. */
  undelivered: readonly string[];
}

/** What a drill has shown, by transport: who got it, who confirmed, what is broken and what to do about it. */
export function drillReport({ drill, results, confirmations }: StoredDrill, given: Given): TargetReport[] {
  const { channels, subscriptions, now, undelivered } = given;
  const failed = new Set(
    subscriptions
      .filter(({ arn }) => arn !== undefined && undelivered.includes(arn))
      .map(({ protocol, endpoint }) => `${protocol} ${endpoint}`),
  );
  return drill.targets.map(({ channel: name, by, holds }): TargetReport => {
    const isHere = (one: { channel: string; by: string }) => one.channel === name && one.by === by;
    const result = results.find(isHere);
    const channel = channels.find((one) => one.name === name);
    const known = channel ? channelStatus(channel, subscriptions).addresses : [];
    const addresses = known.filter(({ protocol }) => protocol === by);
    const own = confirmations.filter(isHere).map(({ at }) => at);
    const isLate = now - drill.orderedAt > PATIENCE;
    const state = result?.state ?? (isLate ? 'missing' : 'waiting');
    return {
      channel: name,
      by,
      addresses: addresses.map(({ endpoint, state: of }) => ({ endpoint, state: of })),
      state,
      ...(result && { tookMs: Math.max(0, result.at - drill.orderedAt) }),
      confirmations: own.length,
      ...(own.length > 0 && { confirmedAfterMs: Math.max(0, Math.min(...own) - drill.orderedAt) }),
      problems: [
        ...(result?.error === undefined ? [] : [`${titleOf(by)} did not take the message: ${result.error}`]),
        ...(state === 'missing' ? [MISSING] : []),
        ...addresses.flatMap(({ endpoint, state: of }) => {
          const [is, advice] = ADDRESS_FAULTS[of] ?? [];
          return [
            ...(is === undefined ? [] : [`${endpoint} ${is}, so it got nothing: ${advice}.`]),
            ...(failed.has(`${by} ${endpoint}`) ? [undeliveredTo(endpoint)] : []),
          ];
        }),
      ],
      holds,
    };
  });
}

const MISSING =
  'The message was not sent: the order still waits, or its function has failed. Look for alarms, and at the logs of run-watch and deliver-transports.';

function undeliveredTo(endpoint: string): string {
  return `${endpoint} did not take the message: SNS has given it up, and keeps it. Repair what answers there, or correct the address; docs/runbook.md, section subscribers-dead-letters, says how to find the reason.`;
}

/** A transport as people know it. */
function titleOf(by: Protocol | TransportName): string {
  const titles: Readonly<Record<string, string>> = TRANSPORT_TITLES;
  return titles[by] ?? 'SNS';
}
