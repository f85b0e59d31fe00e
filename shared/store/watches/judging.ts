import * as z from 'zod';
import type { JudgedMonth } from '../../domain/judging/judged-month.ts';
import { DAY, type Instant } from '../../domain/time/instant.ts';
import { watchPartition } from '../findings/finding-item.ts';
import { expiry, type Key, type Table } from '../table.ts';

/** The months of a judge are kept as long as findings are by default. */
const KEPT = 400 * DAY;
/** Whoever decides a part after this long does not repeat what died. */
const REMEMBERED = 7 * DAY;

const number = z.number().default(0);
const monthSchema = z.object({
  month: z.string(),
  calls: number,
  tokens: number,
  judged: number,
  lowered: number,
  raised: number,
}) satisfies z.ZodType<JudgedMonth>;

/**
 * What the models of watches were asked, by watch and month. One holder of a lease writes it for a watch. It is no part
 * of `openStore`, since most functions ask no model.
 */
export function judgingIn(table: Table) {
  return {
    begin: begin.bind(undefined, table),
    reserve: reserve.bind(undefined, table),
    add: add.bind(undefined, table),
    month: readMonth.bind(undefined, table),
  };
}

/** Notes that the model is asked about a part. Returns how often it was, with this time. */
async function begin(
  table: Table,
  { watchId, part, now }: { watchId: string; part: string; now: Instant },
): Promise<number> {
  const change = { set: expiry(now + REMEMBERED), add: { times: 1 } };
  const noted = await table.update(keyOf(watchId, `PART#${part}`), change, z.object({ times: z.number() }));
  return noted?.times ?? 1;
}

export type Judging = ReturnType<typeof judgingIn>;

/** A watch in a month. */
interface OfMonth {
  watchId: string;
  month: string;
}

/** Books a call before it is made. False: the month has no room for it, and it must not be made. */
async function reserve(
  table: Table,
  { watchId, month, tokens, most, now }: OfMonth & { tokens: number; most: number; now: Instant },
): Promise<boolean> {
  if (tokens > most) return false;
  return table.change(keyOf(watchId, month), {
    set: { month, ...expiry(now + KEPT) },
    add: { tokens, calls: 1 },
    when: { anyOf: [{ is: { tokens: undefined } }, { below: { tokens: most - tokens + 1 } }] },
  });
}

/** Adds to what a month has. Numbers may be negative: a call took less than was booked. */
async function add(
  table: Table,
  { watchId, month, ...numbers }: OfMonth & Partial<Omit<JudgedMonth, 'month'>>,
): Promise<void> {
  await table.change(keyOf(watchId, month), { set: { month }, add: numbers });
}

/** Undefined: the model was not asked in that month. */
function readMonth(table: Table, { watchId, month }: OfMonth): Promise<JudgedMonth | undefined> {
  return table.get(keyOf(watchId, month), monthSchema);
}

function keyOf(watchId: string, of: string): Key {
  return { pk: watchPartition(watchId), sk: `JUDGED#${of}` };
}
