import { dayOf } from '../../../../../shared/domain/time/instant.ts';
import type { ExtractionContext } from '../context.ts';
import type { Credit, Mail } from './credit.ts';

type CreditContext = Pick<ExtractionContext, 'clock' | 'plan' | 'store'>;

/** What an organization has left and has spent this month, with the credits of every month begun since. */
export function creditOf({ clock, plan, store }: CreditContext, organization: string): Credit {
  const month = dayOf(clock.now()).slice(0, 7);
  const known = store.credits.get(organization);
  if (!known) return { balance: plan.monthlyCredits, spent: 0, month };
  if (known.month >= month) return known;
  const begun = monthNumber(month) - monthNumber(known.month);
  return { balance: known.balance + begun * plan.monthlyCredits, spent: 0, month };
}

/** Takes credits off, at most those that are left, so that never more is spent than there was. Gives back what is left. */
export function charge(
  context: CreditContext,
  { organization, credits }: { organization: string; credits: number },
): number {
  const before = creditOf(context, organization);
  const taken = Math.min(credits, before.balance);
  const balance = before.balance - taken;
  context.store.credits.put(organization, { ...before, balance, spent: before.spent + taken }, organization);
  return balance;
}

function monthNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
}

/**
 * Records a mail to the person, unless the organization had one on this subject today (UTC).
 * True when it was written.
 */
export function mailOnceADay(
  { clock, store }: CreditContext,
  { organization, ...mail }: Omit<Mail, 'at'> & { organization: string },
): boolean {
  const at = clock.now();
  const id = JSON.stringify([organization, mail.subject, dayOf(at)]);
  if (store.mails.get(id)) return false;
  store.mails.put(id, { ...mail, at }, organization);
  return true;
}
