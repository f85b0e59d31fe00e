import { type Instant, isoOf, SECOND } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { JobAdvice } from '../../../shared/providers/extraction/source/job-advice.ts';
import { explainError } from '../failure.ts';
import type { Stack } from '../stack/stack.ts';

/** Time limit for all requests; later questions are left out. */
const PATIENCE = 60 * SECOND;

/** The advice of the extraction service on the query of one watch, or why there is none. */
export type QuestionAdvice = { id: string } & ({ advice: JobAdvice } | { notAsked: string });

type Asked = Pick<Stack, 'services' | 'adviseOn'>;

/**
 * Requests advice from the extraction service on the query of each extraction watch, and on the dates of its first
 * job. A failed request is reported with the watch and fails nothing.
 */
export async function adviseOnJobs(
  watches: readonly Watch[],
  { stack, now }: { stack: Asked | undefined; now: () => Instant },
): Promise<QuestionAdvice[]> {
  const asking = watches.filter(({ kind }) => kind === 'extraction');
  const [first] = asking;
  if (!first) return [];
  const obstacle = stack ? await withoutKey(stack) : NO_STACK;
  if (!stack || obstacle !== undefined)
    return asking.map(({ id }) => ({ id, notAsked: obstacle ?? NO_STACK }));
  const deadline = now() + PATIENCE;
  const found: QuestionAdvice[] = [];
  for (const watch of asking) {
    const query = { ...watch.query, ...firstDates(watch, now()) };
    found.push({ id: watch.id, ...(now() < deadline ? await ask(stack, { query, deadline }) : OUT_OF_TIME) });
  }
  return found;
}

/** The dates of the first job of a watch, so that the service says how it would change them. */
function firstDates({ lookback }: Watch, now: Instant): Watch['query'] {
  return { start_date: isoOf(now - lookback), end_date: isoOf(now) };
}

const NO_STACK = 'no stack with a key answers';
const OUT_OF_TIME = { notAsked: 'the time limit was reached' };

async function withoutKey({ services }: Asked): Promise<string | undefined> {
  const { url, key } = services.extraction;
  if (url === undefined) return 'the stack has no address for the service';
  try {
    return (await key()) === '' ? 'the key of the service is not set' : undefined;
  } catch (error) {
    return `its key cannot be read: ${explainError(error).message}`;
  }
}

async function ask(
  stack: Asked,
  { query, deadline }: { query: Watch['query']; deadline: Instant },
): Promise<{ advice: JobAdvice } | { notAsked: string }> {
  try {
    return { advice: await stack.adviseOn(query, { deadline }) };
  } catch (error) {
    return { notAsked: explainError(error).message };
  }
}
