import { policyOf } from '../../../shared/domain/policies/registry.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { makePreview, type Preview } from '../preview/make-preview.ts';
import { previewDocument } from '../preview/preview-document.ts';
import { printPreview } from '../preview/print-preview.ts';
import { MONTH_DAYS } from '../preview/would-tell.ts';
import { plainText, printNumber } from '../print-values.ts';
import { readSoundWatches, WATCHES_FILE } from '../read-file.ts';
import { readOptions } from '../read-options.ts';

const options = {
  watches: OPTIONS.watches,
  stage: OPTIONS.stage,
  data: OPTIONS.data,
  json: OPTIONS.json,
} as const;

/** More alerts a month than this nobody reads: thirty and more a day. */
const MOST_ALERTS = 1_000;

/** Shows what a watch of the file would find and tell, before it is applied. */
export const preview: Command = {
  usage: 'preview WATCH [options]',
  about: `Tries a watch of the file out over the past 30 days: matches by day, the latest of them with the words that matched,
what its policy would have told, and what it takes in a month: calls, and SMS parts with their price. Costs two calls. Stories
are told apart by the page of matches that was read, and numbers beyond it are estimated from it. Breaking news is known for
24 hours alone. A job is not made to try its question out, as it costs credits: what its last jobs found is shown, what the
service thinks of the question, and what it takes. Changes nothing. Exit code 1 when it would ring more than 1,000 times a
month, or take more credits than the plan gives.`,
  options,
  async run(args, world): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, { options, command: 'preview' });
    const [id, ...others] = positionals;
    if (id === undefined || others.length > 0)
      throw new CliFailure('preview takes one watch.', { hint: 'bellwether preview WATCH' });
    const { desired } = await readSoundWatches(values.watches ?? WATCHES_FILE, world);
    const watch = watchIn(desired.watches, id);
    const channel = desired.channels.find(({ name }) => name === watch.alert.channel);
    if (!channel) throw new CliFailure(`${id} has no channel.`, { hint: 'name one in its alert' });
    const stack = await needStack(world, values);
    const found = await makePreview(watch, {
      channel,
      stack,
      now: stack.now,
    });
    world.stdout.write(
      values.json ? `${JSON.stringify(previewDocument(found), null, 2)}\n` : printPreview(found),
    );
    refuseFlood(found);
    refuseWaste(found);
    return 0;
  },
};

function watchIn(watches: readonly Watch[], id: string): Watch {
  const watch = watches.find((one) => one.id === id);
  if (watch) return watch;
  throw new CliFailure(`There is no watch ${plainText(id)} in the file.`, {
    hint: `there are ${watches.map((one) => one.id).join(', ')}`,
  });
}

/** @throws CliFailure with the number and a way out when nobody could read what the watch tells. */
function refuseFlood({ watch, told: notified }: Preview): void {
  const { monthly } = notified ?? { monthly: 0 };
  if (monthly <= MOST_ALERTS) return;
  const { calmer } = policyOf(watch.alert.when).preview ?? {};
  const narrow =
    watch.kind === 'breaking'
      ? 'name what it must be about (ORG_entity_name, theme) or the best sources (to_rank)'
      : 'narrow the query (a phrase, search_in: [title], to_rank)';
  throw new CliFailure(
    `${watch.id} would ring about ${printNumber(monthly)} times a month, ${printNumber(Math.round(monthly / MONTH_DAYS))} a day: nobody reads that.`,
    {
      hint: `${calmer === undefined ? '' : `${calmer}, `}${narrow}, or ring on a count (alert: { when: volume }) or a spike`,
    },
  );
}

/** @throws CliFailure with the number and a way out when its jobs take more credits than the plan gives in a month. */
function refuseWaste({ watch, month: { runs, jobs }, plan }: Preview): void {
  const { allowed } = plan ?? {};
  if (jobs?.expected === undefined || allowed === undefined || jobs.expected <= allowed) return;
  throw new CliFailure(
    `${watch.id} would take ${printNumber(jobs.expected)} credits a month in ${printNumber(runs)} jobs: the plan gives ${printNumber(allowed)}.`,
    { hint: 'lower its limit, run it less often, or raise the plan' },
  );
}
