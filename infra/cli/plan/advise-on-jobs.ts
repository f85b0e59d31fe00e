import { type Instant, SECOND } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { JobAdvice } from '../../../shared/providers/extraction/source/job-advice.ts';
import { explainError } from '../explain-error.ts';
import type { Stack } from '../stack/stack.ts';

/** How long the service is asked in all; what it has not been asked by then is left out. */
const PATIENCE = 60 * SECOND;

/** What the extraction service says of the question of one watch, or why it was not asked. */
export type QuestionAdvice = { id: string } & ({ advice: JobAdvice } | { notAsked: string });

type Asked = Pick<Stack, 'services' | 'adviseOn'>;

/**
 * Asks the extraction service about the question of each watch that asks for jobs. Advice binds nobody: whatever keeps the
 * service from giving it is told beside the watch, and fails nothing.
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
  for (const { id, query } of asking) {
    found.push({ id, ...(now() < deadline ? await ask(stack, { query, deadline }) : OUT_OF_TIME) });
  }
  return found;
}

const NO_STACK = 'no stack answers that knows a key';
const OUT_OF_TIME = { notAsked: 'the service took too long over the others' };

async function withoutKey({ services }: Asked): Promise<string | undefined> {
  const { url, key } = services.extraction;
  if (url === undefined) return 'the stack knows no address of the service';
  try {
    return (await key()) === '' ? 'the key of the service has not been set' : undefined;
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
