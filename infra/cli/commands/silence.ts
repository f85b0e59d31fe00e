import { nearest } from '../../../shared/contracts/watches-file/problems/near-miss.ts';
import type { Instant } from '../../../shared/domain/time/instant.ts';
import { formatRelativeTime } from '../../../shared/domain/time/format-time.ts';
import { isInForce, MATCHERS, type Matchers, type Silence } from '../../../shared/domain/channels/silence.ts';
import { command, OPTIONS, STACK_OPTIONS, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { plainText, printTable, timeOrNull } from '../print-values.ts';
import { matchersOf, orderOf } from '../silence/read-order.ts';
import type { Stack } from '../stack/stack.ts';
import { terminalJson } from '../terminal-text.ts';
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
    owner: { type: 'string', value: 'NAME', about: 'who is responsible for it' },
    reason: { type: 'string', value: 'TEXT', about: 'why; shown on the receipt of each muted alert' },
    for: { type: 'string', value: 'SPAN', about: 'duration: 90m, 8h or 7d' },
    until: { type: 'string', value: 'TIME', about: 'end: 2026-12-01T08:00:00, in UTC' },
    expire: { type: 'string', value: 'ID', about: 'end the silence with this id now' },
    ...STACK_OPTIONS,
    json: OPTIONS.json,
  },
  async run({ values, positionals }, world) {
    const matchers = positionals.length === 0 ? undefined : matchersOf(positionals);
    const stack = await needStack(world, values);
    const order = matchers && orderOf(matchers, { values, now: stack.now() });
    if (values.expire !== undefined) return expire(values.expire, { stack, world });
    if (!order) return list({ stack, world, json: values.json ?? false });
    await warnOfUnknown(order.matchers, { stack, world });
    const made = await stack.silence(order);
    world.stdout.write(
      values.json
        ? `${terminalJson(JSON.stringify(entryOf(made)))}\n`
        : `${made.id}: muted until ${timeOrNull(made.endsAt)}, ${sayMatchers(made.matchers)}\n`,
    );
    return 0;
  },
});

/** Warns of matchers for things that do not exist; they are allowed but probably mistakes. */
async function warnOfUnknown(
  matchers: Matchers,
  { stack, world }: { stack: Stack; world: World },
): Promise<void> {
  const watches = await stack.definitions.watches();
  const channels = await stack.definitions.channels();
  const known = {
    watch: watches.map(({ id }) => id),
    channel: channels.map(({ name }) => name),
    brand: watches.flatMap(({ brand }) => brand ?? []),
  };
  for (const name of ['watch', 'channel', 'brand'] as const) {
    for (const value of matchers[name] ?? []) {
      if (known[name].includes(value)) continue;
      const near = nearest(value, known[name]);
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      world.stderr.write(`bellwether: unknown ${name} "${plainText(value)}" in ${stack.name}${hint}\n`);
    }
  }
}

async function expire(id: string, { stack, world }: { stack: Stack; world: World }): Promise<ExitCode> {
  const ended = await stack.expireSilence(id);
  if (!ended)
    throw new CliFailure(`No active silence ${plainText(id)} in ${stack.name}.`, {
      hint: 'run bellwether silence for a list of active silences',
    });
  world.stdout.write(`${ended.id}: ended. Alerts that it muted are not sent; new alerts are.\n`);
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

function rowOf({ id, endsAt, matchers, owner, reason }: Silence, now: Instant): string[] {
  return [
    id,
    `ends ${formatRelativeTime(endsAt, now)}`,
    sayMatchers(matchers),
    `${plainText(owner)}: ${plainText(reason)}`,
  ];
}

function sayMatchers(matchers: Matchers): string {
  return MATCHERS.flatMap((name) => {
    const values = matchers[name];
    return values ? [`${name}=${values.map(plainText).join(',')}`] : [];
  }).join(' ');
}

function entryOf({ id, matchers, owner, reason, startsAt, endsAt }: Silence) {
  return { id, matchers, owner, reason, startsAt: timeOrNull(startsAt), endsAt: timeOrNull(endsAt) };
}
