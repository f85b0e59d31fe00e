import { mutateJson, mutateText } from './mutate.ts';
import type { Parser } from './parser.ts';
import { Random, seedOf } from './random.ts';

/** An input that a parser did not read and did not refuse as it documents. */
export interface Fault {
  parser: string;
  /** With these two, `npm run fuzz` makes the input again. */
  seed: number;
  at: number;
  input: string;
  why: string;
}

export interface FuzzOrder {
  seed: number;
  /** The number of inputs of all parsers together. */
  count: number;
  parsers: readonly Parser[];
  /** Only this input of each parser. */
  only?: number | undefined;
  /** Called after each batch. */
  onBatch?: (done: number, parser: string) => void;
}

/** An input may take so long, in milliseconds of the processor: the machine may be busy with something else. */
const LONGEST = 1_000;
/** `Object.prototype` is checked after so many inputs. */
const BATCH = 500;

/** Gives changed valid inputs to parsers. Stops at the first faults of each parser, so that each one is reported. */
export async function fuzz({
  seed,
  count,
  parsers,
  only,
  onBatch,
}: FuzzOrder): Promise<{ done: number; faults: Fault[]; slowest: Map<string, number> }> {
  const shares = parsers.reduce((sum, { share = 10 }) => sum + share, 0);
  const before = snapshot();
  const faults: Fault[] = [];
  const slowest = new Map<string, number>();
  let done = 0;
  for (const parser of parsers) {
    const own = Math.max(1, Math.round((count * (parser.share ?? 10)) / shares));
    const first = faults.length;
    for (
      let at = only ?? 0;
      at < (only === undefined ? own : only + 1) && faults.length < first + 3;
      at += 1
    ) {
      const input = inputOf(parser, { seed, at });
      const start = performance.now();
      const why = await faultOf(parser, input);
      let took = performance.now() - start;
      if (took > LONGEST) took = Math.min(took, await timeOf(parser, input));
      slowest.set(parser.name, Math.max(slowest.get(parser.name) ?? 0, took));
      const late = took > LONGEST ? `It takes ${Math.round(took)} ms` : undefined;
      done += 1;
      const isEnd = done % BATCH === 0 || at === own - 1 || only !== undefined;
      const polluted = isEnd && snapshot() !== before ? 'Object.prototype has changed' : undefined;
      const fault = why ?? late ?? polluted;
      if (fault !== undefined) faults.push({ parser: parser.name, seed, at, input, why: fault });
      if (polluted !== undefined) return { done, faults, slowest };
      if (isEnd) onBatch?.(done, parser.name);
    }
  }
  return { done, faults, slowest };
}

/** The n-th input of a parser for a seed. */
export function inputOf({ name, form, seeds }: Parser, { seed, at }: { seed: number; at: number }): string {
  const random = new Random(seedOf(seed, name, at));
  const text = random.pick(seeds);
  if (form === 'text') return mutateText(text, { random, seeds });
  const changed = mutateJson(text, { random, seeds });
  return random.below(6) === 0 ? mutateText(changed, { random, seeds }) : changed;
}

async function faultOf({ read, refuses = [] }: Parser, input: string): Promise<string | undefined> {
  try {
    await read(input);
    return undefined;
  } catch (error) {
    if (refuses.some((kind) => error instanceof kind)) return undefined;
    if (refuses.length > 0 && error instanceof SyntaxError && isNoJson(input)) return undefined;
    if (error instanceof SyntaxError && isNoJson(input)) return undefined;
    return error instanceof Error ? (error.stack ?? error.message) : `It throws ${String(error)}`;
  }
}

/** Parsers of JSON are called with what `JSON.parse` gives. Its own refusal is no fault of theirs. */
function isNoJson(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

async function timeOf(parser: Parser, input: string): Promise<number> {
  const start = process.cpuUsage();
  await faultOf(parser, input);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** The names of what every object, list, text and function inherits. */
function snapshot(): string {
  const roots = [Object.prototype, Array.prototype, String.prototype, Function.prototype, Map.prototype];
  return roots.map((root) => Reflect.ownKeys(root).map(String).join()).join('|');
}
