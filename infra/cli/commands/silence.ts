import { nearest } from '../../../shared/contracts/watches-file/near-miss.ts';
import {
  isInForce,
  LONGEST_SILENCE,
  type Matchers,
  MATCHERS,
  MOST_SILENCES,
  type Silence,
  type SilenceOrder,
} from '../../../shared/domain/channels/silence.ts';
import { DAY, formatRelativeTime, HOUR, type Instant, MINUTE } from '../../../shared/domain/time/instant.ts';
import { SEVERITIES } from '../../../shared/domain/watches/watch.ts';
import { matchersText } from '../../../shared/render/message/mute-text.ts';
import { type Said, stackCommand, unknownName } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { plainText, printNumber, printTable, timeOrNull } from '../print-values.ts';
import { readTime } from '../read-span.ts';
import type { Stack } from '../stack/stack.ts';

/** Mutes alerts for a time. */
export const silence = stackCommand({
  usage: 'silence [MATCHER=VALUE...] [options]',
  about: `Mutes alerts that match all matchers, from now until the end. Muted alerts are stored and marked with the silence; they
are not sent when it ends. A matcher is one of watch, brand, channel, severity, domain, words and story. Separate several values
with commas: severity=info,warning. Messages about incidents are only muted by channel=operators. Without a matcher, the
command lists the active silences.

  bellwether silence watch=acme-news words="annual report" --for 8h --owner jane --reason "we publish our figures"
  bellwether silence --expire 1f0c9a7be2d4`,
  options: {
    owner: { type: 'string', value: 'NAME', about: 'who is responsible for it (default: you)' },
    reason: {
      type: 'string',
      value: 'TEXT',
      about: 'why; shown on the receipt of each muted alert (default: not given)',
    },
    for: { type: 'string', value: 'SPAN', about: 'duration: 90m, 8h or 7d' },
    until: { type: 'string', value: 'TIME', about: 'end: 2026-12-01T08:00:00, in UTC' },
    expire: { type: 'string', value: 'ID', about: 'end the silence with this id now' },
  },
  takes: { what: 'matchers', least: 0, most: Infinity },
  async run({ values, positionals, stack }, { user }) {
    const order =
      positionals.length === 0 ? undefined : await readOrder(positionals, { values, stack, user });
    if (values.expire !== undefined) return expire(values.expire, stack);
    if (!order) return list(stack);
    const made = await stack.silence(order);
    if (!made)
      throw new CliFailure(
        `${stack.name} has ${printNumber(MOST_SILENCES)} silences, which is the most. Nothing was muted.`,
        { hint: 'end some with bellwether silence --expire ID, or name several values in one: watch=a,b,c' },
      );
    return {
      text: `${made.id}: muted until ${timeOrNull(made.endsAt)}, ${plainText(matchersText(made.matchers))}\n`,
      document: entryOf(made),
    };
  },
});

/** The options for a new silence. */
type Values = { [name in 'owner' | 'reason' | 'for' | 'until']?: string | undefined };

/**
 * Reads a new silence. A matcher for a watch, a channel or a brand that does not exist would mute nothing, so it is
 * an error.
 */
async function readOrder(
  written: readonly string[],
  { values, stack, user }: { values: Values; stack: Stack; user: string | undefined },
): Promise<SilenceOrder> {
  const matchers = matchersOf(written);
  const endsAt = endOfSilence(values, stack.now());
  const known = await knownTo(stack);
  for (const name of ['watch', 'channel', 'brand'] as const)
    for (const value of matchers[name] ?? [])
      if (!known[name].includes(value))
        throw unknownName([name, NOUNS[name]], value, { known: known[name], where: stack.name });
  const [owner, reason] = [values.owner?.trim() || user?.trim(), values.reason?.trim()];
  return { matchers, owner: owner || 'unknown', reason: reason || 'not given', endsAt };
}

/** The names that a stack knows, by what they name. */
export async function knownTo({ definitions, reportPlans }: Stack) {
  const [watches, channels, plans] = await Promise.all([
    definitions.watches(),
    definitions.channels(),
    reportPlans.plans(),
  ]);
  return {
    watch: watches.map(({ id }) => id),
    channel: channels.map(({ name }) => name),
    brand: [...watches.flatMap(({ brand }) => brand ?? []), ...plans.map(({ brand }) => brand.id)],
  };
}

export const NOUNS = { watch: 'watches', channel: 'channels', brand: 'brands' } as const;

async function expire(id: string, stack: Stack): Promise<Said> {
  const ended = await stack.expireSilence(id);
  if (!ended)
    throw new CliFailure(`No active silence ${plainText(id)} in ${stack.name}.`, {
      hint: 'run bellwether silence for a list of active silences',
    });
  return {
    text: `${ended.id}: ended. Alerts that it muted are not sent; new alerts are.\n`,
    document: entryOf(ended),
  };
}

async function list(stack: Stack): Promise<Said> {
  const now = stack.now();
  const inForce = (await stack.silences.since(now)).filter((one) => isInForce(one, now));
  return {
    text: inForce.length === 0 ? 'No active silences.\n' : printTable(inForce.map((one) => rowOf(one, now))),
    document: { silences: inForce.map(entryOf) },
  };
}

function rowOf({ id, endsAt, matchers, owner, reason }: Silence, now: Instant): string[] {
  return [
    id,
    `ends ${formatRelativeTime(endsAt, now)}`,
    plainText(matchersText(matchers)),
    `${plainText(owner)}: ${plainText(reason)}`,
  ];
}

function entryOf({ id, matchers, owner, reason, startsAt, endsAt }: Silence) {
  return { id, matchers, owner, reason, startsAt: timeOrNull(startsAt), endsAt: timeOrNull(endsAt) };
}

/**
 * `watch=a,b`: a matcher with one or several values. Phrases may contain commas, so each phrase is a matcher of its
 * own.
 *
 * @throws CliFailure for an invalid matcher; suggests a similar one.
 */
function matchersOf(written: readonly string[]): Matchers {
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
    const values = known === 'words' ? [value] : value.split(',').map((one) => one.trim());
    found[known] = [...(found[known] ?? []), ...values.filter((one) => one !== '')];
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

/** @throws CliFailure when a valid end is missing. */
function endOfSilence({ for: span, until }: Values, now: Instant): Instant {
  const ends = [
    readTime('--until', { text: until, now }),
    span === undefined ? undefined : now + spanOf(span),
  ];
  const [endsAt, ...others] = ends.filter((end) => end !== undefined);
  if (endsAt === undefined || others.length > 0)
    throw new CliFailure('A silence needs one end.', {
      hint: 'add either --for 8h or --until 2026-12-01T08:00:00',
    });
  if (endsAt <= now) throw new CliFailure('The end is in the past.', { hint: 'write the time in UTC' });
  if (endsAt > now + LONGEST_SILENCE)
    throw new CliFailure('A silence can last at most 366 days.', {
      hint: 'to mute something permanently, exclude it in watches.yaml',
    });
  return endsAt;
}

const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY };

function spanOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const length = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (Number.isNaN(length) || length === 0)
    throw new CliFailure(`Invalid duration "${text}" for --for.`, { hint: 'write 90m, 8h or 7d' });
  return length;
}
