import type { Alert } from '../alerts/alert.ts';
import { OPERATORS } from '../channels/channel.ts';
import { DAY, HOUR, type Instant } from '../time/instant.ts';
import { type Silence, silenceOf } from '../channels/silence.ts';
import { endOfTimedId, type LinkKeys, openSigned, signId, timedIdOf } from './signed-link.ts';

/** What the forms of a receipt can mute: its watch for a day, or its outlet in this watch for a month. */
export const MUTES = ['watch', 'outlet'] as const;
export type Mute = (typeof MUTES)[number];

const LENGTHS: Readonly<Record<Mute, number>> = { watch: DAY, outlet: 30 * DAY };

/** How long the forms of an opened page can be sent. */
const FORM_LIFE = 12 * HOUR;

/** A form of a receipt, signed for this alert alone. */
export interface MuteForm {
  mute: Mute;
  token: string;
  /** The watch or the domain that it would mute. */
  subject: string;
  /** How long, in milliseconds. */
  length: number;
}

interface Signing {
  /** The id of the receipt that shows the form. */
  receiptId: string;
  keys: LinkKeys;
}

/** The forms that the receipt of an alert has. What is about ourselves is not muted by a link. */
export function muteForms(alert: Alert, { receiptId, keys, now }: Signing & { now: Instant }): MuteForm[] {
  return MUTES.flatMap((mute) => {
    const subject = subjectOf(mute, alert);
    if (subject === undefined) return [];
    const purpose = purposeOf(mute, receiptId);
    const token = signId(timedIdOf(now + FORM_LIFE), { purpose, keys });
    return [{ mute, token, subject, length: LENGTHS[mute] }];
  });
}

/**
 * The silence that a form asks for, or undefined when it is not one of this receipt or too old. It begins when the
 * page was opened: sending the form twice asks for the same silence.
 */
export function silenceOfForm(
  form: { mute: Mute; token: string },
  { alert, receiptId, keys, now }: Signing & { alert: Alert; now: Instant },
): Silence | undefined {
  const { mute, token } = form;
  const id = openSigned(token, { purpose: purposeOf(mute, receiptId), keys });
  const subject = subjectOf(mute, alert);
  if (id === undefined || subject === undefined || endOfTimedId(id) < now) return undefined;
  const openedAt = endOfTimedId(id) - FORM_LIFE;
  const order = {
    matchers: {
      ...(alert.watchId !== undefined && { watch: [alert.watchId] }),
      ...(mute === 'outlet' && { domain: [subject] }),
    },
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
