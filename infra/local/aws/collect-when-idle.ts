/** How long nothing must be asked of a thread before it frees memory, in milliseconds. */
const REST = 5_000;

/**
 * Frees the memory that this thread no longer uses, as soon as nothing was asked of it for five seconds. V8 alone
 * would keep about as much again as a small heap uses, in every thread.
 *
 * @param collect collects garbage. Node has it when it runs with `--expose-gc`; without it nothing happens.
 * @returns to be called whenever something is asked of the thread.
 */
export function collectWhenIdle(
  collect: ((how: NodeJS.GCOptions) => void) | undefined = globalThis.gc,
): () => void {
  if (!collect) return () => undefined;
  const all = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;
  const timer = setTimeout(() => collect(all), REST).unref();
  return () => void timer.refresh();
}
