import type { Desired } from '../../../shared/domain/config/desired-state.ts';
import type { Finding } from '../../../shared/domain/findings/finding.ts';
import { DAY } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { feedsSource } from '../../../shared/providers/feeds/feeds-source.ts';
import { plainText, printAmount, printNumber } from '../print-values.ts';
import { tryOut } from '../stack/try-out.ts';
import type { World } from '../world.ts';

/** Headlines that are shown. */
const SHOWN = 5;
/** Feeds rarely show items that are older. */
const BACK = 30 * DAY;

/**
 * Prints what each watch of feeds finds in what its feeds show now, with headlines of the first one: its own, or the latest of
 * all. Each feed is read once, and nothing is stored. It needs no stack.
 *
 * @param file the list of feeds, for advice.
 */
export async function printFeedsPreview(
  { watches, feeds = [] }: Desired,
  { world, file }: { world: World; file: string },
): Promise<void> {
  const own = watches.filter(({ kind }) => kind === 'feeds');
  const [first] = own;
  if (!first) return;
  const { shelf, feeds: count, failed } = await world.readFeeds(feeds, { now: world.now });
  const check = `npx bellwether feeds check ${file} names them.`;
  if (failed.length === count) {
    const [one] = failed;
    const why = one ? ` The first one, ${plainText(one.url)}: ${plainText(one.text)}` : '';
    world.stdout.write(
      `None of the ${printAmount(count, 'feed')} could be read.${why}\nCheck the way to the internet. ${check}\n\n`,
    );
    return;
  }
  const unread = failed.length === 0 ? '' : ` ${printNumber(failed.length)} could not be read: ${check}`;
  world.stdout.write(`What ${printAmount(count - failed.length, 'feed')} show now.${unread}\n`);
  const source = feedsSource(shelf);
  const now = world.now();
  const found = (watch: Watch) => tryOut({ watch, window: { from: now - BACK, to: now } }, source);
  const width = Math.max(...own.map(({ id }) => id.length)) + 2;
  for (const watch of own) {
    const { hits, findings } = await found(watch);
    world.stdout.write(`  ${watch.id.padEnd(width)}${printAmount(hits, 'match', 'matches')}\n`);
    if (watch === first) world.stdout.write(headlines(findings));
  }
  const all = await found({ ...first, query: { ...first.query, q: '*' } });
  if (all.findings.length > 0) world.stdout.write(`The latest of all headlines:\n${headlines(all.findings)}`);
  world.stdout.write('\n');
}

function headlines(findings: readonly Finding[]): string {
  return findings
    .toSorted((a, b) => b.indexedAt - a.indexedAt)
    .slice(0, SHOWN)
    .map(({ title, outlet }) => `    ${plainText(title)} (${plainText(outlet?.domain ?? '')})\n`)
    .join('');
}
