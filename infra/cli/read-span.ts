import { type Instant, wholeSecond, type Window } from '../../shared/domain/time/instant.ts';
import { readDate } from '../../shared/domain/time/spoken-time.ts';
import { CliFailure } from './failure.ts';

/** How the help names the forms of a time. */
export const TIME_FORMS = '2026-11-01, 2026-11-01T08:00:00, or words such as last monday or 7d; in UTC';

/** Options that name a span of time. */
export const SPAN_OPTIONS = {
  from: { type: 'string', value: 'TIME', about: `start: ${TIME_FORMS}` },
  until: { type: 'string', value: 'TIME', about: 'end, exclusive (default now)' },
} as const;

/**
 * The span that `--from` and `--until` name. Left out: since `since`, and until now.
 *
 * @throws CliFailure for an invalid time, and for a span that is empty.
 */
export function readSpan(
  { from, until }: { from?: string | undefined; until?: string | undefined },
  { since, now }: { since: Instant; now: Instant },
): Window {
  return ordered('--until', {
    from: readTime('--from', { text: from, now }) ?? since,
    to: readTime('--until', { text: until, now }) ?? now + 1,
  });
}

/** @throws CliFailure for a span that is empty. */
function ordered(end: string, span: Window): Window {
  if (span.from < span.to) return span;
  throw new CliFailure(`--from must be before ${end}.`, { hint: 'swap the two times' });
}

/**
 * A time that an option names, to the second. Undefined: it is left out.
 *
 * @throws CliFailure for an invalid time.
 */
export function readTime(
  option: string,
  { text, now }: { text: string | undefined; now: Instant },
): Instant | undefined {
  if (text === undefined) return undefined;
  const at = readDate(text, now);
  if (at !== undefined) return wholeSecond(at);
  throw new CliFailure(`Invalid time "${text}" for ${option}.`, { hint: `write ${TIME_FORMS}` });
}

/**
 * The span of the past that `--from` and `--to` name. Without `--to` it goes until now.
 *
 * @throws CliFailure without `--from`, for an invalid time, and for a span that is empty or ends in the future.
 */
export function pastSpan(
  values: { from?: string | undefined; to?: string | undefined },
  now: Instant,
): Window {
  const from = readTime('--from', { text: values.from, now });
  if (from === undefined) throw new CliFailure('Missing option --from.', { hint: 'add --from 2026-11-01' });
  const to = readTime('--to', { text: values.to, now }) ?? wholeSecond(now);
  if (to > now) throw new CliFailure('--to is in the future.', { hint: 'leave it out: the default is now' });
  return ordered('--to', { from, to });
}

/**
 * A whole number that an option names. Undefined: it is left out.
 *
 * @throws CliFailure for any other text.
 */
export function readNumber(
  option: string,
  text: string | undefined,
  { least = 1, most }: { least?: number; most: number },
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new CliFailure(`Invalid ${option} "${text}".`, {
    hint: `write a whole number from ${least} to ${most}`,
  });
}
