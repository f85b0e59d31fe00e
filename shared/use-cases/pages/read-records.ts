import type { Fields } from '../../domain/pages/http-exchange.ts';
import { defined, isName } from '../../domain/lib/fields.ts';
import { pageIn } from '../../domain/pages/inbox.ts';
import { columnsOf, type RecordsQuery, type RecordsView, tableRows } from '../../domain/pages/search-view.ts';
import { dayAfter, dayOf, type Instant, isDay } from '../../domain/time/instant.ts';
import { serviceOf } from '../../domain/watches/watch.ts';
import { utcDays } from '../reports/roll-up-days.ts';
import type { PagePorts } from './page-ports.ts';

/** The most records that are read for a table, the latest first: 4 MB at most. */
const MOST_READ = 500;
const USUAL_DAYS = 31;
/** The longest span of a table: each day is a read. */
const MOST_DAYS = 100;
const LONGEST = 200;

/** The records or events of a watch as a table; without a watch, the list of those that have such a table. */
export async function readRecords(
  { id, query: fields, now }: { id: string; query: Fields; now: Instant },
  { definitions, timeline }: Pick<PagePorts, 'definitions' | 'timeline'>,
): Promise<RecordsView | undefined> {
  const all = await definitions.watches();
  const watches = all
    .filter(({ kind }) => ['extraction', 'events'].includes(serviceOf(kind)))
    .map((watch) => watch.id);
  const named = id === '' ? (fields['watch'] ?? '') : id;
  const watch = named === '' ? (watches[0] ?? '') : named;
  if (named !== '' && (!isName(named) || !watches.includes(named))) return undefined;
  const { cells: given, ...asked } = queryIn(fields, { watch, now });
  // One more than is shown says whether there are more.
  const days = utcDays(asked.from, asked.to).toReversed();
  const read = watch === '' ? [] : await timeline.latest(watch, days, MOST_READ + 1);
  const records = read.filter(({ expiresAt }) => expiresAt > now).slice(0, MOST_READ);
  const columns = columnsOf(records);
  const cells = Object.entries(given).filter(([name]) => columns.includes(name));
  const query = { ...asked, cells: Object.fromEntries(cells) };
  return {
    query,
    columns,
    rows: tableRows(records, query),
    page: pageIn(fields['page']),
    read: records.length,
    isCut: read.length > MOST_READ,
    ignored: Object.keys(given).filter((name) => !columns.includes(name)),
    watches,
  };
}

/** What the form of a table has, and where a page begins. Every other name in an address is that of a column. */
const OWN: ReadonlySet<string> = new Set('watch words column is from to sort order page'.split(' '));
/** So many columns can be named in an address. */
const MOST_CELLS = 10;

function queryIn(fields: Fields, { watch, now }: { watch: string; now: Instant }): RecordsQuery {
  const given = (name: string) => (fields[name] ?? '').trim().slice(0, LONGEST).toWellFormed() || undefined;
  const day = (name: string) => (isDay(given(name) ?? '') ? given(name) : undefined);
  const to = day('to') ?? dayOf(now);
  const from = day('from') ?? dayAfter(to, 1 - USUAL_DAYS);
  const earliest = dayAfter(to, 1 - MOST_DAYS);
  const [sort = 'found', order, column, is] = ['sort', 'order', 'column', 'is'].map(given);
  const named = Object.keys(fields)
    .filter((name) => !OWN.has(name))
    .slice(0, MOST_CELLS)
    .map((name) => [name, given(name)] as const);
  const cells = [...named, ...(column === undefined ? [] : [[column, is] as const])].flatMap(
    ([name, text]) => (text === undefined ? [] : [[name, text] as const]),
  );
  return {
    watch,
    ...defined({ words: given('words') }),
    cells: Object.fromEntries(cells),
    from: from > to ? to : from < earliest ? earliest : from,
    to,
    sort,
    descending: order === undefined ? sort === 'found' || sort === 'published' : order === 'down',
  };
}
