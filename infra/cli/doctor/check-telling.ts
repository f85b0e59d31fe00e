import { channelStatus } from '../status/channel-status.ts';
import type { Standing } from '../plan/compare.ts';
import { counted } from '../read-file.ts';
import { plainText } from '../print-values.ts';
import type { SmsLimits, Stack } from '../stack/stack.ts';
import { hint, ok, problem, type Check } from './check.ts';

/** Whether alerts reach somebody: subscriptions, deliveries, and the limits of SMS. */
export async function checkNotifying(stack: Stack, standing: Standing): Promise<Check[]> {
  const sms = standing.channels.some((channel) => channel.sms.length > 0);
  const dead = await stack.messages.dead();
  return [
    ...checkAddresses(standing),
    ...(dead.length === 0
      ? [ok('No message was given up.')]
      : [
          problem(
            `${counted(dead.length, 'message')} could not be delivered, after all tries.`,
            'bellwether status names the channels: check their addresses',
          ),
        ]),
    ...(sms ? checkSms(await stack.sms()) : []),
  ];
}

function checkAddresses({ channels, subscriptions }: Standing): Check[] {
  const checks = channels.flatMap((channel) => {
    const { name, addresses } = channelStatus(channel, subscriptions);
    const open = addresses.filter(({ state }) => state !== 'confirmed');
    const silent = open.length === addresses.length;
    return open.map(({ protocol, endpoint, state }): Check => {
      const text = plainText(`${name}: ${protocol} ${endpoint} ${STATES[state]}`);
      const nobody = silent ? ' Nobody hears this channel.' : '';
      return (silent ? problem : hint)(`${text}.${nobody}`, ADVICE[state]);
    });
  });
  return checks.length > 0 ? checks : [ok('Every address has confirmed.')];
}

const STATES = {
  pending: 'has not confirmed yet',
  gone: 'is not subscribed',
  confirmed: 'has confirmed',
} as const;
const ADVICE = {
  pending: 'open the link in the message that it got; after three days apply again for a new one',
  gone: 'bellwether apply subscribes it again',
  confirmed: '',
} as const;

function checkSms(limits: SmsLimits | undefined): Check[] {
  if (!limits) return [ok('SMS stay on this machine.')];
  const sandbox = limits.inSandbox
    ? [
        problem(
          'SMS are in the sandbox of AWS: only verified numbers get them.',
          'ask AWS to move the account out of the SMS sandbox',
        ),
      ]
    : [ok('SMS may go to any number.')];
  const { monthlyLimit = 1 } = limits;
  const spend = `SMS may cost ${monthlyLimit} US dollars a month; what goes beyond is lost.`;
  const advice = 'raise the spending limit of SMS in the console of SNS, and watch its alarm';
  return [...sandbox, monthlyLimit <= 1 ? hint(spend, advice) : ok(spend)];
}
