import { printAmount, printNumber } from '../print-values.ts';
import type { Preview } from './make-preview.ts';

/** The costs per month: runs and calls, credits and slots, SMS and their price. */
export function printMonth(preview: Preview): string[] {
  const { month, notified, tried } = preview;
  const calls = `${printAmount(month.runs, 'run')}, ${printAmount(month.calls, 'call')}`;
  return [
    '\nPer month:',
    ...(notified ? [`  about ${printAmount(notified.monthly, 'alert')}`] : []),
    ...(month.jobs ? jobLines(preview) : [`  ${calls}`]),
    `  ${smsLine(preview)}`,
    ...(month.jobs
      ? ['  this preview cost no credits']
      : [`  this preview cost ${printAmount(tried?.calls ?? 0, 'call')}`]),
  ];
}

function jobLines({ watch, month: { runs, calls, jobs }, past, plan }: Preview): string[] {
  if (!jobs) return [];
  const { credits, creditsEach, basis: creditBasis, slotMinutes, isMeasured } = jobs;
  const basis = isMeasured
    ? `measured on its last ${printAmount(past?.jobs ?? 0, 'job')}`
    : 'assuming 15 minutes per job';
  const allowed = plan?.allowed === undefined ? '' : ` of ${printNumber(plan.allowed)} in the plan`;
  const slots = plan?.slots ? `; the plan has ${printAmount(plan.slots.allowed, 'slot')}` : '';
  return [
    `  ${printAmount(runs, 'job')}, at most ${printNumber(credits)} credits${allowed}: ${printNumber(creditsEach)} each (${creditBasis})`,
    watch.monitor
      ? '  usually no calls: the service repeats the job by itself and sends what is new'
      : `  about ${printAmount(calls, 'call')}, ${basis}`,
    `  a job slot is in use for about ${printAmount(slotMinutes, 'minute')}, ${basis}${slots}`,
  ];
}

/** Number and price of SMS, or why they are not known. */
function smsLine({ channel, notified }: Preview): string {
  const { name, sms, smsPrice } = channel;
  if (sms.length === 0) return `no SMS: channel ${name} has no phone numbers`;
  if (!notified)
    return `number of SMS not known, because the alerts are not${smsPrice === undefined ? `; ${withoutPrice(name)}` : ''}`;
  const parts = `at most ${printAmount(notified.smsParts, 'SMS part')}`;
  return notified.smsCost === undefined
    ? `${parts}; ${withoutPrice(name)}`
    : `${parts}, cost ${notified.smsCost.toFixed(2)} in the currency of sms_price`;
}

function withoutPrice(channel: string): string {
  return `price not known: set sms_price on channel ${channel}`;
}
