import { channelStatus } from '../status/channel-status.ts';
import type { AppliedState } from '../plan/compare.ts';
import { printCount } from '../read-file.ts';
import { plainText } from '../print-values.ts';
import type { SmsLimits, Stack } from '../stack/stack.ts';
import { hint, ok, problem, type Check } from './check.ts';

/** Checks that alerts arrive: subscriptions, failed messages and the limits of SMS. */
export async function checkNotifying(stack: Stack, applied: AppliedState): Promise<Check[]> {
  const sms = applied.channels.some((channel) => channel.sms.length > 0);
  const dead = await stack.messages.dead();
  return [
    ...checkAddresses(applied),
    ...(dead.length === 0
      ? [ok('No failed messages.')]
      : [
          problem(
            `${printCount(dead.length, 'message')} could not be delivered after all tries.`,
            'run bellwether status to see the channels, and check their addresses',
          ),
        ]),
    ...(sms ? checkSms(await stack.sms()) : []),
  ];
}

function checkAddresses({ channels, subscriptions }: AppliedState): Check[] {
  const checks = channels.flatMap((channel) => {
    const { name, addresses } = channelStatus(channel, subscriptions);
    const open = addresses.filter(({ state }) => state !== 'confirmed');
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
  confirmed: 'is confirmed',
} as const;
const ADVICE = {
  pending:
    'open the link in the message to this address; after 3 days, run bellwether apply to send a new one',
  gone: 'run bellwether apply to subscribe it again',
  confirmed: '',
} as const;

function checkSms(limits: SmsLimits | undefined): Check[] {
  if (!limits) return [ok('This local stack sends no real SMS.')];
  const sandbox = limits.inSandbox
    ? [
        problem(
          'The AWS account is in the SMS sandbox: only verified numbers receive SMS.',
          'ask AWS to move the account out of the SMS sandbox',
        ),
      ]
    : [ok('SMS can be sent to any number.')];
  const { monthlyLimit = 1 } = limits;
  const spend = `The SMS spending limit is $${monthlyLimit} per month. SMS above this limit are lost.`;
  const advice = 'raise the SMS spending limit in the SNS console, and monitor its alarm';
  return [...sandbox, monthlyLimit <= 1 ? hint(spend, advice) : ok(spend)];
}
