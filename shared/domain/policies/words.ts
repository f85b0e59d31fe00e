import { DAY, HOUR } from '../time/instant.ts';
import type { Counts, CountView } from './policy.ts';

/** `1 story`, `1,240 stories`. */
export function amountText(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en', { maximumFractionDigits: 1 })} ${n === 1 ? one : many}`;
}

/** `41 articles in 23 stories`; only articles where stories are unknown or always as many. */
export function countsText({ articles, stories }: Counts, noun: CountView['noun']): string {
  const items = amountText(articles, noun);
  if (stories === undefined || noun !== 'article') return items;
  return `${items} in ${amountText(stories, 'story', 'stories')}`;
}

/** `6 hours`, `3 days`. */
export function spanText(milliseconds: number): string {
  if (milliseconds > DAY && milliseconds % DAY === 0) return amountText(milliseconds / DAY, 'day');
  return amountText(milliseconds / HOUR, 'hour');
}

/** `-0.42`, always with two decimals. */
export function scoreText(score: number): string {
  return score.toFixed(2);
}
