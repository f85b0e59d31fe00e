import { didYouMean } from '../../../shared/contracts/watches-file/problems/near-miss.ts';
import { SECOND, type Instant } from '../../../shared/domain/time/instant.ts';
import type { Watch } from '../../../shared/domain/watches/watch.ts';
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
  { stack, now }: { stack: Pick<Stack, 'services' | 'sourceGroups'> | undefined; now: () => Instant },
): Promise<string | undefined> {
  const named = watches.flatMap(({ id, query: { source_groups: slugs } }) =>
    Array.isArray(slugs) ? slugs.map((slug) => ({ id, slug: String(slug) })) : [],
  );
  if (named.length === 0) return undefined;
  const known = await knownGroups(stack, now);
  if ('why' in known) return known.why;
  const unknown = named.filter(({ slug }) => !known.slugs.includes(slug));
  const [first] = unknown;
  if (!first) return undefined;
  const list = unknown.map(({ id, slug }) => `"${plainText(slug)}" of watch ${id}`).join(', ');
  const groups = known.slugs.map(plainText).join(', ');
  throw new CliFailure(`Unknown source group ${list}.`, {
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
