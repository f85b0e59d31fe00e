/** Functions that want a thread with their code loaded, in a line: loading is nothing but work for a processor. */
export interface LoadLine {
  /**
   * Waits in the line. `start` is called when a thread may load, and says when it has loaded. Functions without a thread go
   * before those that want one more; first come, first served among each.
   */
  ask(wanted: { isFirst: boolean; start: () => Promise<unknown> }): LoadTicket;
}

export interface LoadTicket {
  /** Leaves the line, if `start` was not called yet. */
  leave(): void;
}

interface Waiting {
  isFirst: boolean;
  start: () => Promise<unknown>;
}

/** @param limit how many threads load at a time. */
export function openLoadLine(limit: number): LoadLine {
  const line = new Set<Waiting>();
  let loading = 0;

  function next(): void {
    if (loading >= limit) return;
    const waiting = [...line].find(({ isFirst }) => isFirst) ?? [...line][0];
    if (!waiting) return;
    line.delete(waiting);
    loading += 1;
    const end = (): void => {
      loading -= 1;
      next();
    };
    waiting.start().then(end, end);
  }

  return {
    ask: (wanted) => {
      line.add(wanted);
      next();
      return { leave: () => void line.delete(wanted) };
    },
  };
}
