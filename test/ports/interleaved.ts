/** Lets one call of one writer through at a time, in an order that the test chooses. */
export interface Turns {
  /** Ports whose calls wait for their turn. */
  ports<P extends object>(writer: number, ports: P): P;
  /** Runs the writers to their end. At each step `choose` picks one of those that have a call waiting. */
  run(writers: readonly Promise<unknown>[], choose: (waiting: readonly number[]) => number): Promise<void>;
}

export function takingTurns(): Turns {
  const waiting = new Map<number, (() => void)[]>();
  const turn = (writer: number): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(writer, [...(waiting.get(writer) ?? []), resolve]);
    });
  const wrapped = <T extends object>(writer: number, port: T): T =>
    new Proxy(port, {
      get: (target, key) => {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          await turn(writer);
          return Reflect.apply(method, target, args);
        };
      },
    });
  return {
    ports: (writer, ports) =>
      Object.fromEntries(
        Object.entries(ports).map(([name, port]) => [name, wrapped(writer, port as object)]),
      ) as typeof ports,
    async run(writers, choose) {
      let open = writers.length;
      for (const writer of writers) void writer.finally(() => (open -= 1)).catch(() => undefined);
      for (;;) {
        // Twins in memory go on by microtasks alone: after this every writer waits for its turn, or has ended.
        await new Promise((resolve) => setImmediate(resolve));
        const able = [...waiting].filter(([, calls]) => calls.length > 0).map(([writer]) => writer);
        if (open === 0 || able.length === 0) break;
        waiting.get(choose(able.toSorted((a, b) => a - b)))?.shift()?.();
      }
      await Promise.all(writers);
    },
  };
}

/**
 * An order out of chance numbers in which one writer often does several steps while the others stand still: what goes
 * wrong between writers mostly needs one that sleeps.
 */
export function inBursts(chance: Iterator<number>): (waiting: readonly number[]) => number {
  let current = -1;
  return (waiting) => {
    const number: number = chance.next().value ?? 0;
    if (number % 6 === 0 || !waiting.includes(current)) current = waiting[number % waiting.length] ?? -1;
    return current;
  };
}

/**
 * Runs `attempt` once for every order in which the calls of its writers can come, and gives back how many there were.
 * `attempt` gets the choice at each step.
 */
export async function everyOrder(
  attempt: (choose: (waiting: readonly number[]) => number) => Promise<void>,
): Promise<number> {
  let orders = 0;
  let open: number[] | undefined = [];
  while (open) {
    const prefix: readonly number[] = open;
    const taken: { at: number; of: number }[] = [];
    await attempt((waiting) => {
      const at = prefix[taken.length] ?? 0;
      taken.push({ at, of: waiting.length });
      return waiting[at] ?? -1;
    });
    orders += 1;
    const last = taken.findLastIndex(({ at, of }) => at + 1 < of);
    open = last < 0 ? undefined : [...taken.slice(0, last).map(({ at }) => at), (taken[last]?.at ?? 0) + 1];
  }
  return orders;
}
