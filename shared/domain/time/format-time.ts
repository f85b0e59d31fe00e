import { DAY, HOUR, type Instant, MINUTE, SECOND } from './instant.ts';

const UNITS = [
  ['d', DAY],
  ['h', HOUR],
  ['m', MINUTE],
  ['s', SECOND],
] as const;

/** A span in milliseconds as watches.yaml writes it: `7d`, `24h`, `90m`. */
export function formatSpan(span: number): string {
  const exact = UNITS.find(([, unit]) => span >= unit && span % unit === 0);
  if (!exact || span === 0) return `${Math.round(span / SECOND)}s`;
  return span === DAY ? '24h' : `${span / exact[1]}${exact[0]}`;
}

/** The distance of a time from now, in its largest unit: `3m ago`, `in 2h`. */
export function formatRelativeTime(at: Instant, now: Instant): string {
  const distance = Math.abs(at - now);
  const [name, unit] = UNITS.find(([, size]) => distance >= size) ?? ['s', SECOND];
  const amount = `${Math.floor(distance / unit)}${name}`;
  return at > now ? `in ${amount}` : `${amount} ago`;
}
