import type { Channel } from '../../../shared/domain/channels/channel.ts';
import type { MailAccount } from '../../../shared/aws/ses/read-mail-account.ts';
import type { Stack } from '../stack/stack.ts';
import { hint, ok, problem, type Check } from './check.ts';

/** Checks that SES may send the mail of the channels: the account, and the identity of each sender. */
export async function checkMail(stack: Pick<Stack, 'mail'>, channels: readonly Channel[]): Promise<Check[]> {
  const senders = [...new Set(channels.flatMap(({ transports }) => transports?.ses?.from ?? []))];
  if (senders.length === 0) return [];
  const account = await stack.mail(senders);
  if (!account) return [ok('This local stack sends no real mail.')];
  return [...checkAccount(account), ...account.senders.map(checkSender)];
}

function checkAccount({ inSandbox, maySend }: MailAccount): Check[] {
  if (!maySend)
    return [
      problem(
        'AWS has paused sending of this account in SES: no channel with ses receives mail.',
        'open the reputation page of SES in the AWS console and follow its advice',
      ),
    ];
  if (!inSandbox) return [ok('SES sends to any address.')];
  return [
    problem(
      'The AWS account is in the sandbox of SES: only verified addresses receive mail, 200 a day.',
      'ask AWS for production access on the account page of SES',
    ),
  ];
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
