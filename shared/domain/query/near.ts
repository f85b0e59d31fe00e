import type { QueryFault, QueryNode, WordPattern } from './ast.ts';
import { readPatterns } from './word-patterns.ts';

/** Limits of NEAR (news service, query language, row "NEAR"); a word is counted as `words()` cuts it. */
const MOST_PHRASES = 3;
const MOST_WORDS = 4;
const MOST_DISTANCE = 100;

const SHAPE =
  'NEAR is written NEAR("one phrase", "another", 5), with 2 or 3 phrases in quotes and then a distance';

interface Value {
  at: number;
  text: string;
  quoted: boolean;
}

/** Puts a fault in the list that the whole query shares. */
type Report = (at: number, message: string) => void;

/** A NEAR as read: without `node` where it has faults; `end` is the place after it. */
export interface NearRead {
  node?: QueryNode;
  end: number;
}

/** Reads the values of a NEAR that stands at `at` and whose opening bracket ends at `inside`; adds to `faults`. */
export function readNear(
  q: string,
  { at, inside, faults }: { at: number; inside: number; faults: QueryFault[] },
): NearRead {
  const before = faults.length;
  const report: Report = (place, message) => faults.push({ at: place, message });
  const { slots, end, nested } = readSlots(q, inside);
  if (end === undefined) report(at, 'The bracket of NEAR is not closed; put a ) after its last value.');
  const values = slots.flatMap((slot) => (slot.length === 1 ? slot : []));
  const count = values.findIndex((value) => !value.quoted);
  const phrases = count < 0 ? values : values.slice(0, count);
  const [distance, order, ...rest] = count < 0 ? [] : values.slice(count);
  if (
    nested ||
    values.length < slots.length ||
    phrases.length < 2 ||
    rest.length > 0 ||
    !distance ||
    order?.quoted
  ) {
    if (end !== undefined) report(at, `${SHAPE}.`);
    return { end: end ?? q.length };
  }
  const limit = phrases[MOST_PHRASES];
  if (limit) report(limit.at, `NEAR takes at most ${MOST_PHRASES} phrases; leave out the others.`);
  const read = phrases.map((phrase) => readPhrase(phrase, faults));
  const reach = readDistance(distance, report);
  const ordered = readOrder(order, report);
  if (faults.length > before) return { end: end ?? q.length };
  return { node: { type: 'near', phrases: read, distance: reach, ordered }, end: end ?? q.length };
}

/** What stands between the commas up to the closing bracket; `end` is undefined where there is none. */
function readSlots(q: string, inside: number): { slots: Value[][]; end?: number; nested: boolean } {
  const token = /\s*(?:"([^"]*)"|([^\s",()]+)|([,()]))/y;
  const slots: Value[][] = [[]];
  let depth = 1;
  let nested = false;
  token.lastIndex = inside;
  for (let found = token.exec(q); found; found = token.exec(q)) {
    const [whole, quoted, bare, mark] = found;
    if (mark === '(') nested = true;
    if (mark === '(') depth += 1;
    if (mark === ')') depth -= 1;
    if (depth === 0) return { slots, end: token.lastIndex, nested };
    const at = found.index + whole.length - whole.trimStart().length;
    if (mark === ',') slots.push([]);
    else if (quoted !== undefined) slots.at(-1)?.push({ at, text: quoted, quoted: true });
    else if (bare !== undefined) slots.at(-1)?.push({ at, text: bare, quoted: false });
  }
  return { slots, nested };
}

function readPhrase({ at, text }: Value, faults: QueryFault[]): WordPattern[] {
  const words = readPatterns(text, { at: at + 1, faults });
  if (words?.length === 0)
    faults.push({ at, message: 'The quotes hold no word; put a letter or a digit between them.' });
  if (words && words.length > MOST_WORDS) {
    faults.push({
      at,
      message: `A phrase of NEAR has at most ${MOST_WORDS} words, this one has ${words.length}; shorten it.`,
    });
  }
  return words ?? [];
}

function readDistance({ at, text }: Value, report: Report): number {
  const distance = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(distance <= MOST_DISTANCE)) {
    report(
      at,
      `The distance of NEAR is a whole number from 0 to ${MOST_DISTANCE}: how many words may stand between.`,
    );
  }
  return distance;
}

function readOrder(order: Value | undefined, report: Report): boolean {
  if (order && !['true', 'false'].includes(order.text)) {
    report(
      order.at,
      'The last value of NEAR is true (phrases in the given order) or false (any order); write one of them.',
    );
  }
  return order?.text === 'true';
}
