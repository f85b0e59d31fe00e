import { shareOf } from '../long-form.ts';
import type { Parser } from './parser.ts';

/** Signs that syntaxes begin, end, repeat or nest with. */
const PIECES = [
  '"',
  '(',
  '[',
  '{',
  '<',
  '/',
  '.',
  ' ',
  '\n',
  ',',
  ':',
  '-',
  '*',
  'a',
  'a.',
  'a ',
  ', ',
  '<a ',
  '&',
  '%',
  '\u0301',
  '\u3000',
  '[{"a":',
  'A b. ',
  '1,',
];

/** Characters of the shortest text. */
const SHORT = 2_500;
/** So fast is no quadratic reading of four times as much, in milliseconds. */
const FAST = 20;
/** Linear is 4, quadratic is 16. */
const MOST = 10;
const ROUNDS = 2;

const repeated = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** The shortest of several times of the processor, in milliseconds: the machine may be busy with something else. */
async function timeOf(
  { read }: Parser,
  { input, rounds }: { input: string; rounds: number },
): Promise<number> {
  let shortest = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    // What is refused takes time as well.
    await Promise.resolve(input)
      .then(read)
      .catch(() => undefined);
    const { user, system } = process.cpuUsage(start);
    shortest = Math.min(shortest, (user + system) / 1_000);
  }
  return shortest;
}

/** Times for n, 2n and 4n, where the reading of 4n is not fast anyway, and takes longer than in proportion. */
async function growthOf(parser: Parser, make: (length: number) => string): Promise<number[] | undefined> {
  let longest = Infinity;
  for (let round = 0; round < 3; round += 1) {
    longest = Math.min(longest, await timeOf(parser, { input: make(4 * SHORT), rounds: 1 }));
    if (longest < FAST) return undefined;
    // What takes so long does not become fast by another try.
    if (longest > 5 * FAST) break;
  }
  const shortest = await timeOf(parser, { input: make(SHORT), rounds: ROUNDS });
  if (longest / shortest <= MOST) return undefined;
  // Once more with care: a busy machine may have slowed the long reading.
  const times: number[] = [];
  for (const length of [SHORT, 2 * SHORT, 4 * SHORT])
    times.push(await timeOf(parser, { input: make(length), rounds: ROUNDS }));
  return times;
}

/**
 * The shapes of long texts for which a parser takes longer than in proportion, with their times. With a `share`, every
 * `share`th piece is tried, from a place that moves with `turn`.
 */
export async function steepShapes(
  parser: Parser,
  { share, turn }: { share: number; turn: number } = { share: 1, turn: 0 },
): Promise<string[]> {
  const [first = ''] = parser.seeds;
  const half = Math.floor(first.length / 2);
  const around = parser.around ?? [
    (long: string) => long,
    (long: string) => first.slice(0, half) + long + first.slice(half),
  ];
  const steep: string[] = [];
  const pieces = parser.pieces ?? PIECES;
  for (const piece of shareOf(pieces, { share: Math.min(share, pieces.length), turn })) {
    for (const [at, put] of around.entries()) {
      const times = await growthOf(parser, (length) => put(repeated(piece, length)));
      const [short = 1, , long = 1] = times ?? [];
      if (long / short > MOST)
        steep.push(
          `${parser.name}, ${JSON.stringify(piece)} in place ${at}: ${times?.map((time) => Math.round(time)).join(', ')} ms`,
        );
    }
  }
  return steep;
}
