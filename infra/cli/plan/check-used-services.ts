import type { Service } from '../../../shared/domain/lib/errors.ts';
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
