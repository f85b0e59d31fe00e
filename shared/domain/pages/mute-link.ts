import type { Alert } from '../alerts/alert.ts';
import { defined } from '../lib/fields.ts';
import { OPERATORS } from '../channels/channel.ts';
import { DAY, HOUR, type Instant } from '../time/instant.ts';
import { type Matchers, type Silence, silenceOf } from '../channels/silence.ts';
import { endOfTimedId, type LinkKeys, openSigned, signId, timedIdOf } from './signed-link.ts';

/** What a form on a receipt can mute: the watch for a day, or the outlet in this watch for a month. */
export const MUTES = ['watch', 'outlet'] as const;
type Mute = (typeof MUTES)[number];

const LENGTHS: Readonly<Record<Mute, number>> = { watch: DAY, outlet: 30 * DAY };

/** How long the forms of an opened page are valid. */
const FORM_VALIDITY = 12 * HOUR;

/** A form on a receipt, signed for this alert only. */
export interface MuteForm {
  mute: Mute;
  token: string;
  /** The watch or the domain to mute. */
  subject: string;
  /** How long, in milliseconds. */
  length: number;
}

interface Signing {
  /** The id of the receipt with the form. */
  receiptId: string;
  keys: LinkKeys;
}

/** The forms on the receipt of an alert. Alerts about Bellwether itself have none. */
export function muteForms(alert: Alert, { receiptId, keys, now }: Signing & { now: Instant }): MuteForm[] {
  return MUTES.flatMap((mute) => {
    const subject = subjectOf(mute, alert);
    if (subject === undefined) return [];
    const purpose = purposeOf(mute, receiptId);
    const token = signId(timedIdOf(now + FORM_VALIDITY), { purpose, keys });
    return [{ mute, token, subject, length: LENGTHS[mute] }];
  });
}

/**
 * The silence of a form; undefined when the form belongs to another receipt or is too old. The silence begins when the
 * page was opened, so sending the form twice makes the same silence.
 */
export function silenceOfForm(
  { mute, token }: { mute: Mute; token: string },
  { alert, receiptId, keys, now }: Signing & { alert: Alert; now: Instant },
): Silence | undefined {
  const id = openSigned(token, { purpose: purposeOf(mute, receiptId), keys });
  const subject = subjectOf(mute, alert);
  if (id === undefined || subject === undefined || endOfTimedId(id) < now) return undefined;
  const openedAt = endOfTimedId(id) - FORM_VALIDITY;
  const order = {
    matchers: defined<Matchers>({
      watch: alert.watchId === undefined ? undefined : [alert.watchId],
      domain: mute === 'outlet' ? [subject] : undefined,
    }),
    owner: 'receipt',
    reason: `muted on the receipt of alert ${alert.id}`,
    endsAt: openedAt + LENGTHS[mute],
  };
  return silenceOf(order, openedAt);
}

function purposeOf(mute: Mute, receiptId: string): string {
  return `mute ${mute} ${receiptId}`;
}

function subjectOf(mute: Mute, { watchId, channel, items }: Alert): string | undefined {
  if (watchId === undefined || channel === OPERATORS) return undefined;
  return mute === 'watch' ? watchId : items[0]?.outlet?.domain;
}
