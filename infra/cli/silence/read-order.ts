import { nearest } from '../../../shared/contracts/watches-file/problems/near-miss.ts';
import { DAY, HOUR, type Instant, MINUTE, parseWireTime } from '../../../shared/domain/time/instant.ts';
import { MATCHERS, type Matchers, type SilenceOrder } from '../../../shared/domain/channels/silence.ts';
import { SEVERITIES } from '../../../shared/domain/watches/watch.ts';
import { CliFailure } from '../failure.ts';

/** The options that make a silence. */
export type Values = { [name in 'owner' | 'reason' | 'for' | 'until']?: string | undefined };

/**
 * `watch=a,b`: a matcher with one value or several. Phrases may hold commas: each is written as a matcher of its own.
 *
 * @throws CliFailure for what is no matcher, with the one that was probably meant.
 */
export function matchersOf(written: readonly string[]): Matchers {
  const found: Record<string, string[]> = {};
  for (const part of written) {
    const [, name = '', value = ''] = /^([a-z]+)=(.+)$/s.exec(part) ?? [];
    const known = MATCHERS.find((one) => one === name);
    if (!known) {
      const near = nearest(name === '' ? part : name, MATCHERS);
      throw new CliFailure(`${JSON.stringify(part)} is no matcher.`, {
        hint:
          near === undefined
            ? `write one of ${MATCHERS.join(', ')}, as in watch=acme-news`
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
  throw new CliFailure(`There is no severity ${JSON.stringify(text)}.`, {
    hint: `write one of ${SEVERITIES.join(', ')}`,
  });
}

/** What is asked for, whole: a silence has somebody who answers for it, a reason, and an end. */
export function orderOf(
  matchers: Matchers,
  { values: { owner, reason, for: span, until }, now }: { values: Values; now: Instant },
): SilenceOrder {
  if (owner === undefined || owner.trim() === '')
    throw new CliFailure('Who mutes this?', { hint: 'say --owner NAME: somebody will ask one day' });
  if (reason === undefined || reason.trim() === '')
    throw new CliFailure('Why is this muted?', { hint: 'say --reason TEXT: it stands on each receipt' });
  if ((span === undefined) === (until === undefined))
    throw new CliFailure('Until when?', { hint: 'say one of --for 8h and --until 2026-12-01T08:00:00' });
  const endsAt = span === undefined ? endOf(until ?? '') : now + spanOf(span);
  if (endsAt <= now) throw new CliFailure('The end lies in the past.', { hint: 'times are read as UTC' });
  if (endsAt > now + LONGEST)
    throw new CliFailure('A silence lasts at most a year.', {
      hint: 'to never hear of something, exclude it in watches.yaml',
    });
  return { matchers, owner: owner.trim(), reason: reason.trim(), endsAt };
}

const LONGEST = 366 * DAY;
const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };

function spanOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const length = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (Number.isNaN(length) || length === 0)
    throw new CliFailure(`--for ${text} is no span.`, { hint: 'write 90m, 8h or 7d' });
  return length;
}

function endOf(text: string): Instant {
  const at = parseWireTime(text);
  if (at !== undefined) return at;
  throw new CliFailure(`--until ${text} is no time.`, {
    hint: 'write 2026-12-01 or 2026-12-01T08:00:00; UTC is meant',
  });
}
