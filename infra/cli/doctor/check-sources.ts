import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { checkOutlets, describeOutlet } from '../plan/check-outlets.ts';
import { plainText, printAmount } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import { hint, ok, type Check } from './check.ts';

/** Checks that the news service has the outlets that the watches name. Nothing where they name none. */
export async function checkSources(
  stack: Pick<Stack, 'services' | 'outlets'>,
  { watches, now }: { watches: readonly Watch[]; now: () => Instant },
): Promise<Check[]> {
  const { calls, unknown, notChecked } = await checkOutlets(watches, { stack, now });
  if (notChecked !== undefined)
    return [ok(`The outlets of the watches were not checked: ${plainText(notChecked).replace(/\.$/, '')}.`)];
  if (calls === 0) return [];
  if (unknown.length === 0)
    return [ok(`The news service has every outlet of the watches (${printAmount(calls, 'call')}).`)];
  return unknown.map((one) => {
    const { text, advice } = describeOutlet(one);
    return hint(plainText(text), plainText(advice));
  });
}
