import {
  GetSMSAttributesCommand,
  GetSMSSandboxAccountStatusCommand,
  paginateListPhoneNumbersOptedOut,
  type SNSClient,
} from '@aws-sdk/client-sns';

/** What SNS says about SMS of an account in a region. */
export interface SmsAccount {
  /** True: SNS sends only to verified numbers. */
  inSandbox: boolean;
  /** Dollars a month. Undefined when it was never set: then AWS allows one dollar. */
  monthlyLimit: number | undefined;
  /** Numbers in E.164 whose owners replied STOP. SNS sends them nothing. */
  optedOut: readonly string[];
}

/** Reads the sandbox, the spending limit and the opted-out numbers of the account. */
export async function readSmsAccount(client: SNSClient): Promise<SmsAccount> {
  const { IsInSandbox: inSandbox = false } = await client.send(new GetSMSSandboxAccountStatusCommand());
  const limits = await client.send(new GetSMSAttributesCommand({ attributes: ['MonthlySpendLimit'] }));
  const limit = limits.attributes?.['MonthlySpendLimit'];
  const optedOut: string[] = [];
  for await (const { phoneNumbers = [] } of paginateListPhoneNumbersOptedOut({ client }, {}))
    optedOut.push(...phoneNumbers);
  return { inSandbox, monthlyLimit: limit === undefined ? undefined : Number(limit), optedOut };
}
