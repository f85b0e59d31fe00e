import {
  type Instant,
  isoOf,
  parseWireTime,
  SECOND,
  wholeSecond,
} from '../../../shared/domain/time/instant.ts';
import { serviceOf } from '../../../shared/domain/watches/watch.ts';
import type { Window } from '../../../shared/domain/time/window.ts';
import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack, needWatch } from '../need-stack.ts';
import { openProgress } from '../progress.ts';
import { readOptions } from '../read-options.ts';
import type { Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';

const options = {
  from: {
    type: 'string',
    value: 'TIME',
    about: 'where the span begins: 2026-11-01, or 2026-11-01T08:00:00 in UTC',
  },
  to: { type: 'string', value: 'TIME', about: 'where it ends, itself left out (default now)' },
  stage: OPTIONS.stage,
  data: OPTIONS.data,
} as const;

/** Queues a run over a span of the past, beside the running track of the watch. */
export const backfill: Command = {
  usage: 'backfill WATCH --from TIME [--to TIME] [options]',
  about: `Asks the service for a span of the past once more, or for the first time: what is new is stored and not told. The watch
goes on running meanwhile, and on a terminal the command shows how far this is until it is interrupted. The times are those at which the service parsed an article. A span costs a call for each 30
days and more where much was found; the plan may limit how far back it reaches.`,
  options,
  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, { options, command: 'backfill' });
    const [id, ...others] = positionals;
    if (id === undefined || others.length > 0) {
      throw new CliFailure('backfill takes one watch.', {
        hint: 'bellwether backfill WATCH --from 2026-11-01',
      });
    }
    const stack = await needStack(world, values);
    const window = windowOf(values, stack.now());
    const { kind } = needWatch(id, { watches: await stack.definitions.watches(), stack });
    const order = {
      watchId: id,
      scheduledFor: stack.now(),
      track: 'backfill',
      continuation: 0,
      window,
    } as const;
    await stack.queue.send(serviceOf(kind), order);
    world.stdout.write(`${id}: queued from ${isoOf(window.from)} to ${isoOf(window.to)}\n`);
    if (world.stderr.isTTY === true) await watchProgress(id, { window, stack, world });
    return 0;
  },
};

/** How often it is looked how far a backfill has come, and how long it may stand still before nobody waits any more. */
const LOOK = 2 * SECOND;
const MOST_IDLE = 90;

/** Shows on a terminal how far it is. Ctrl-C ends the showing; the backfill goes on. */
async function watchProgress(
  id: string,
  { window, stack, world }: { window: Window; stack: Stack; world: World },
): Promise<void> {
  const progress = openProgress(world.stderr);
  let before = window.from;
  for (let idle = 0; idle < MOST_IDLE; idle += 1) {
    const state = await stack.states.read(id, 'backfill');
    const until = Math.min(state?.coveredUntil ?? window.from, window.to);
    if (until >= window.to) break;
    if (until > before) idle = 0;
    before = until;
    const percent = Math.floor(((until - window.from) / (window.to - window.from)) * 100);
    progress.show(`${id}: ${percent}%, asked for until ${isoOf(until).slice(0, 16)} …`);
    await world.pause(LOOK);
  }
  progress.end();
}

function windowOf(values: { from?: string | undefined; to?: string | undefined }, now: Instant): Window {
  if (values.from === undefined) throw new CliFailure('From when?', { hint: 'say --from 2026-11-01' });
  const from = timeOf('--from', values.from);
  const to = values.to === undefined ? wholeSecond(now) : timeOf('--to', values.to);
  if (to > now)
    throw new CliFailure('--to lies in the future.', { hint: 'leave it out: now is the default' });
  if (from >= to) throw new CliFailure('--from must lie before --to.', { hint: 'swap the two' });
  return { from, to };
}

function timeOf(option: string, text: string): Instant {
  const at = parseWireTime(text);
  if (at !== undefined) return wholeSecond(at);
  throw new CliFailure(`${option} ${text} is no time.`, {
    hint: 'write 2026-11-01 or 2026-11-01T08:00:00; UTC is meant',
  });
}
