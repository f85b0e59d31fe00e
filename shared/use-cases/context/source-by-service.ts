import type { Service } from '../../domain/lib/errors.ts';
import { serviceOf, type Watch } from '../../domain/watches/watch.ts';
import type { Source } from '../ports/source.ts';

/** One source out of those of several services: each watch is asked of the service that answers its kind. */
export function sourceByService(sources: Readonly<Partial<Record<Service, Source>>>): Source {
  const sourceOf = ({ kind }: Watch): Source => {
    const service = serviceOf(kind);
    const source = sources[service];
    if (source) return source;
    throw new Error(`This stack cannot ask the ${service} service: it was deployed without it.`);
  };
  return {
    fetchPage: (ask, limits) => sourceOf(ask.watch).fetchPage(ask, limits),
    count: (ask, limits) => sourceOf(ask.watch).count(ask, limits),
    readyUntil: async (watch) => {
      const source = sources[serviceOf(watch.kind)];
      return source?.readyUntil ? source.readyUntil(watch) : Number.POSITIVE_INFINITY;
    },
  };
}
