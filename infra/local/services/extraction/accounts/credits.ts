import { dayOf } from '../../../../../shared/domain/time/instant.ts';
import { RequestRefused } from '../../kit/http/refusal.ts';
import type { ExtractionContext } from '../context.ts';
import type { Mail, Owner } from '../stored.ts';

type CreditContext = Pick<ExtractionContext, 'clock' | 'plan' | 'store'>;

/** What an organization has left and has spent this month, with the credits of every month begun since. */
export function creditOf({ clock, plan, store }: CreditContext, organization: string) {
  const month = dayOf(clock.now()).slice(0, 7);
  const known = store.credits.get(organization);
  if (!known) return { balance: plan.monthlyCredits, spent: 0, month };
  if (known.month >= month) return known;
  const begun = monthNumber(month) - monthNumber(known.month);
  return { balance: known.balance + begun * plan.monthlyCredits, spent: 0, month };
}

function monthNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
}

/** Takes credits off, at most those that are left, so that never more is spent than there was. */
export function charge(context: CreditContext, organization: string, credits: number): void {
  const { balance, spent, month } = creditOf(context, organization);
  const taken = Math.min(credits, balance);
  const left = { balance: balance - taken, spent: spent + taken, month };
  context.store.credits.put(organization, left, organization);
}

/** @throws RequestRefused when the credits of the plan are used up. */
export function assertCredits(context: ExtractionContext, { organization }: Owner): void {
  if (creditOf(context, organization).balance > 0) return;
  throw new RequestRefused(402, 'The credits of your plan are used up');
}

/** Records a mail to a person, unless the organization had one on this subject today (UTC). True when it was written. */
export function mailOnceADay({ clock, store }: CreditContext, organization: string, mail: Omit<Mail, 'at'>) {
  const at = clock.now();
  const id = JSON.stringify([organization, mail.subject, dayOf(at)]);
  if (store.mails.get(id)) return false;
  store.mails.put(id, { ...mail, at }, organization);
  return true;
}
