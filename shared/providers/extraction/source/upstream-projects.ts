import type { UpstreamProjects } from '../../../use-cases/ports/upstream.ts';
import { allPages } from '../client/all-pages.ts';
import type { ExtractionClient } from '../client/create-extraction-client.ts';
import { orGone } from '../client/if-gone.ts';

/** The project that groups our resources. */
export function upstreamProjects({ projects }: Pick<ExtractionClient, 'projects'>): UpstreamProjects {
  return {
    async find({ name, description }, limits) {
      const all = await allPages(async (page) => {
        const list = await projects.list({ ...page, ownership: 'own', search: name }, limits);
        return { ...list, items: list.projects };
      });
      return all.find((one) => one.name === name && one.description === description)?.project_id;
    },
    create: async (project, limits) => (await projects.create({ ...project }, limits)).project_id,
    async isEmpty(id, limits) {
      const list = await orGone(projects.resources(id, { query: { page_size: 1 }, ...limits }));
      return list === undefined || (list.resources.length === 0 && (list.total ?? 0) === 0);
    },
    async remove(id, limits) {
      await orGone(projects.remove(id, limits));
    },
  };
}
