import { addressFields } from '../../../shared/contracts/watches-file/schema/channel-schema.ts';
import { isName } from '../../../shared/domain/lib/fields.ts';
import { DAY, type Instant } from '../../../shared/domain/time/instant.ts';
import { LEAST_KEPT } from '../../../shared/domain/watches/watch.ts';
import type { Subject } from '../../../shared/use-cases/forget/read-traces.ts';
import type { Address } from '../../../shared/use-cases/ports/ports.ts';
import { CliFailure } from '../failure.ts';
import type { Stack } from '../stack/stack.ts';

export const KINDS = ['watch', 'brand', 'address'] as const;

/** What the arguments of a command name. */
export interface Named {
  kind: (typeof KINDS)[number];
  name: string;
}

/** A watch or a brand with its watches, and since when something of it may be stored. */
export interface NamedSubject {
  subject: Subject;
  since: Instant;
}

/**
 * A watch, or a brand with its watches that were removed: one that is applied again is not among them, it is an
 * obstacle. Something may be stored as long as the watches kept it, and alerts about incidents for 400 days.
 *
 * @throws CliFailure for what is no name.
 */
export async function readSubject({ kind, name }: Named, stack: Stack): Promise<NamedSubject> {
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
export function readAddress(text: string): Address {
  const protocol = PROTOCOLS.find((one) => addressFields[one].safeParse([text]).success);
  if (protocol) return { protocol, endpoint: text };
  throw new CliFailure(`Invalid address ${JSON.stringify(text)}.`, {
    hint: 'write an e-mail address, a phone number with + and the country code, an https address or the ARN of a queue',
  });
}
