import { DAY, wholeSecond } from '../../../shared/domain/time/instant.ts';
import { canonicalJson } from '../../../shared/domain/lib/hash.ts';
import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import { readDesired } from '../plan/compare.ts';
import { stackCommand } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { printAmount } from '../print-values.ts';
import { readNumber } from '../read-span.ts';
import { readValidWatches } from '../read-file.ts';
import { callBudget } from '../replay/recording.ts';
import { readPast, storedFor, unknownOf } from '../replay/read-past.ts';
import { printReplay, replayDocument, replayResult } from '../replay/print-replay.ts';
import { memoryTable } from '../../../shared/store/memory-table.ts';
import { openStore } from '../../../shared/store/open-store.ts';
import { replayDays } from '../replay/replay-days.ts';
import {
  JUDGE_OPTIONS,
  judgedDocument,
  judgedPast,
  judgePast,
  noJudge,
  printJudged,
} from '../preview/judge-past.ts';
import { inParallel } from '../../../shared/domain/lib/in-parallel.ts';
import type { OpenModel } from '../../../shared/use-cases/ports/models.ts';
import { withProgress } from '../terminal.ts';

/** The longest past that services and the poller have for every watch, in days. */
const MOST_DAYS = 30;
const USUAL_CALLS = 100;

/** Compares what a watches file would have sent with what the file in force would have sent. */
export const replay = stackCommand({
  usage: 'replay --against FILE [options]',
  about: `Lets the past days happen twice in memory, once with the watches that are in force and once with those of FILE, and shows which
alerts FILE would have won and lost, by channel, transport and severity, with examples, calls and the price of SMS. Runs, stories, policies,
briefs, quiet hours and limits work as in the stack. Both sides begin without anything stored. The services are asked once for each query; that costs calls, which
are counted, and the command stops before it makes more than --max-calls. Jobs are not started, because they cost credits: an extraction
watch gets what its past jobs found. With --judge the models of FILE judge the same days in shadow. Sends nothing and changes nothing.`,
  options: {
    against: { type: 'string', value: 'FILE', about: 'the watches file to compare with what is in force' },
    days: { type: 'string', value: 'N', about: `how many days to replay, 1 to ${MOST_DAYS} (default 30)` },
    'max-calls': {
      type: 'string',
      value: 'N',
      about: `the most calls to the services (default ${USUAL_CALLS})`,
    },
    ...JUDGE_OPTIONS,
    markdown: { type: 'boolean', about: 'print Markdown, for a comment on a pull request' },
  },
  async run({ values, stack }, world) {
    const file = values.against;
    if (file === undefined)
      throw new CliFailure('Missing option --against.', {
        hint: `run bellwether replay --against ${world.watchesFile}`,
      });
    if (values.json && values.markdown)
      throw new CliFailure('You cannot use --json and --markdown together.', { hint: 'choose one of them' });
    const days = readNumber('--days', values.days, { most: MOST_DAYS }) ?? MOST_DAYS;
    const budget = callBudget(
      readNumber('--max-calls', values['max-calls'], { most: 100_000 }) ?? USUAL_CALLS,
    );
    const { desired: against } = await readValidWatches(file, world);
    const withJudge = against.watches.filter(({ judge, disabled }) => judge && !disabled);
    if (values.judge && withJudge.length === 0) throw noJudge(`No watch of ${file} has a judge.`);
    const to = wholeSecond(stack.now());
    const span = { from: to - days * DAY, to };
    const inForce = await readDesired(stack);
    const { past, before, after, lived } = await withProgress(world.stderr, async (show) => {
      show(`Asking the services for the past ${printAmount(days, 'day')} …`);
      const read = await readPast({ inForce, against }, { span, stack, budget });
      show(`Replaying ${printAmount(days, 'day')} …`);
      const lived = async (desired: Desired, models?: OpenModel) => {
        const store = openStore(memoryTable());
        const stored = storedFor(desired, read.stored);
        return { store, ...(await replayDays({ ...read, desired, store, stored, span, models })) };
      };
      const inForceLived = await lived(inForce);
      const isSame = saysTheSame(inForce, against);
      return {
        past: read.past,
        before: inForceLived,
        after: isSame ? inForceLived : await lived(against),
        lived,
      };
    });
    const result = replayResult(
      { before, after },
      {
        span,
        file,
        stack: stack.name,
        calls: budget,
        unknown: unknownOf(against, { inForce, from: span.from, feeds: past.feeds ?? [] }),
      },
    );
    const asked = values.judge
      ? await judgePast((models) => lived(against, models), { stack, world, values, name: 'replay' })
      : undefined;
    if (values.judge && !asked) return 1;
    const judged = asked
      ? await inParallel(withJudge, (watch) => judgedPast(watch, { ...asked, span, stack, values }))
      : [];
    return {
      text: `${printReplay(result, values)}${judged.map(printJudged).join('')}`,
      document: { ...replayDocument(result), ...(values.judge && { judge: judged.map(judgedDocument) }) },
    };
  },
});

/** Whether two files have the same watches, channels and feeds, in any order. */
function saysTheSame(one: Desired, other: Desired): boolean {
  const textOf = ({ watches, channels, feeds = [] }: Desired) =>
    canonicalJson([
      watches.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      channels.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      feeds.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ]);
  return textOf(one) === textOf(other);
}
