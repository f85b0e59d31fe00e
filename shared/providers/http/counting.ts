import type { CallLimits } from '../../use-cases/ports/clock.ts';
import type { Counted } from '../../use-cases/ports/extraction.ts';
import type { CallOptions } from './call-options.ts';

/** Makes a call and counts its requests. The correlation id is that of the last one with an id. */
export async function counting<T>(
  { deadline }: CallLimits,
  call: (options: CallOptions) => Promise<T>,
): Promise<Counted & { answer: T }> {
  const counts: Counted = { calls: 0 };
  const observe: CallOptions['observe'] = ({ sent, correlationId }) => {
    counts.calls += sent ? 1 : 0;
    if (correlationId !== undefined) counts.correlationId = correlationId;
  };
  const answer = await call({ deadline, observe });
  return { answer, ...counts };
}
