import type { Action } from './subscription-actions.ts';
import type { Xml } from './sns-wire.ts';

/** What SNS knows about SMS of an account. */
export interface SmsSettings {
  inSandbox: boolean;
  /** Dollars a month. Left out: it was never set. */
  monthlyLimit?: number;
  /** Numbers whose owners replied STOP. */
  optedOut: readonly string[];
}

/** An account outside of the sandbox, in which nothing was set. */
export const NO_SMS_SETTINGS: SmsSettings = { inSandbox: false, optedOut: [] };

/** SNS lists a hundred numbers at a time. */
const PAGE = 100;

/** The actions about SMS. Their members begin with a small letter, as those of SNS do. */
export function smsActions({
  inSandbox,
  monthlyLimit,
  optedOut,
}: SmsSettings): Readonly<Record<string, Action>> {
  return {
    GetSMSSandboxAccountStatus: () => [['IsInSandbox', String(inSandbox)]],
    GetSMSAttributes: () => [
      [
        'attributes',
        monthlyLimit === undefined
          ? []
          : [
              [
                'entry',
                [
                  ['key', 'MonthlySpendLimit'],
                  ['value', String(monthlyLimit)],
                ],
              ],
            ],
      ],
    ],
    ListPhoneNumbersOptedOut: (form) => {
      const from = Number(form.get('nextToken') ?? 0);
      const page: Xml = optedOut.slice(from, from + PAGE).map((number) => ['member', number] as const);
      const next: Xml = from + PAGE < optedOut.length ? [['nextToken', String(from + PAGE)]] : [];
      return [['phoneNumbers', page], ...next];
    },
  };
}
