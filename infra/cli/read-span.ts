import { type Instant, parseWireTime, wholeSecond, type Window } from '../../shared/domain/time/instant.ts';
import { CliFailure } from './failure.ts';

/** Options that name a span of time. */
export const SPAN_OPTIONS = {
  from: { type: 'string', value: 'TIME', about: 'start: 2026-11-01, or 2026-11-01T08:00:00 in UTC' },
  until: { type: 'string', value: 'TIME', about: 'end, exclusive (default now)' },
} as const;

/**
 * The span that `--from` and `--until` name. Left out: since `since`, and until now.
 *
 * @throws CliFailure for an invalid time, and for a span that is empty.
 */
export function readSpan(
  values: { from?: string | undefined; until?: string | undefined },
  { since, now }: { since: Instant; now: Instant },
): Window {
  const from = values.from === undefined ? since : readTime('--from', values.from);
  const to = values.until === undefined ? now + 1 : readTime('--until', values.until);
  if (from >= to) throw new CliFailure('--from must be before --until.', { hint: 'swap the two times' });
  return { from, to };
}

/**
 * A time that an option names, to the second.
 *
 * @throws CliFailure for an invalid time.
 */
export function readTime(option: string, text: string): Instant {
  const at = parseWireTime(text);
  if (at !== undefined) return wholeSecond(at);
  throw new CliFailure(`Invalid time "${text}" for ${option}.`, {
    hint: 'write 2026-11-01 or 2026-11-01T08:00:00; times are in UTC',
  });
}
