import type { MailAccount } from '../../../shared/aws/read-mail-account.ts';
import type { Channel } from '../../../shared/domain/channels/channel.ts';
import { dayAfter, dayOf } from '../../../shared/domain/time/instant.ts';
import type { MutesView } from '../../../shared/domain/pages/inbox.ts';
import type { AppliedState } from '../plan/compare.ts';
import { plainText, printAmount, printNumber } from '../print-values.ts';
import type { SmsLimits, Stack } from '../stack/stack.ts';
import { channelStatus, readUnsubscribed } from '../read-status.ts';
import { ADDRESS_FAULTS, type Check, hint, ok, problem } from '../checks.ts';

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
    dead.length === 0
      ? ok('No failed messages.')
      : problem(
          `${printAmount(dead.length, 'message')} could not be delivered after all tries.`,
          'run bellwether status to see the channels, and check their addresses',
        ),
    ...(undelivered === 0 ? [] : [undeliveredProblem(undelivered)]),
    ...(await checkMail(stack, applied.channels)),
    ...(sms ? checkSms(account, account && (await readSmsUse(stack))) : []),
  ];
}

/** How many alerts silences have muted, and how many of the silences were made by links. */
export function checkMutes({ inForce, alerts }: MutesView): Check {
  if (inForce.length === 0 && alerts === 0) return ok('Nothing is muted.');
  const byLinks = inForce.filter(({ silence }) => silence.by !== undefined).length;
  const text = `${printAmount(inForce.length, 'silence')} in force, ${printNumber(byLinks)} of them by links in messages or to pages. ${printAmount(alerts, 'alert')} of the last 7 days ${alerts === 1 ? 'was' : 'were'} muted.`;
  return hint(text, 'run bellwether silence to see who muted what; --expire ID ends one');
}

function undeliveredProblem(count: number): Check {
  return problem(
    `${printAmount(count, 'message')} to https addresses or queues could not be delivered. SNS keeps ${count === 1 ? 'it' : 'them'} for 14 days.`,
    'see docs/runbook.md, section subscribers-dead-letters: how to read them and send them again',
  );
}

function checkAddresses(
  { channels, subscriptions }: AppliedState,
  others: Parameters<typeof channelStatus>[2],
): Check[] {
  const checks = channels.flatMap((channel) => {
    const { name, addresses } = channelStatus(channel, subscriptions, others);
    const open = addresses.flatMap((address) => {
      const fault = address.state === 'unknown' ? UNKNOWN : ADDRESS_FAULTS[address.state];
      return fault ? [{ ...address, fault }] : [];
    });
    const isSilent = open.length === addresses.length;
    const nobody = isSilent ? ' No one receives alerts of this channel.' : '';
    return open.map(({ protocol, endpoint, fault: [is, advice] }) =>
      (isSilent ? problem : hint)(`${plainText(`${name}: ${protocol} ${endpoint} ${is}`)}.${nobody}`, advice),
    );
  });
  return checks.length > 0 ? checks : [ok('Every address is confirmed.')];
}

const UNKNOWN = [
  'may have opted out of SMS: the list of such numbers cannot be read',
  'ask your AWS administrator for the permission sns:ListPhoneNumbersOptedOut',
] as const;

function checkSms(limits: SmsLimits | undefined, use: SmsUse | undefined): Check[] {
  if (!limits) return [ok('This local stack sends no real SMS.')];
  const sandbox = limits.inSandbox
    ? problem(
        'The AWS account is in the SMS sandbox: only verified numbers receive SMS.',
        'ask AWS to move the account out of the SMS sandbox',
      )
    : ok('SMS can be sent to any number.');
  return [sandbox, checkSpending(limits.monthlyLimit ?? 1, use)];
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
  return `This stack sent ${printAmount(parts, 'SMS part')} this month${price}.`;
}

/** Checks that SES may send the mail of the channels: the account, and the identity of each sender. */
export async function checkMail(stack: Pick<Stack, 'mail'>, channels: readonly Channel[]): Promise<Check[]> {
  const senders = [...new Set(channels.flatMap(({ transports }) => transports?.ses?.from ?? []))];
  if (senders.length === 0) return [];
  const account = await stack.mail(senders);
  if (!account)
    return [
      hint(
        `This local stack sends no real mail: what is for ${senders.join(', ')} fails and is tried again.`,
        'set AWS_ENDPOINT_URL_SESV2 to the address of a stand-in before npm start to see it',
      ),
    ];
  return [checkAccount(account), ...account.senders.map(checkSender)];
}

function checkAccount({ inSandbox, maySend }: MailAccount): Check {
  if (!maySend)
    return problem(
      'AWS has paused sending of this account in SES: no channel with ses receives mail.',
      'open the reputation page of SES in the AWS console and follow its advice',
    );
  if (!inSandbox) return ok('SES sends to any address.');
  return problem(
    'The AWS account is in the sandbox of SES: only verified addresses receive mail, 200 a day.',
    'ask AWS for production access on the account page of SES',
  );
}

function checkSender({ address, isVerified, isSigned }: MailAccount['senders'][number]): Check {
  if (!isVerified)
    return problem(
      `SES has not verified the sender ${address} or its domain: its mail is refused.`,
      'create the identity of the domain in SES, in the region of the stack, and set its DNS records',
    );
  if (!isSigned)
    return hint(
      `SES does not sign the mail of ${address}: mail programs offer no unsubscribing in one click, and may take it for spam.`,
      'switch Easy DKIM on for the identity of the domain in SES, and set its 3 DNS records',
    );
  return ok(`The sender ${address} is verified and signed by DKIM.`);
}

/**
 * The SMS that a stack sent this month (UTC), from its own messages. Other stacks and programs of the account are not
 * in it.
 */
interface SmsUse {
  /** Parts, for all numbers. AWS bills each. */
  parts: number;
  /** By the prices of the file; 0 where it names none. */
  cost: number;
}

/** More messages than all channels together send in a day. */
const MOST_A_DAY = 100_000;

/** Adds up the accepted messages of this month, day by day. */
async function readSmsUse(stack: Pick<Stack, 'messages' | 'now'>): Promise<SmsUse> {
  const today = dayOf(stack.now());
  const use = { parts: 0, cost: 0 };
  for (let day = `${today.slice(0, 8)}01`; day <= today; day = dayAfter(day)) {
    for (const { message, delivery } of await stack.messages.madeOn(day, MOST_A_DAY)) {
      if (delivery.state !== 'accepted' || !message.sms) continue;
      use.parts += message.sms.parts * message.sms.numbers;
      use.cost += message.sms.cost ?? 0;
    }
  }
  return use;
}
