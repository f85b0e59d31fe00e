import { isoOf, SECOND, type Window } from '../../../shared/domain/time/instant.ts';
import { serviceOf } from '../../../shared/domain/watches/watch.ts';
import { ONE_WATCH, needWatch, stackCommand } from '../command.ts';
import { pastSpan, TIME_FORMS } from '../read-span.ts';
import { withProgress } from '../terminal.ts';
import type { Stack } from '../stack/stack.ts';
import type { World } from '../world.ts';

/** Queues a run over a past period; the scheduled runs of the watch continue. */
export const backfill = stackCommand({
  usage: 'backfill WATCH --from TIME [--to TIME] [options]',
  about: `Queries the service for a past period. New findings are stored and cause no alerts. Scheduled runs continue. On a
terminal the command shows the progress; Ctrl-C stops the display, not the backfill. Times are those at which the service
parsed an article. A period costs at least 1 call for each 30 days. Your plan may limit how far back it can go.`,
  options: {
    from: {
      type: 'string',
      value: 'TIME',
      about: `start of the period: ${TIME_FORMS}`,
    },
    to: { type: 'string', value: 'TIME', about: 'end of the period, exclusive (default now)' },
  },
  takes: ONE_WATCH,
  async run({ values, positionals: [id = ''], stack }, world) {
    const window = pastSpan(values, stack.now());
    const { kind } = needWatch(id, { watches: await stack.definitions.watches(), stack });
    const order = {
      watchId: id,
      scheduledFor: stack.now(),
      track: 'backfill',
      continuation: 0,
      window,
    } as const;
    await stack.queue.send(serviceOf(kind), order);
    const span = { from: isoOf(window.from), to: isoOf(window.to) };
    if (world.stderr.isTTY === true) await watchProgress(id, { window, stack, world });
    return {
      text: `${id}: queued from ${span.from} to ${span.to}\n`,
      document: { watch: id, ...span },
    };
  },
});

/** How often the progress is read, and after how many readings without progress the display ends. */
const LOOK = 2 * SECOND;
const MOST_IDLE = 90;

/** Shows the progress on a terminal. Ctrl-C ends the display, not the backfill. */
async function watchProgress(
  id: string,
  { window, stack, world }: { window: Window; stack: Stack; world: World },
): Promise<void> {
  await withProgress(world.stderr, async (show) => {
    let before = window.from;
    for (let idle = 0; idle < MOST_IDLE; idle += 1) {
      const state = await stack.states.read(id, 'backfill');
      const until = Math.min(state?.coveredUntil ?? window.from, window.to);
      if (until >= window.to) break;
      if (until > before) idle = 0;
      before = until;
      const percent = Math.floor(((until - window.from) / (window.to - window.from)) * 100);
      show(`${id}: ${percent}%, covered until ${isoOf(until).slice(0, 16)} …`);
      await world.pause(LOOK);
    }
  });
}
