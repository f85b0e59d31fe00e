import { channelStatus } from '../status/channel-status.ts';
import { readUnsubscribed } from '../status/read-unsubscribed.ts';
import { checkMail } from './check-mail.ts';
import type { AppliedState } from '../plan/compare.ts';
import { printCount } from '../read-file.ts';
import { plainText } from '../print-values.ts';
import type { SmsLimits, Stack } from '../stack/stack.ts';
import { hint, ok, problem, type Check } from './check.ts';
import { readSmsUse, type SmsUse } from './read-sms-use.ts';

/** Checks that alerts arrive: subscriptions, failed messages and the limits of SMS. */
export async function checkNotifying(stack: Stack, applied: AppliedState): Promise<Check[]> {
  const sms = applied.channels.some((channel) => channel.sms.length > 0);
  const dead = await stack.messages.dead();
  const undelivered = await stack.undelivered();
  const account = sms ? await stack.sms() : undefined;
  return [
    ...checkAddresses(applied, {
      optedOut: account?.optedOut,
      unsubscribed: await readUnsubscribed(applied.channels, stack),
    }),
    ...(dead.length === 0
      ? [ok('No failed messages.')]
      : [
          problem(
            `${printCount(dead.length, 'message')} could not be delivered after all tries.`,
            'run bellwether status to see the channels, and check their addresses',
          ),
        ]),
    ...(undelivered === 0 ? [] : [undeliveredProblem(undelivered)]),
    ...(await checkMail(stack, applied.channels)),
    ...(sms ? checkSms(account, account && (await readSmsUse(stack))) : []),
  ];
}

function undeliveredProblem(count: number): Check {
  return problem(
    `${printCount(count, 'message')} to https addresses or queues could not be delivered. SNS keeps ${count === 1 ? 'it' : 'them'} for 14 days.`,
    'see docs/runbook.md, section subscribers-dead-letters: how to read them and send them again',
  );
}

function checkAddresses(
  { channels, subscriptions }: AppliedState,
  others: Parameters<typeof channelStatus>[2],
): Check[] {
  const checks = channels.flatMap((channel) => {
    const { name, addresses } = channelStatus(channel, subscriptions, others);
    const open = addresses.filter(({ state }) => state !== 'confirmed' && state !== 'set');
    const silent = open.length === addresses.length;
    return open.map(({ protocol, endpoint, state }): Check => {
      const text = plainText(`${name}: ${protocol} ${endpoint} ${STATES[state]}`);
      const nobody = silent ? ' No one receives alerts of this channel.' : '';
      return (silent ? problem : hint)(`${text}.${nobody}`, ADVICE[state]);
    });
  });
  return checks.length > 0 ? checks : [ok('Every address is confirmed.')];
}

const STATES = {
  pending: 'is not confirmed yet',
  gone: 'is not subscribed',
  'opted-out': 'opted out of SMS by replying STOP',
  unsubscribed: 'unsubscribed by the link of a mail',
  unknown: 'may have opted out of SMS: the list of such numbers cannot be read',
  confirmed: 'is confirmed',
  set: 'is set',
} as const;
const ADVICE = {
  pending:
    'open the link in the message to this address; after 3 days, run bellwether apply to send a new one',
  gone: 'run bellwether apply to subscribe it again',
  'opted-out':
    'ask its owner, then opt it in: aws sns opt-in-phone-number. AWS allows this once in 30 days for a number. Or remove it from the file',
  unsubscribed:
    'take it out of the file. Only its owner can undo this, by the same link; apply does not subscribe it again',
  unknown: 'ask your AWS administrator for the permission sns:ListPhoneNumbersOptedOut',
  confirmed: '',
  set: '',
} as const;

function checkSms(limits: SmsLimits | undefined, use: SmsUse | undefined): Check[] {
  if (!limits) return [ok('This local stack sends no real SMS.')];
  const sandbox = limits.inSandbox
    ? [
        problem(
          'The AWS account is in the SMS sandbox: only verified numbers receive SMS.',
          'ask AWS to move the account out of the SMS sandbox',
        ),
      ]
    : [ok('SMS can be sent to any number.')];
  return [...sandbox, checkSpending(limits.monthlyLimit ?? 1, use)];
}

/** The share of the limit from which a hint says that it is near. */
const NEAR = 0.8;

function checkSpending(limit: number, use: SmsUse | undefined): Check {
  const spend = `The SMS spending limit is $${limit} per month. SMS above this limit are lost.`;
  const text = use === undefined || use.parts === 0 ? spend : `${spend} ${useText(use)}`;
  if (use !== undefined && use.cost >= limit * NEAR)
    return problem(text, 'raise the SMS spending limit in the SNS console now');
  return limit <= 1
    ? hint(text, 'raise the SMS spending limit in the SNS console, and monitor its alarm')
    : ok(text);
}

function useText({ parts, cost }: SmsUse): string {
  const price = cost === 0 ? '' : `, about ${cost.toFixed(2)} by the prices in your file`;
  return `This stack sent ${printCount(parts, 'SMS part')} this month${price}.`;
}
