import { didYouMean } from '../../../shared/contracts/watches-file/near-miss.ts';
import { SECOND, type Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
import type { ValidWatches } from '../read-file.ts';
import { explainError } from '../explain-error.ts';
import { CliFailure } from '../failure.ts';
import { plainText } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';

/** Time limit for the request. */
const PATIENCE = 20 * SECOND;

/**
 * Checks that the service has the source groups that watches name. Without a stack, a key or an answer the check is
 * skipped; returns the reason.
 *
 * @throws CliFailure when a watch names an unknown group: its jobs would be refused.
 */
export async function checkSourceGroups(
  watches: readonly Watch[],
  {
    stack,
    now,
    placed,
  }: {
    stack: Pick<Stack, 'services' | 'sourceGroups'> | undefined;
    now: () => Instant;
    placed: ValidWatches['placed'];
  },
): Promise<string | undefined> {
  const named = watches.flatMap(({ id, query: { source_groups: slugs } }) =>
    Array.isArray(slugs) ? slugs.map((slug, index) => ({ id, slug: String(slug), index })) : [],
  );
  if (named.length === 0) return undefined;
  const known = await knownGroups(stack, now);
  if ('why' in known) return known.why;
  const unknown = named.filter(({ slug }) => !known.slugs.includes(slug));
  const [first] = unknown;
  if (!first) return undefined;
  const list = unknown.map(({ id, slug, index }) => {
    const { file, line } = placed({ path: ['watches', id, 'query', 'source_groups', index], what: slug });
    return `"${plainText(slug)}" of watch ${id} (${file}:${line})`;
  });
  const groups = known.slugs.map(plainText).join(', ');
  throw new CliFailure(`Unknown source group ${list.join(', ')}.`, {
    hint:
      didYouMean(first.slug, known.slugs) ??
      (groups === ''
        ? 'the extraction service has no source groups for this key'
        : `known source groups: ${groups}`),
  });
}

async function knownGroups(
  stack: Pick<Stack, 'services' | 'sourceGroups'> | undefined,
  now: () => Instant,
): Promise<{ slugs: string[] } | { why: string }> {
  const { url, key } = stack?.services.extraction ?? {};
  if (!stack || url === undefined || key === undefined) return { why: 'no stack with a key answers' };
  try {
    if ((await key()) === '') return { why: 'the key of the extraction service is not set' };
    return { slugs: await stack.sourceGroups({ deadline: now() + PATIENCE }) };
  } catch (error) {
    return { why: explainError(error).message };
  }
}
