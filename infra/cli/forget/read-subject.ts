import { addressFields } from '../../../shared/contracts/watches-file/schema/channel-schema.ts';
import { isName } from '../../../shared/domain/lib/fields.ts';
import { DAY, type Instant } from '../../../shared/domain/time/instant.ts';
import { LEAST_KEPT, type RemovedWatch } from '../../../shared/domain/watches/watch.ts';
import type { Address } from '../../../shared/use-cases/ports/ports.ts';
import type { Subject } from '../../../shared/use-cases/forget/read-traces.ts';
import { CliFailure } from '../failure.ts';
import type { Stack } from '../stack/stack.ts';
import { jsonText } from '../terminal.ts';
import type { World } from '../world.ts';
import type { Forgetting } from './open-forgetting.ts';

const KINDS = ['watch', 'brand', 'address'] as const;
type Kind = (typeof KINDS)[number];

/** What the arguments of a command name. */
export interface Named {
  kind: Kind;
  name: string;
}

/** @throws CliFailure for anything but a kind and a name. */
export function readArguments(positionals: readonly string[]): Named {
  const [word, name, ...others] = positionals;
  const kind = KINDS.find((one) => one === word);
  if (!kind || name === undefined || others.length > 0)
    throw new CliFailure('forget takes a kind and a name.', {
      hint: 'write forget watch NAME, forget brand NAME, or forget address ADDRESS',
    });
  return { kind, name };
}

/** A watch or a brand with its watches, and since when something of it may be stored. */
export interface NamedSubject {
  subject: Subject;
  since: Instant;
}

/** The watch of a name. */
export async function watchSubject(name: string, stack: Stack): Promise<NamedSubject> {
  needName(name, 'watch');
  const removed = (await stack.removedWatches.all(stack.now())).filter(({ watchId }) => watchId === name);
  return { subject: { watches: [name] }, since: storedSince(removed, stack.now()) };
}

/** A brand, with its watches that were removed. One that is applied again is not among them: it is an obstacle. */
export async function brandSubject(name: string, stack: Stack): Promise<NamedSubject> {
  needName(name, 'brand');
  const applied = new Set((await stack.definitions.watches()).map(({ id }) => id));
  const noted = await stack.removedWatches.all(stack.now());
  const removed = noted.filter(({ watchId, brand }) => brand === name && !applied.has(watchId));
  const watches = removed.map(({ watchId }) => watchId).toSorted();
  return { subject: { watches, brand: name }, since: storedSince(removed, stack.now()) };
}

/**
 * Since when something of removed watches may be stored: as long as they kept it, and alerts about incidents for 400
 * days.
 */
function storedSince(removed: readonly RemovedWatch[], now: Instant): Instant {
  return now - Math.max(LEAST_KEPT, ...removed.map(({ retention }) => retention)) - DAY;
}

function needName(name: string, kind: Kind): void {
  if (isName(name)) return;
  throw new CliFailure(`Invalid name of a ${kind} ${JSON.stringify(name)}.`, {
    hint: 'write it as it was in watches.yaml',
  });
}

const PROTOCOLS = ['email', 'sms', 'https', 'queue'] as const;

/** @throws CliFailure for a text that no channel could have as an address. */
export function readAddress(text: string): Address {
  const protocol = PROTOCOLS.find((one) => addressFields[one].safeParse([text]).success);
  if (protocol) return { protocol, endpoint: text };
  throw new CliFailure(`Invalid address ${JSON.stringify(text)}.`, {
    hint: 'write an e-mail address, a phone number with + and the country code, an https address or the ARN of a queue',
  });
}

/** What the command line was asked for. */
export interface ForgetOrder {
  named: Named;
  stack: Stack;
  ports: Forgetting;
  world: World;
  /** Do not ask. */
  yes: boolean;
  json: boolean;
}

/**
 * Shows what would be removed and asks. False: nothing may be changed.
 *
 * @throws CliFailure without a terminal, unless `yes`.
 */
export async function isConfirmed(list: string, { world, yes, named }: ForgetOrder): Promise<boolean> {
  world.stderr.write(list);
  if (yes) return true;
  if (!world.confirm)
    throw new CliFailure('Without a terminal, forget needs --yes. Nothing was changed.', {
      hint: `run bellwether forget ${named.kind} ${named.name} --yes`,
    });
  if (await world.confirm('Remove it for good?')) return true;
  world.stderr.write('Nothing was changed.\n');
  return false;
}

/** Writes the document of the command, or its text. */
export function writeResult(document: object, { order, text }: { order: ForgetOrder; text: string }): void {
  const { world, stack, named, json } = order;
  const whole = { stack: stack.name, kind: named.kind, name: named.name, ...document };
  world.stdout.write(json ? jsonText(whole) : text);
}
