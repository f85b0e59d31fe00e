/**
 * Seconds of processor time that some work takes. A busy machine does not make it longer, as it does the time on the
 * clock.
 */
export function processorSeconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000_000;
}

/** More processor time than linear work over a long text takes anywhere. Quadratic work takes minutes. */
export const LINEAR_SECONDS = 8;
