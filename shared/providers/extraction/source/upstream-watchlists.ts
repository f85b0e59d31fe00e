import type { Company } from '../../../domain/watches/watchlist.ts';
import type { SeenEntity, UpstreamWatchlists } from '../../../use-cases/ports/upstream.ts';
import { allPages } from '../client/all-pages.ts';
import type { datasets as datasetsOf } from '../client/datasets/datasets.ts';
import type { entities as entitiesOf } from '../client/datasets/entities.ts';
import type { Entity, EntityChange } from '../client/datasets/entity.ts';
import { orGone } from '../client/if-gone.ts';

/** The used part of the client. */
interface WatchlistClient {
  entities: ReturnType<typeof entitiesOf>;
  datasets: ReturnType<typeof datasetsOf>;
}

/** The status of a dataset that jobs can use (extraction service, datasets). */
const READY = 'ready';

/** Entities and their datasets. */
export function upstreamWatchlists({ entities, datasets }: WatchlistClient): UpstreamWatchlists {
  return {
    async findDataset({ projectId, name }, limits) {
      const all = await allPages(async (page) => {
        const filter = { ownership: 'own', project_id: projectId, search: name } as const;
        const list = await datasets.list({ ...page, ...filter }, limits);
        return { ...list, items: list.datasets };
      });
      return all.find((one) => one.name === name)?.id;
    },
    async createDataset({ projectId, name, entityIds }, limits) {
      return (await datasets.create({ name, entity_ids: entityIds, project_id: projectId }, limits)).id;
    },
    async isReady(id, limits) {
      const dataset = await orGone(datasets.read(id, limits));
      return dataset && dataset.latest_status === READY;
    },
    async removeDataset(id, limits) {
      await orGone(datasets.remove(id, limits));
    },
    async entities(search, limits) {
      const filter =
        'projectId' in search
          ? { project_id: search.projectId }
          : ({ sort_by: 'created_at', sort_order: 'desc' } as const);
      const since = 'since' in search ? search.since : 0;
      const all = await allPages(
        async (page) => {
          const list = await entities.list({ ...page, ...filter }, limits);
          return { ...list, items: list.entities };
        },
        { enough: (page) => (page.at(-1)?.created_at ?? since) < since },
      );
      return all.flatMap(seenEntity);
    },
    async createEntities(companies, limits) {
      const requests = companies.map(({ externalId, company }) => ({
        ...describe(company),
        name: company.name,
        entity_type: 'company' as const,
        external_entity_id: externalId,
      }));
      return (await entities.createMany(requests, limits)).map(({ id }) => id);
    },
    async changeEntity(id, company, limits) {
      await entities.change(id, { change: { name: company.name, ...describe(company) }, ...limits });
    },
    async removeEntity(id, limits) {
      await orGone(entities.remove(id, limits));
    },
    async putIn(id, entityIds, limits) {
      await datasets.putIn(id, { entity_ids: entityIds, ...limits });
    },
  };
}

function seenEntity({ id, external_entity_id: externalId }: Entity): SeenEntity[] {
  return externalId === undefined ? [] : [{ id, externalId }];
}

/** A change replaces all details of a company. */
function describe({ domain, description, alternativeNames, keyPersons }: Company): EntityChange {
  return {
    ...(description !== undefined && { description }),
    additional_attributes: {
      company_attributes: {
        domain: domain ?? null,
        description: description ?? null,
        alternative_names: alternativeNames,
        key_persons: keyPersons,
      },
    },
  };
}
