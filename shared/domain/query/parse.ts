import type { QueryFault, QueryNode } from './ast.ts';
import { type Mark, readTokens, type Token } from './tokens.ts';

/** The tree of a query, or all its faults in the order of the text. */
type ParsedQuery = { ok: true; query: QueryNode } | { ok: false; faults: QueryFault[] };

/**
 * Reads a query (news service, query language of q). It never throws; its time grows linearly with the length.
 *
 * Where the rules are not exact, it refuses whatever the service might refuse:
 * - Forbidden characters and their percent codes are refused inside quotes too.
 * - AND, OR, NOT and NEAR are read only in capitals; `&&`, `||` and `!` anywhere outside quotes, even inside a word.
 * - A query, or a bracket, cannot begin with NOT. `-word` may come first if a part that must occur follows. A level
 *   with negations only is refused, and so is a negation beside OR.
 * - `+` and `-` count at the beginning of a word; `+` only before a word or a phrase, `-` also before a bracket.
 * - A term that punctuation splits, such as `e-mail` or `U.S.`, is a phrase of its words. A term without any word,
 *   such as `&` or an emoji, is refused; inside quotes, beside words, it is punctuation.
 * - The words of a NEAR are counted as `wordTexts()` splits them, and its distance may be 0.
 */
export function parseQuery(q: string): ParsedQuery {
  if (q.trim() === '*') return { ok: true, query: { type: 'everything' } };
  const faults = characterFaults(q);
  const quotes = Array.from(q.matchAll(/"/g), ({ index }) => index);
  const lastQuote = quotes.at(-1);
  if (lastQuote !== undefined && quotes.length % 2 === 1) {
    faults.push({
      at: lastQuote,
      message: 'A double quote is not paired. Add the missing one, or remove this one.',
    });
    return { ok: false, faults: inOrder(faults) };
  }
  const query = buildTree(readTokens(q, faults), faults);
  return faults.length > 0 ? { ok: false, faults: inOrder(faults) } : { ok: true, query };
}

function characterFaults(q: string): QueryFault[] {
  const found = q.matchAll(/\\"|[[\]/\\:^]|%(?:5B|5D|2F|5C|3A|5E)/gi);
  return Array.from(found, ({ 0: text, index }) => ({ at: index, message: forbidden(text) }));
}

function forbidden(text: string): string {
  if (text === '\\"') return 'The \\ before a quote belongs only in JSON text. Remove it.';
  const what =
    text.length > 1 ? `${text}, the code of ${decodeURIComponent(text)},` : `The character ${text}`;
  return `${what} is not allowed in a query. Replace it by a space or a ?.`;
}

function inOrder(faults: QueryFault[]): QueryFault[] {
  return faults.toSorted((a, b) => a.at - b.at);
}

/** How deep brackets may nest. The service names no limit; this one keeps recursion over a tree from overflowing. */
const DEEPEST = 100;

/** Replaces a part that has a fault of its own, so that the rest can still be checked. */
const HOLE: QueryNode = { type: 'everything' };

/** A pair of brackets, or the whole query, while it is read. */
interface Level {
  /** Its opening bracket; none for the query itself. */
  bracket?: Mark;
  /** Whether it has any token. */
  used: boolean;
  parts: QueryNode[];
  join?: Mark['type'];
  /** Whether a missing operator was read as AND. */
  implied: boolean;
  /** Whether AND and OR were seen at this level; reported once. */
  mixed: boolean;
  /** The operator and the sign that still need a part on their right. */
  operator?: Mark;
  sign?: Mark;
  negations: Mark[];
}

/**
 * Builds the tree of a query from its tokens and checks all rules about more than one token. The rules for the start
 * and the end of a query apply inside each pair of brackets too. Use the tree only if `faults` is still empty.
 */
function buildTree(tokens: readonly Token[], faults: QueryFault[]): QueryNode {
  let level = newLevel();
  const outer: Level[] = [];
  for (const token of tokens) {
    if (token.type !== 'close') level.used = true;
    if (token.type === 'operand') addPart(level, { node: token.node ?? HOLE, at: token.at, faults });
    else if (token.type === 'open') {
      outer.push(level);
      level = newLevel(token);
      if (outer.length === DEEPEST + 1) {
        faults.push({
          at: token.at,
          message: `The brackets are more than ${DEEPEST} levels deep. Simplify the query.`,
        });
      }
    } else if (token.type === 'close') {
      const parent = outer.pop();
      if (parent) level = closeInto(parent, { level, faults });
      else
        faults.push({ at: token.at, message: 'This ) has no ( before it. Remove it, or add a ( before it.' });
    } else if (token.type === 'and' || token.type === 'or') addOperator(level, { mark: token, faults });
    else addSign(level, { mark: token, faults });
  }
  for (let parent = outer.pop(); parent; parent = outer.pop()) {
    faults.push({ at: level.bracket?.at ?? 0, message: 'This ( is not closed. Add a ), or remove it.' });
    level = closeInto(parent, { level, faults });
  }
  return finish(level, faults);
}

function newLevel(bracket?: Mark): Level {
  const empty = { used: false, parts: [], implied: false, mixed: false, negations: [] };
  return bracket ? { bracket, ...empty } : empty;
}

function closeInto(parent: Level, { level, faults }: { level: Level; faults: QueryFault[] }): Level {
  const node = withoutPlus(finish(level, faults));
  addPart(parent, { node, at: level.bracket?.at ?? 0, faults, inBrackets: true });
  return parent;
}

function addOperator(level: Level, { mark, faults }: { mark: Mark; faults: QueryFault[] }): void {
  const waiting = level.sign ?? level.operator;
  if (waiting) faults.push(doubled(mark, waiting));
  else if (level.parts.length === 0) faults.push(first(mark, level));
  else level.operator = mark;
}

function addSign(level: Level, { mark, faults }: { mark: Mark; faults: QueryFault[] }): void {
  if (level.sign) faults.push(doubled(mark, level.sign));
  else if (mark.type === 'not' && level.parts.length === 0) faults.push(first(mark, level));
  else level.sign = mark;
}

interface NewPart {
  node: QueryNode;
  at: number;
  faults: QueryFault[];
  inBrackets?: boolean;
}

function addPart(level: Level, { node, at, faults, inBrackets }: NewPart): void {
  const join = level.operator?.type ?? (level.parts.length > 0 ? 'and' : undefined);
  level.join ??= join;
  level.implied ||= level.parts.length > 0 && !level.operator;
  if (join !== level.join && !level.mixed) {
    level.mixed = true;
    faults.push({ at: level.operator?.at ?? at, message: level.implied ? MIXED_BY_BLANK : MIXED });
  }
  if (level.sign?.type === 'plus') {
    if (inBrackets || node.type === 'near') faults.push(misplacedPlus(level.sign));
    level.parts.push(node.type === 'term' || node.type === 'phrase' ? { ...node, required: true } : node);
  } else if (level.sign) {
    level.negations.push(level.sign);
    level.parts.push({ type: 'not', part: node });
  } else level.parts.push(node);
  delete level.operator;
  delete level.sign;
}

/** Checks a level as a whole and makes its node. */
function finish(level: Level, faults: QueryFault[]): QueryNode {
  const { parts, negations, bracket } = level;
  const place = bracket?.at ?? 0;
  const last = level.sign ?? level.operator;
  if (last) faults.push(dangling(last));
  if (!level.used) faults.push({ at: place, message: bracket ? NO_PART : EMPTY });
  const [negation] = negations;
  if (negation && negations.length === parts.length)
    faults.push({ at: negation.at, message: ONLY_NEGATIONS });
  else if (level.join === 'or' && !level.mixed) {
    for (const { at } of negations) faults.push({ at, message: NEGATION_IN_OR });
  }
  const [only = HOLE, ...others] = parts;
  if (others.length === 0) return only;
  return level.join === 'or' ? { type: 'any', parts } : { type: 'all', parts: positiveFirst(parts) };
}

/** Moves the first part that is not negated to the front, so that no query begins with NOT. */
function positiveFirst(parts: QueryNode[]): QueryNode[] {
  const at = parts.findIndex((part) => part.type !== 'not');
  return at > 0 ? [...parts.slice(at, at + 1), ...parts.slice(0, at), ...parts.slice(at + 1)] : parts;
}

/** Removes the plus sign of a single `+word` in brackets: there it changes nothing. */
function withoutPlus(node: QueryNode): QueryNode {
  if (node.type === 'term') return { type: 'term', word: node.word };
  return node.type === 'phrase' ? { type: 'phrase', words: node.words } : node;
}

const MIXED = 'AND and OR are side by side. Put brackets around one of them.';
const MIXED_BY_BLANK =
  'AND and OR are side by side: a space between two words means AND. Put brackets around one of them, or quotes around words that belong together.';
const EMPTY = 'The query is empty. Write at least one word, or * for everything.';
const NO_PART = 'The brackets are empty. Put a word between them, or remove them.';
const ONLY_NEGATIONS =
  'All parts here are negated, so the query asks for nothing. Add a part that must occur.';
const NEGATION_IN_OR =
  'A negated part next to OR matches nearly every article. Put the OR in brackets, and write AND NOT after it.';

function dangling(mark: Mark): QueryFault {
  const advice =
    shown(mark) === mark.text ? 'remove it' : 'remove it, or put the name that contains it in quotes';
  return { at: mark.at, message: `${shown(mark)} has nothing on its right. Add a word there, or ${advice}.` };
}

function doubled(mark: Mark, waiting: Mark): QueryFault {
  return { at: mark.at, message: `${shown(mark)} follows ${shown(waiting)}. Keep one of them.` };
}

function first(mark: Mark, { bracket }: Level): QueryFault {
  const place = bracket ? 'Brackets' : 'A query';
  const advice = mark.type === 'not' ? 'Put a part that must occur before it' : 'Remove it';
  return { at: mark.at, message: `${place} cannot begin with ${shown(mark)}. ${advice}.` };
}

function misplacedPlus({ at }: Mark): QueryFault {
  return { at, message: 'A + is possible only before a word or a phrase in quotes. Remove it.' };
}

/** An operator as written, with its meaning if it is a sign that may have been meant as text. */
function shown({ type, text }: Mark): string {
  return text === '!' || text === '&&' || text === '||' ? `${text} (read as ${type.toUpperCase()})` : text;
}
