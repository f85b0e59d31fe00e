import { nearest } from '../../../shared/contracts/watches-file/near-miss.ts';
import { DAY, HOUR, type Instant, MINUTE, parseWireTime } from '../../../shared/domain/time/instant.ts';
import { MATCHERS, type Matchers, type SilenceOrder } from '../../../shared/domain/channels/silence.ts';
import { SEVERITIES } from '../../../shared/domain/watches/watch.ts';
import { CliFailure } from '../failure.ts';

/** The options for a new silence. */
export type Values = { [name in 'owner' | 'reason' | 'for' | 'until']?: string | undefined };

/**
 * `watch=a,b`: a matcher with one or several values. Phrases may contain commas, so each phrase is a matcher of its own.
 *
 * @throws CliFailure for an invalid matcher; suggests a similar one.
 */
export function matchersOf(written: readonly string[]): Matchers {
  const found: Record<string, string[]> = {};
  for (const part of written) {
    const [, name = '', value = ''] = /^([a-z]+)=(.+)$/s.exec(part) ?? [];
    const known = MATCHERS.find((one) => one === name);
    if (!known) {
      const near = nearest(name === '' ? part : name, MATCHERS);
      throw new CliFailure(`Invalid matcher ${JSON.stringify(part)}.`, {
        hint:
          near === undefined
            ? `use one of ${MATCHERS.join(', ')}, for example watch=acme-news`
            : `did you mean ${near}=…?`,
      });
    }
    const values =
      known === 'words'
        ? [value]
        : value
            .split(',')
            .map((one) => one.trim())
            .filter((one) => one !== '');
    found[known] = [...(found[known] ?? []), ...values];
  }
  const { severity, ...rest } = found;
  return { ...rest, ...(severity && { severity: severity.map(severityOf) }) };
}

function severityOf(text: string) {
  const severity = SEVERITIES.find((one) => one === text);
  if (severity) return severity;
  throw new CliFailure(`Invalid severity ${JSON.stringify(text)}.`, {
    hint: `use one of ${SEVERITIES.join(', ')}`,
  });
}

/** What a silence says about who made it and why, where nobody says it. */
const NO_OWNER = 'unknown';
const NO_REASON = 'not given';

/**
 * Without an owner it is `user`; without a reason it says so.
 *
 * @throws CliFailure when a valid end is missing.
 */
export function orderOf(
  matchers: Matchers,
  {
    values: { owner, reason, for: span, until },
    user,
    now,
  }: { values: Values; user?: string | undefined; now: Instant },
): SilenceOrder {
  const given = (text: string | undefined) => (text?.trim() ? text.trim() : undefined);
  const endsAt = endOfSilence({ span, until, now });
  return {
    matchers,
    owner: given(owner) ?? given(user) ?? NO_OWNER,
    reason: given(reason) ?? NO_REASON,
    endsAt,
  };
}

function endOfSilence({
  span,
  until,
  now,
}: {
  span: string | undefined;
  until: string | undefined;
  now: Instant;
}): Instant {
  if ((span === undefined) === (until === undefined))
    throw new CliFailure('A silence needs one end.', {
      hint: 'add either --for 8h or --until 2026-12-01T08:00:00',
    });
  const endsAt = span === undefined ? endOf(until ?? '') : now + spanOf(span);
  if (endsAt <= now) throw new CliFailure('The end is in the past.', { hint: 'write the time in UTC' });
  if (endsAt > now + LONGEST)
    throw new CliFailure('A silence can last at most 366 days.', {
      hint: 'to mute something permanently, exclude it in watches.yaml',
    });
  return endsAt;
}

const LONGEST = 366 * DAY;
const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };

function spanOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const length = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (Number.isNaN(length) || length === 0)
    throw new CliFailure(`Invalid duration "${text}" for --for.`, { hint: 'write 90m, 8h or 7d' });
  return length;
}

function endOf(text: string): Instant {
  const at = parseWireTime(text);
  if (at !== undefined) return at;
  throw new CliFailure(`Invalid time "${text}" for --until.`, {
    hint: 'write 2026-12-01 or 2026-12-01T08:00:00; times are in UTC',
  });
}
