import { didYouMean } from '../../../shared/contracts/watches-file/near-miss.ts';
import type { Service } from '../../../shared/domain/lib/errors.ts';
import { type Instant, SECOND } from '../../../shared/domain/time/instant.ts';
import { serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { CliFailure, explainError } from '../failure.ts';
import { plainText } from '../print-values.ts';
import type { ValidWatches } from '../read-file.ts';
import type { Stack } from '../stack/stack.ts';

/**
 * Refuses watches of a service that a stack was deployed without. The stack itself says so, whatever the files of this
 * project say.
 *
 * @throws CliFailure that names the first of them. Nothing was changed.
 */
export function checkUsedServices(watches: readonly Watch[], { name, services, hasPoller }: Stack): void {
  const isUsed = (service: Service) =>
    service === 'feeds' ? hasPoller : services[service].url !== undefined;
  const watch = watches.find(({ kind }) => !isUsed(serviceOf(kind)));
  if (!watch) return;
  const service = serviceOf(watch.kind);
  if (service === 'feeds')
    throw new CliFailure(
      `Watch ${plainText(watch.id)} reads feeds, and ${name} has no poller yet. Nothing was changed.`,
      { hint: 'deploy once with this file, or start npm start again with it. Later changes need only apply' },
    );
  throw new CliFailure(
    `Watch ${plainText(watch.id)} needs the ${service} service, which ${name} does not use. Nothing was changed.`,
    {
      hint: `set services.${service} in the file of the stage and deploy, or remove the watch. On this machine: start npm start again with this file`,
    },
  );
}

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
