import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';
import { identitiesOf } from '../domain/channels/channel.ts';
import { undefinedOn } from './bounded-requests.ts';

/** What SES says about mail of an account in a region. */
export interface MailAccount {
  /** True: SES sends only to verified addresses. */
  inSandbox: boolean;
  /** False: AWS has paused the account. */
  maySend: boolean;
  /** Each sender, whether it or its domain is verified, and whether DKIM signs its mail. */
  senders: readonly { address: string; isVerified: boolean; isSigned: boolean }[];
}

/** Reads the state of the account and of the identities of these senders. */
export async function readMailAccount(client: SESv2Client, senders: readonly string[]): Promise<MailAccount> {
  const { ProductionAccessEnabled, SendingEnabled } = await client.send(new GetAccountCommand());
  return {
    inSandbox: ProductionAccessEnabled !== true,
    maySend: SendingEnabled === true,
    senders: await Promise.all(
      senders.map(async (address) => {
        const found = await Promise.all(
          identitiesOf(address).map((EmailIdentity) =>
            undefinedOn(NotFoundException, client.send(new GetEmailIdentityCommand({ EmailIdentity }))),
          ),
        );
        const verified = found.filter((one) => one?.VerifiedForSendingStatus === true);
        const isSigned = verified.some((one) => one?.DkimAttributes?.Status === 'SUCCESS');
        return { address, isVerified: verified.length > 0, isSigned };
      }),
    ),
  };
}
