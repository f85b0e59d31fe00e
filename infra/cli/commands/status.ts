import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { timeOrNull } from '../print-values.ts';
import { readOptions } from '../read-options.ts';
import { printStatus } from '../status/print-status.ts';
import { readStatus, type StackStatus } from '../status/read-status.ts';

const options = { stage: OPTIONS.stage, data: OPTIONS.data, json: OPTIONS.json } as const;

/** Shows how watches, channels and deliveries stand. */
export const status: Command = {
  usage: 'status [options]',
  about: `Shows each watch with its last run, until when everything is covered, its next run and the sums of this month; each
address with whether it has confirmed; what is left of the plan of each service; and what is broken.
  ok: all is well. new: has not run yet. base: lays its silent base. late: a run is overdue. failing: its last run failed.
  open: a window is open and asked again. unscheduled: it has no schedule. slowed, paused: the budget of its service is
  short, so that it runs less often, or not. creating: the extraction service is being asked for a
  monitor. off: it has switched the monitor off. disabled: the file says enabled: false.`,
  options,
  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, { options, command: 'status' });
    if (positionals.length > 0)
      throw new CliFailure('status takes no names.', { hint: 'it shows every watch' });
    const stack = await needStack(world, values);
    const now = stack.now();
    const found = await readStatus(stack, now);
    world.stdout.write(
      values.json
        ? `${JSON.stringify(documentOf(stack.name, found), null, 2)}\n`
        : printStatus(found, { name: stack.name, now }),
    );
    return 0;
  },
};

function documentOf(
  stack: string,
  { watches, channels, troubles: incidents, deadMessages, plans }: StackStatus,
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
    plans: plans.map(({ readAt, renewsBy, ...rest }) => ({
      ...rest,
      readAt: timeOrNull(readAt),
      renewsBy: timeOrNull(renewsBy),
    })),
  };
}
