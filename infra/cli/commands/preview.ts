import { DAY, wholeSecond } from '../../../shared/domain/instant.ts';
import { serviceOf, type Watch } from '../../../shared/domain/watch.ts';
import { OPTIONS, type Command, type ExitCode } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { needStack } from '../need-stack.ts';
import { estimateCalls, estimateCosts } from '../plan/estimate-calls.ts';
import { previewDocument, printPreview } from '../preview/print-preview.ts';
import { type WouldTell, wouldTell } from '../preview/would-tell.ts';
import { printNumber } from '../print-values.ts';
import { readSoundWatches, WATCHES_FILE } from '../read-file.ts';
import { readOptions } from '../read-options.ts';
import { canTryOut } from '../stack/try-out.ts';

const options = {
  watches: OPTIONS.watches,
  stage: OPTIONS.stage,
  data: OPTIONS.data,
  json: OPTIONS.json,
} as const;

/** How far back a watch is tried out. */
const SPAN = 30 * DAY;
/** More alerts a month than this nobody reads: thirty and more a day. */
const MOST_ALERTS = 1_000;

/** Shows what a watch of the file would find and tell, before it is applied. */
export const preview: Command = {
  usage: 'preview WATCH [options]',
  about: `Tries a watch of the file out over the past 30 days: matches by day, the latest of them with the words that matched,
what its policy would have told, and what it takes in a month: calls, and SMS parts with their price. Costs two calls. Stories
are told apart by the page of matches that was read, and numbers beyond it are estimated from it. Changes nothing. Exit
code 1 when it would ring more than 1,000 times a month.`,
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
    const now = wholeSecond(world.now());
    const tried = await stack.tryOut(watch, { from: now - SPAN, to: now });
    const told = wouldTell(watch, { tried, channel });
    const found = { watch, tried, told, ...costOf(watch, now) };
    world.stdout.write(
      values.json ? `${JSON.stringify(previewDocument(found), null, 2)}\n` : printPreview(found),
    );
    refuseFlood(watch, told);
    return 0;
  },
};

function watchIn(watches: readonly Watch[], id: string): Watch {
  const watch = watches.find((one) => one.id === id);
  if (!watch)
    throw new CliFailure(`There is no watch ${id} in the file.`, {
      hint: `there are ${watches.map((one) => one.id).join(', ')}`,
    });
  if (canTryOut(watch)) return watch;
  const hint =
    watch.kind === 'extraction'
      ? 'bellwether plan shows what its service thinks of the question, and the most credits that it costs'
      : 'breaking news has no past: it is what is read now';
  throw new CliFailure(`${id} cannot be tried out over the past: it is of kind ${watch.kind}.`, { hint });
}

function costOf(watch: Watch, now: number): { calls: number; runs: number } {
  const [news] = estimateCalls([watch], { allowed: undefined, now }).watches;
  const [other] = estimateCosts([watch], now);
  const runs = news?.runs ?? other?.watches[0]?.runs ?? 0;
  return { calls: serviceOf(watch.kind) === 'news' ? (news?.calls ?? 0) : (other?.total ?? 0), runs };
}

/** @throws CliFailure with the number and a way out when nobody could read what the watch tells. */
function refuseFlood(watch: Watch, { alerts }: WouldTell): void {
  if (alerts <= MOST_ALERTS) return;
  const each = watch.alert.when === 'finding' ? 'tell stories (alert: { when: story }), ' : '';
  throw new CliFailure(
    `${watch.id} would ring about ${printNumber(alerts)} times a month, ${printNumber(Math.round(alerts / 30))} a day: nobody reads that.`,
    {
      hint: `${each}narrow the query (a phrase, search_in: [title], to_rank), or ring on a count (alert: { when: volume }) or a spike`,
    },
  );
}
