import { isName } from '../../../domain/lib/name.ts';
import {
  columnsOf,
  type RecordsQuery,
  type RecordsView,
  tableRows,
} from '../../../domain/pages/search/records-view.ts';
import type { StoredFinding } from '../../../domain/findings/finding.ts';
import { dayAfter, dayOf, type Instant, isDay } from '../../../domain/time/instant.ts';
import { serviceOf, type Watch } from '../../../domain/watches/watch.ts';
import { utcDays } from '../../reports/roll-up-days.ts';
import type { PagePorts } from '../page-ports.ts';

/** The most records that are read for a table, the latest first: 4 MB at most. */
const MOST_READ = 500;
const USUAL_DAYS = 31;
/** The longest span of a table: each day is a read. */
const MOST_DAYS = 100;
const LONGEST = 200;

type Fields = Readonly<Record<string, string>>;
type RecordPorts = Pick<PagePorts, 'definitions' | 'timeline'>;

/** The records or events of a watch as a table; without a watch, the list of those that have such a table. */
export async function readRecords(
  { id, query: fields, now }: { id: string; query: Fields; now: Instant },
  ports: RecordPorts,
): Promise<RecordsView | undefined> {
  const watches = (await ports.definitions.watches()).filter(hasFields).map((watch) => watch.id);
  const watch = id === '' ? (watches[0] ?? '') : id;
  if (id !== '' && (!isName(id) || !watches.includes(id))) return undefined;
  const query = queryIn(fields, { watch, now });
  const found = watch === '' ? [] : await readFound(query, { ports, now });
  const records = found.slice(0, MOST_READ);
  const page = /^[1-9]\d?$/.test(fields['page'] ?? '') ? Number(fields['page']) : 1;
  return {
    query,
    columns: columnsOf(records),
    rows: tableRows(records, query),
    page,
    read: records.length,
    isCut: found.length > MOST_READ,
    watches,
  };
}

/** Whether the findings of a watch have fields: records and events have. */
function hasFields({ kind }: Watch): boolean {
  return ['extraction', 'events'].includes(serviceOf(kind));
}

function queryIn(fields: Fields, { watch, now }: { watch: string; now: Instant }): RecordsQuery {
  const given = (name: string) => (fields[name] ?? '').trim().slice(0, LONGEST).toWellFormed() || undefined;
  const day = (name: string) => (isDay(given(name) ?? '') ? given(name) : undefined);
  const to = day('to') ?? dayOf(now);
  const from = day('from') ?? dayAfter(to, 1 - USUAL_DAYS);
  const earliest = dayAfter(to, 1 - MOST_DAYS);
  const sort = given('sort') ?? 'found';
  const order = given('order');
  const [words, column, is] = [given('words'), given('column'), given('is')];
  return {
    watch,
    ...(words !== undefined && { words }),
    ...(column !== undefined && { column }),
    ...(is !== undefined && { is }),
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
