import type { Problem } from '../../shared/contracts/watches-file/problems/problem.ts';
import type { Service } from '../../shared/domain/lib/errors.ts';
import { serviceOf, type Watch } from '../../shared/domain/watches/watch.ts';

/** The services that a stage does not use, and the file that says so. */
export interface Unused {
  services: readonly Service[];
  /** `infra/stages/prod.yaml` */
  file: string;
}

/** The watches that no run could ever serve: their service is not used in the stage. */
export function checkServices(
  watches: readonly Pick<Watch, 'id' | 'kind'>[],
  { services, file }: Unused,
): Problem[] {
  return watches.flatMap(({ id, kind }): Problem[] => {
    const service = serviceOf(kind);
    if (!services.includes(service)) return [];
    return [
      {
        path: ['watches', id, 'kind'],
        what: `The watch needs the ${service} service, which this stage does not use`,
        hint: `write its address as services.${service} in ${file}, or remove the watch`,
      },
    ];
  });
}
