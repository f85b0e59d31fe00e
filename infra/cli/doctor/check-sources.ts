import type { Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import { checkOutlets, describeOutlet, type UnknownOutlet } from '../plan/check-outlets.ts';
import type { CompiledWatches } from '../../watches-file/compile-watches.ts';
import type { ValidWatches } from '../read-file.ts';
import { plainText, printAmount } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';
import { hint, ok, type Check } from './check.ts';

/** Reads the watches file; undefined where there is none. */
type ReadFile = () => Promise<CompiledWatches | undefined>;

/** Checks that the news service has the outlets that the watches name. Nothing where they name none. */
export async function checkSources(
  stack: Pick<Stack, 'services' | 'outlets'>,
  { watches, now, readFile }: { watches: readonly Watch[]; now: () => Instant; readFile: ReadFile },
): Promise<Check[]> {
  const { calls, unknown, notChecked } = await checkOutlets(watches, { stack, now });
  if (notChecked !== undefined)
    return [ok(`The outlets of the watches were not checked: ${plainText(notChecked).replace(/\.$/, '')}.`)];
  if (calls === 0) return [];
  if (unknown.length === 0)
    return [ok(`The news service has every outlet of the watches (${printAmount(calls, 'call')}).`)];
  const file = await readFile();
  return unknown.map((one) => {
    const { text, advice } = describeOutlet(one, file?.ok ? placeIn(file, one) : undefined);
    return hint(plainText(text), plainText(advice));
  });
}

/** The file and line of an outlet. The stack may have another version of the watch than the file: then there is none. */
function placeIn({ desired, placed }: ValidWatches, { id, key, value }: UnknownOutlet): string | undefined {
  const written = desired.watches.find((watch) => watch.id === id)?.query[key];
  const values: unknown[] = Array.isArray(written) ? written : [written];
  const index = values.indexOf(value);
  if (index < 0) return undefined;
  const { file, line } = placed({ path: ['watches', id, 'query', key, index], what: 'The outlet' });
  return `${file}:${line}`;
}
