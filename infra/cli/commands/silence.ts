import { didYouMean } from '../../../shared/contracts/watches-file/near-miss.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import { formatRelativeTime } from '../../../shared/domain/time/format-time.ts';
import {
  isInForce,
  MATCHERS,
  type Matchers,
  type Silence,
  type SilenceOrder,
} from '../../../shared/domain/channels/silence.ts';
import { command, OPTIONS, STACK_OPTIONS, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { plainText, printTable, timeOrNull } from '../print-values.ts';
import { matchersOf, orderOf, type Values } from '../silence/read-order.ts';
import type { Stack } from '../stack/stack.ts';
import { terminalJson } from '../terminal/terminal-text.ts';
import type { World } from '../world.ts';

/** Mutes alerts for a time. */
export const silence = command({
  usage: 'silence [MATCHER=VALUE...] [options]',
  about: `Mutes alerts that match all matchers, from now until the end. Muted alerts are stored and marked with the silence; they
are not sent when it ends. A matcher is one of watch, brand, channel, severity, domain and words. Separate several values
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
    ...STACK_OPTIONS,
    json: OPTIONS.json,
  },
  async run({ values, positionals }, world) {
    const stack = await needStack(world, values);
    const order =
      positionals.length === 0 ? undefined : await readOrder(positionals, { values, stack, world });
    if (values.expire !== undefined)
      return expire(values.expire, { stack, world, json: values.json ?? false });
    if (!order) return list({ stack, world, json: values.json ?? false });
    const made = await stack.silence(order);
    world.stdout.write(
      values.json
        ? `${terminalJson(JSON.stringify(entryOf(made)))}\n`
        : `${made.id}: muted until ${timeOrNull(made.endsAt)}, ${sayMatchers(made)}\n`,
    );
    return 0;
  },
});

/**
 * Reads a new silence. A matcher for a watch, a channel or a brand that does not exist would mute nothing, so it is an error.
 *
 * @throws CliFailure with all that is wrong, one thing a line.
 */
async function readOrder(
  written: readonly string[],
  { values, stack, world }: { values: Values; stack: Stack; world: World },
): Promise<SilenceOrder> {
  const faults: CliFailure[] = [];
  const read = <T>(what: () => T): T | undefined => {
    try {
      return what();
    } catch (error) {
      if (!(error instanceof CliFailure)) throw error;
      faults.push(error);
      return undefined;
    }
  };
  const parts = written.flatMap((part) => read(() => matchersOf([part])) ?? []);
  const { user } = world;
  const order = read(() => orderOf({}, { values, user, now: stack.now() }));
  const known = parts.length === 0 ? undefined : await knownTo(stack);
  if (known) faults.push(...parts.flatMap((matchers) => unknownIn(matchers, { known, stack })));
  if (!order || faults.length > 0) throw joined(faults);
  return { ...order, matchers: matchersOf(written) };
}

/** One error for all: the first with its hint, then the others, each on a line. */
function joined(faults: readonly CliFailure[]): CliFailure {
  const lines = faults.map(({ message, hint }) => (hint === undefined ? message : `${message}\n  ${hint}`));
  return new CliFailure(lines.join('\n'));
}

/** The names that a matcher may have in a stack. */
type KnownNames = Readonly<Record<'watch' | 'channel' | 'brand', readonly string[]>>;

async function knownTo({ definitions, reports }: Stack): Promise<KnownNames> {
  const [watches, channels, plans] = await Promise.all([
    definitions.watches(),
    definitions.channels(),
    reports.plans(),
  ]);
  return {
    watch: watches.map(({ id }) => id),
    channel: channels.map(({ name }) => name),
    brand: [...watches.flatMap(({ brand }) => brand ?? []), ...plans.map(({ brand }) => brand.id)],
  };
}

/** An error for each name in a matcher that the stack does not have, with a similar one. */
function unknownIn(matchers: Matchers, { known, stack }: { known: KnownNames; stack: Stack }): CliFailure[] {
  return (['watch', 'channel', 'brand'] as const).flatMap((name) =>
    (matchers[name] ?? [])
      .filter((value) => !known[name].includes(value))
      .map((value) => {
        const hint =
          didYouMean(value, known[name]) ?? 'run bellwether apply first if it is new in watches.yaml';
        return new CliFailure(`Unknown ${name} "${plainText(value)}" in ${stack.name}.`, { hint });
      }),
  );
}

async function expire(
  id: string,
  { stack, world, json }: { stack: Stack; world: World; json: boolean },
): Promise<ExitCode> {
  const ended = await stack.expireSilence(id);
  if (!ended)
    throw new CliFailure(`No active silence ${plainText(id)} in ${stack.name}.`, {
      hint: 'run bellwether silence for a list of active silences',
    });
  world.stdout.write(
    json
      ? `${terminalJson(JSON.stringify(entryOf(ended)))}\n`
      : `${ended.id}: ended. Alerts that it muted are not sent; new alerts are.\n`,
  );
  return 0;
}

async function list({
  stack,
  world,
  json,
}: {
  stack: Stack;
  world: World;
  json: boolean;
}): Promise<ExitCode> {
  const now = stack.now();
  const inForce = (await stack.silences.since(now)).filter((one) => isInForce(one, now));
  if (json) world.stdout.write(`${terminalJson(JSON.stringify({ silences: inForce.map(entryOf) }))}\n`);
  else if (inForce.length === 0) world.stdout.write('No active silences.\n');
  else world.stdout.write(printTable(inForce.map((one) => rowOf(one, now))));
  return 0;
}

function rowOf({ id, endsAt, matchers, stories, owner, reason }: Silence, now: Instant): string[] {
  return [
    id,
    `ends ${formatRelativeTime(endsAt, now)}`,
    sayMatchers({ matchers, stories }),
    `${plainText(owner)}: ${plainText(reason)}`,
  ];
}

/** The stories of a silence stand for its words. */
function sayMatchers({ matchers, stories }: Pick<Silence, 'matchers' | 'stories'>): string {
  const said = MATCHERS.flatMap((name) => {
    const values = stories !== undefined && name === 'words' ? undefined : matchers[name];
    return values ? [`${name}=${values.map(plainText).join(',')}`] : [];
  });
  return [...said, ...(stories ? [`story=${stories.map(plainText).join(',')}`] : [])].join(' ');
}

function entryOf({ id, matchers, stories, owner, reason, startsAt, endsAt }: Silence) {
  const whom = { id, matchers, ...(stories && { stories }), owner, reason };
  return { ...whom, startsAt: timeOrNull(startsAt), endsAt: timeOrNull(endsAt) };
}
