import { printAmount, printNumber } from '../print-values.ts';
import type { Preview } from './make-preview.ts';

/** What a month takes: runs and calls, credits and slots, SMS and their price. */
export function printMonth(preview: Preview): string[] {
  const { month, told: notified, tried } = preview;
  const calls = `${printAmount(month.runs, 'run')}, ${printAmount(month.calls, 'call')}`;
  return [
    '\nIn a month:',
    ...(notified ? [`  about ${printAmount(notified.monthly, 'alert')}`] : []),
    ...(month.jobs ? jobLines(preview) : [`  ${calls}`]),
    `  ${smsLine(preview)}`,
    ...(month.jobs
      ? ['  this preview cost no credits']
      : [`  this preview took ${printAmount(tried?.calls ?? 0, 'call')}`]),
  ];
}

function jobLines({ watch, month: { runs, calls, jobs }, past, plan }: Preview): string[] {
  if (!jobs) return [];
  const { credits, creditsEach, reckoned, slotMinutes, isMeasured } = jobs;
  const basis = isMeasured
    ? `as its last ${printNumber(past?.jobs ?? 0)} took`
    : 'as a job takes 15 minutes as a rule';
  const allowed = plan?.allowed === undefined ? '' : ` of the ${printNumber(plan.allowed)} of the plan`;
  const slots = plan?.slots ? `; the plan has ${printNumber(plan.slots.allowed)} at a time` : '';
  return [
    `  ${printAmount(runs, 'job')}, at most ${printNumber(credits)} credits${allowed}: ${printNumber(creditsEach)} each (${reckoned})`,
    watch.monitor
      ? '  no calls as a rule: the service repeats it by itself and delivers what is new'
      : `  about ${printAmount(calls, 'call')}, ${basis}`,
    `  about ${printAmount(slotMinutes, 'minute')} of a job slot, ${basis}${slots}`,
  ];
}

/** What SMS come to. Where it is not known, it says so and how it would be. */
function smsLine({ channel, told: notified }: Preview): string {
  const { name, sms, smsPrice } = channel;
  if (sms.length === 0) return `no SMS: ${name} has no numbers`;
  if (!notified)
    return `SMS are not known, as the alerts are not${smsPrice === undefined ? `; ${priceless(name)}` : ''}`;
  const parts = `${printAmount(notified.smsParts, 'SMS part')} at most`;
  return notified.smsCost === undefined
    ? `${parts}; ${priceless(name)}`
    : `${parts}, ${notified.smsCost.toFixed(2)} in the currency of sms_price`;
}

function priceless(channel: string): string {
  return `price not known: set sms_price on channel ${channel}`;
}
