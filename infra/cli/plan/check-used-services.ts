import { serviceOf, type Watch } from '../../../shared/domain/watches/watch.ts';
import { CliFailure } from '../failure.ts';
import { plainText } from '../print-values.ts';
import type { Stack } from '../stack/stack.ts';

/**
 * Refuses watches of a service that a stack was deployed without. The stack itself says so, whatever the files of this
 * project say.
 *
 * @throws CliFailure that names the first of them. Nothing was changed.
 */
export function checkUsedServices(watches: readonly Watch[], { name, services }: Stack): void {
  const watch = watches.find(({ kind }) => services[serviceOf(kind)].url === undefined);
  if (!watch) return;
  const service = serviceOf(watch.kind);
  throw new CliFailure(
    `Watch ${plainText(watch.id)} needs the ${service} service, which ${name} does not use. Nothing was changed.`,
    { hint: `set services.${service} in the file of the stage and deploy, or remove the watch` },
  );
}
