import type { Fields } from '../../domain/pages/http-exchange.ts';
import type { StoredFinding } from '../../domain/findings/finding.ts';
import { isName } from '../../domain/lib/fields.ts';
import { pageIn } from '../../domain/pages/inbox.ts';
import { columnsOf, type RecordsQuery, type RecordsView, tableRows } from '../../domain/pages/search-view.ts';
import { dayAfter, dayOf, type Instant, isDay } from '../../domain/time/instant.ts';
import { serviceOf, type Watch } from '../../domain/watches/watch.ts';
import { utcDays } from '../reports/roll-up-days.ts';
import type { PagePorts } from './page-ports.ts';

/** The most records that are read for a table, the latest first: 4 MB at most. */
const MOST_READ = 500;
const USUAL_DAYS = 31;
/** The longest span of a table: each day is a read. */
const MOST_DAYS = 100;
const LONGEST = 200;

type RecordPorts = Pick<PagePorts, 'definitions' | 'timeline'>;

/** The records or events of a watch as a table; without a watch, the list of those that have such a table. */
export async function readRecords(
  { id, query: fields, now }: { id: string; query: Fields; now: Instant },
  ports: RecordPorts,
): Promise<RecordsView | undefined> {
  const watches = (await ports.definitions.watches()).filter(hasFields).map((watch) => watch.id);
  const named = id === '' ? (fields['watch'] ?? '') : id;
  const watch = named === '' ? (watches[0] ?? '') : named;
  if (named !== '' && (!isName(named) || !watches.includes(named))) return undefined;
  const { cells: given, ...asked } = queryIn(fields, { watch, now });
  const found = watch === '' ? [] : await readFound(asked, { ports, now });
  const records = found.slice(0, MOST_READ);
  const columns = columnsOf(records);
  const cells = Object.entries(given).filter(([name]) => columns.includes(name));
  const query = { ...asked, ...(cells.length > 0 && { cells: Object.fromEntries(cells) }) };
  return {
    query,
    columns,
    rows: tableRows(records, query),
    page: pageIn(fields['page']),
    read: records.length,
    isCut: found.length > MOST_READ,
    ignored: Object.keys(given).filter((name) => !columns.includes(name)),
    watches,
  };
}

/** Whether the findings of a watch have fields: records and events have. */
function hasFields({ kind }: Watch): boolean {
  return ['extraction', 'events'].includes(serviceOf(kind));
}

/** What the form of a table has, and where a page begins. Every other name in an address is that of a column. */
const OWN: ReadonlySet<string> = new Set('watch words column is from to sort order page'.split(' '));
/** So many columns can be named in an address. */
const MOST_CELLS = 10;

function queryIn(
  fields: Fields,
  { watch, now }: { watch: string; now: Instant },
): RecordsQuery & { cells: Fields } {
  const given = (name: string) => (fields[name] ?? '').trim().slice(0, LONGEST).toWellFormed() || undefined;
  const day = (name: string) => (isDay(given(name) ?? '') ? given(name) : undefined);
  const to = day('to') ?? dayOf(now);
  const from = day('from') ?? dayAfter(to, 1 - USUAL_DAYS);
  const earliest = dayAfter(to, 1 - MOST_DAYS);
  const sort = given('sort') ?? 'found';
  const order = given('order');
  const [words, column, is] = [given('words'), given('column'), given('is')];
  const others = Object.keys(fields).filter((name) => !OWN.has(name));
  const cells = others.slice(0, MOST_CELLS).flatMap((name) => {
    const text = given(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    watch,
    ...(words !== undefined && { words }),
    ...(column !== undefined && { column }),
    ...(is !== undefined && { is }),
    cells: Object.fromEntries(cells),
    from: from > to ? to : from < earliest ? earliest : from,
    to,
    sort,
    descending: order === undefined ? sort === 'found' || sort === 'published' : order === 'down',
  };
}

/** What a watch found on some days, the latest first, at most one more than is shown. */
async function readFound(
  { watch, from, to }: RecordsQuery,
  { ports, now }: { ports: RecordPorts; now: Instant },
): Promise<StoredFinding[]> {
  const found = await ports.timeline.latest(watch, utcDays(from, to).toReversed(), MOST_READ + 1);
  return found.filter(({ expiresAt }) => expiresAt > now);
}
