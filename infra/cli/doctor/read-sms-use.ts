import { dayAfter, dayOf } from '../../../shared/domain/time/instant.ts';
import type { Stack } from '../stack/stack.ts';

/** The SMS that a stack sent this month (UTC), from its own messages. Other stacks and programs of the account are not in it. */
export interface SmsUse {
  /** Parts, for all numbers. AWS bills each. */
  parts: number;
  /** By the prices of the file; 0 where it names none. */
  cost: number;
}

/** More messages than all channels together send in a day. */
const MOST_A_DAY = 100_000;

/** Adds up the accepted messages of this month, day by day. */
export async function readSmsUse(stack: Pick<Stack, 'messages' | 'now'>): Promise<SmsUse> {
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
