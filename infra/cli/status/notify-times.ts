import { notifyTimeOf, type NotifyTimes, sumNotifyTimes } from '../../../shared/domain/alerts/notify-time.ts';
import { DAY, dayOf, type Instant, MINUTE, SECOND } from '../../../shared/domain/time/instant.ts';
import { printAmount } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';

/** How many messages of a day are read at most. */
const MOST_A_DAY = 1_000;

/** From the indexing of articles to the messages about them, in the 24 hours before `now`. */
export async function readNotifyTimes(
  { messages }: Pick<Stack, 'messages'>,
  now: Instant,
): Promise<NotifyTimes | undefined> {
  const days = [dayOf(now - DAY), dayOf(now)];
  const made = await Promise.all(days.map((day) => messages.madeOn(day, MOST_A_DAY)));
  const lately = made.flat().filter(({ message }) => message.createdAt > now - DAY);
  return sumNotifyTimes(lately.flatMap((stored) => notifyTimeOf(stored) ?? []));
}

/** The times in two sentences. */
export function notifyTimesText({ messages, p50, p95, steps }: NotifyTimes): string {
  const { alert, message, accept } = steps;
  return (
    `From indexed to notified, in 24 hours: half of ${printAmount(messages, 'message')} within ${durationText(p50)}, 95% within ${durationText(p95)}. ` +
    `On average ${durationText(alert)} until a run found the article, ${durationText(message)} until its message was written, ` +
    `${durationText(accept)} until the message was accepted.`
  );
}

/** `0.4 s`, `12 s`, `4.5 min` */
function durationText(milliseconds: number): string {
  if (milliseconds < MINUTE) return `${rounded(milliseconds / SECOND)} s`;
  return `${rounded(milliseconds / MINUTE)} min`;
}

function rounded(value: number): string {
  return (value < 10 ? Math.round(value * 10) / 10 : Math.round(value)).toLocaleString('en-US');
}
