import { command, OPTIONS, STACK_OPTIONS } from '../command.ts';
import { terminalJson } from '../terminal/terminal-text.ts';
import { needStack } from '../need-stack.ts';
import { timeOrNull } from '../print-values.ts';
import { printStatus } from '../status/print-status.ts';
import { readStatus, type StackStatus } from '../status/read-status.ts';

/** Shows the state of watches, channels and deliveries. */
export const status = command({
  usage: 'status [options]',
  about: `Shows each watch with its last run, its watermark, its next run and its totals for this month; each address and whether
it is confirmed; how long after their indexing articles were sent; what is left of the plan of each service; open incidents and failed messages.

  ok           no problem
  new          it has not run yet
  base         its first run collects the baseline
  late         a run is overdue
  failing      the last run failed
  open         a window is open and is queried again
  unscheduled  it has no schedule
  slowed       the plan of its service is nearly used up, so it runs less often
  paused       the plan of its service is nearly used up, so it does not run
  creating     its monitor at the extraction service is being created
  off          the extraction service switched its monitor off
  disabled     the file says enabled: false`,
  options: { ...STACK_OPTIONS, json: OPTIONS.json },
  noArguments: 'run bellwether status: it shows every watch',
  async run({ values }, world) {
    const stack = await needStack(world, values);
    const now = stack.now();
    const found = await readStatus(stack, now);
    world.stdout.write(
      values.json
        ? `${terminalJson(JSON.stringify(statusDocument(stack.name, found), null, 2))}\n`
        : printStatus(found, { name: stack.name, now }),
    );
    return 0;
  },
});

function statusDocument(
  stack: string,
  { watches, channels, incidents, deadMessages, plans, notifyTimes }: StackStatus,
): object {
  return {
    stack,
    watches: watches.map(({ lastRunAt, coveredUntil, nextRunAt, backfill, ...rest }) => ({
      ...rest,
      lastRunAt: timeOrNull(lastRunAt),
      coveredUntil: timeOrNull(coveredUntil),
      nextRunAt: timeOrNull(nextRunAt),
      backfill: backfill
        ? { coveredUntil: timeOrNull(backfill.coveredUntil), until: timeOrNull(backfill.until) }
        : null,
    })),
    channels,
    troubles: incidents.map(({ since, ...rest }) => ({ ...rest, since: timeOrNull(since) })),
    deadMessages,
    notifyTimes: notifyTimes ?? null,
    plans: plans.map(({ readAt, renewsBy, ...rest }) => ({
      ...rest,
      readAt: timeOrNull(readAt),
      renewsBy: timeOrNull(renewsBy),
    })),
  };
}
