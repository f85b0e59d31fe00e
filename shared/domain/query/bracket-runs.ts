import { readTokens } from './tokens.ts';

/** Parts of a query between two ORs. `from` and `to` count UTF-16 units. */
interface Run {
  from: number;
  to: number;
  parts: number;
}

/**
 * Puts brackets around parts joined by AND, or by a space, where OR is beside them: `a OR b c` becomes `a OR (b c)`.
 * AND binds closer, as in most languages with both.
 */
export function withBrackets(q: string): string {
  const tokens = readTokens(q, []);
  const outer: Run[][] = [];
  const wrapped: Run[] = [];
  let level: Run[] = [newRun(0)];
  for (const [index, { type, at }] of tokens.entries()) {
    const next = tokens[index + 1]?.at ?? q.length;
    if (type === 'open') {
      outer.push(level);
      level = [newRun(next)];
    } else if (type === 'close') {
      wrapped.push(...endLevel(level, at));
      level = outer.pop() ?? [newRun(next)];
      addPart(level);
    } else if (type === 'or') {
      endRun(level, at);
      level.push(newRun(next));
    } else if (type === 'operand') addPart(level);
  }
  return insertBrackets(q, [...wrapped, ...endLevel(level, q.length)]);
}

function newRun(from: number): Run {
  return { from, to: from, parts: 0 };
}

function addPart(level: readonly Run[]): void {
  const run = level.at(-1);
  if (run) run.parts += 1;
}

function endRun(level: readonly Run[], to: number): void {
  const run = level.at(-1);
  if (run) run.to = to;
}

/** The runs of a level that need brackets. */
function endLevel(level: readonly Run[], to: number): Run[] {
  endRun(level, to);
  return level.length > 1 ? level.filter(({ parts }) => parts > 1) : [];
}

function insertBrackets(q: string, runs: readonly Run[]): string {
  const marks = runs.flatMap(({ from, to }) => [
    { at: from, text: '(' },
    { at: from + q.slice(from, to).trimEnd().length, text: ')' },
  ]);
  let end = 0;
  const parts = marks
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => {
      const before = q.slice(end, at);
      end = at;
      return `${before}${text}`;
    });
  return [...parts, q.slice(end)].join('');
}
