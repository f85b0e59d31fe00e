import type { QueryFault, QueryNode, WordPattern } from './ast.ts';
import { defined } from '../lib/fields.ts';
import { readPatterns } from './word-patterns.ts';

/** Limits of NEAR (news service, query language, row "NEAR"). Words are counted as `wordTexts()` splits them. */
const MOST_PHRASES = 3;
const MOST_WORDS = 4;
const MOST_DISTANCE = 100;

const SHAPE =
  'This is not the form of NEAR. Write NEAR("one phrase", "another", 5), with 2 or 3 phrases in quotes and then a distance';

interface Value {
  at: number;
  text: string;
  quoted: boolean;
}

/** Adds a fault to the query's list. */
type Report = (at: number, message: string) => void;

/** A parsed NEAR, without `node` if it has faults; `end` is the position after it. */
interface NearRead {
  node?: QueryNode;
  end: number;
}

/** Reads the values of the NEAR at `at`, whose opening bracket ends at `inside`. Adds what is wrong to `faults`. */
export function readNear(
  q: string,
  { at, inside, faults }: { at: number; inside: number; faults: QueryFault[] },
): NearRead {
  const before = faults.length;
  const report: Report = (place, message) => faults.push({ at: place, message });
  const { slots, end } = readSlots(q, inside);
  if (end === undefined) {
    report(at, 'The bracket of NEAR is not closed. Put a ) after its last value.');
    return { end: q.length };
  }
  const shape = shapeOf(slots);
  if (!shape) {
    report(at, `${SHAPE}.`);
    return { end };
  }
  const surplus = shape.phrases[MOST_PHRASES];
  if (surplus) report(surplus.at, `NEAR takes at most ${MOST_PHRASES} phrases. Remove the others.`);
  const phrases = shape.phrases.map((phrase) => readPhrase(phrase, faults));
  const distance = readDistance(shape.distance, report);
  const ordered = readOrder(shape.order, report);
  return faults.length > before ? { end } : { node: { type: 'near', phrases, distance, ordered }, end };
}

/** Sorts the values by their meaning; undefined when they do not make a NEAR. */
function shapeOf(
  slots: readonly Value[][],
): { phrases: Value[]; distance: Value; order?: Value } | undefined {
  const values = slots.flatMap((slot) => (slot.length === 1 ? slot : []));
  const afterPhrases = values.findIndex((value) => !value.quoted);
  const phrases = values.slice(0, Math.max(afterPhrases, 0));
  const [distance, order, ...rest] = values.slice(phrases.length);
  const clean = values.length === slots.length && rest.length === 0 && !order?.quoted;
  if (!clean || phrases.length < 2 || !distance) return undefined;
  return defined({ phrases, distance, order });
}

/**
 * The values between the commas, up to the closing bracket; `end` is undefined when there is none. A bracket inside
 * counts as a value that is valid nowhere.
 */
function readSlots(q: string, inside: number): { slots: Value[][]; end?: number } {
  const token = /\s*(?:"([^"]*)"|([^\s",()]+)|([,()]))/y;
  const slots: Value[][] = [[]];
  let depth = 1;
  token.lastIndex = inside;
  for (let found = token.exec(q); found; found = token.exec(q)) {
    const [whole, quoted, bare, mark] = found;
    if (mark === ')') depth -= 1;
    if (depth === 0) return { slots, end: token.lastIndex };
    if (mark === '(') depth += 1;
    const at = found.index + whole.length - whole.trimStart().length;
    if (mark === ',') slots.push([]);
    else slots.at(-1)?.push({ at, text: quoted ?? bare ?? whole, quoted: quoted !== undefined });
  }
  return { slots };
}

function readPhrase({ at, text }: Value, faults: QueryFault[]): WordPattern[] {
  const words = readPatterns(text, { at: at + 1, faults });
  if (words?.length === 0)
    faults.push({ at, message: 'The quotes contain no word. Put a letter or a digit between them.' });
  if (words && words.length > MOST_WORDS) {
    faults.push({
      at,
      message: `A phrase of NEAR has at most ${MOST_WORDS} words, this one has ${words.length}. Shorten it.`,
    });
  }
  return words ?? [];
}

function readDistance({ at, text }: Value, report: Report): number {
  const distance = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(distance <= MOST_DISTANCE)) {
    report(
      at,
      `The distance of NEAR must be a whole number from 0 to ${MOST_DISTANCE}. It says how many words can be between the phrases.`,
    );
  }
  return distance;
}

function readOrder(order: Value | undefined, report: Report): boolean {
  if (order && !['true', 'false'].includes(order.text)) {
    report(
      order.at,
      'The last value of NEAR must be true (phrases in this order) or false (any order). Write one of them.',
    );
  }
  return order?.text === 'true';
}
