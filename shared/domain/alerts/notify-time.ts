import type { Alert } from './alert.ts';
import type { Delivery, FirstArticle, Message } from './message.ts';

/**
 * How long an article took from its indexing to the message about it, and on which step, in milliseconds: until a run had
 * found it and put an alert, until the alert was in a message, and until the service of the channel had accepted that.
 */
export interface NotifyTime {
  total: number;
  alert: number;
  message: number;
  accept: number;
}

/** How many messages were measured, and their percentiles, in milliseconds. `steps` are the means of the steps. */
export interface NotifyTimes {
  messages: number;
  p50: number;
  p95: number;
  steps: Omit<NotifyTime, 'total'>;
}

/**
 * Of the alerts of a message, the article that was indexed first, and when its alert was put. An article counts only where a
 * live run found it as soon as it could: not in the span that a new watch looks back over, nor by the recount, which finds
 * what became visible long after it was indexed.
 */
export function firstArticleOf(alerts: readonly Alert[]): FirstArticle | undefined {
  return alerts
    .filter(isPrompt)
    .flatMap(({ items, createdAt }) =>
      items.slice(0, 1).map(({ indexedAt }) => ({ indexedAt, alertedAt: createdAt })),
    )
    .toSorted((one, other) => one.indexedAt - other.indexedAt)[0];
}

function isPrompt({ occasion: { type }, discovery, createdAt, items: [item] }: Alert): boolean {
  if (type !== 'finding' && type !== 'story') return false;
  if (!discovery?.window || discovery.run.track !== 'live' || discovery.late || discovery.lookedBack)
    return false;
  return item !== undefined && item.indexedAt <= createdAt;
}

/** The time of an accepted message about new articles; undefined of others. */
export function notifyTimeOf({
  message,
  delivery,
}: {
  message: Message;
  delivery: Delivery;
}): NotifyTime | undefined {
  const { first, createdAt } = message;
  const { acceptedAt } = delivery;
  if (!first || acceptedAt === undefined) return undefined;
  return {
    total: acceptedAt - first.indexedAt,
    alert: first.alertedAt - first.indexedAt,
    message: createdAt - first.alertedAt,
    accept: acceptedAt - createdAt,
  };
}

/** The percentiles of some times; undefined when there are none. */
export function sumNotifyTimes(times: readonly NotifyTime[]): NotifyTimes | undefined {
  if (times.length === 0) return undefined;
  const totals = times.map(({ total }) => total).toSorted((one, other) => one - other);
  const at = (share: number) => totals[Math.ceil(totals.length * share) - 1] ?? 0;
  const mean = (step: (time: NotifyTime) => number) =>
    Math.round(times.reduce((sum, time) => sum + step(time), 0) / times.length);
  return {
    messages: times.length,
    p50: at(0.5),
    p95: at(0.95),
    steps: {
      alert: mean(({ alert }) => alert),
      message: mean(({ message }) => message),
      accept: mean(({ accept }) => accept),
    },
  };
}
