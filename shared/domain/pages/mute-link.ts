import type { Alert } from '../alerts/alert.ts';
import { OPERATORS } from '../channels/channel.ts';
import { type Matchers, type Silence, silenceOf } from '../channels/silence.ts';
import { defined } from '../lib/fields.ts';
import { DAY, type Instant } from '../time/instant.ts';
import { formToken, type LinkKeys, openedAtOf } from './signed-link.ts';

/** What a form on a receipt can mute: the watch for a day, or the outlet in this watch for a month. */
export const MUTES = ['watch', 'outlet'] as const;
type Mute = (typeof MUTES)[number];

const LENGTHS: Readonly<Record<Mute, number>> = { watch: DAY, outlet: 30 * DAY };

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
    const token = formToken(purposeOf(mute, receiptId), { keys, now });
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
  const openedAt = openedAtOf(token, { purpose: purposeOf(mute, receiptId), keys, now });
  const subject = subjectOf(mute, alert);
  if (openedAt === undefined || subject === undefined) return undefined;
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
