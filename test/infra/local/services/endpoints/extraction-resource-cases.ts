import { expect } from 'vitest';
import type { ExtractionClient } from '../../../../../shared/providers/extraction/client/create-extraction-client.ts';
import type { EndpointCases } from './endpoint-list.ts';
import { noPage, notThere, PAGED, UNKNOWN, type World } from './extraction-world.ts';

/** A form as the uploads take it; without a company it holds no file. */
function form(company?: string): FormData {
  const made = new FormData();
  made.set('name', 'From a file');
  if (company !== undefined) {
    const csv = `name,domain\n${company},${company}.example\n`;
    made.set('file', new Blob([csv], { type: 'text/csv' }), 'companies.csv');
  }
  return made;
}

const listOf = (key: string, id: string) => ({
  [key]: expect.arrayContaining([expect.objectContaining({ id })]),
});

export function entityCases({ entity, entities }: World): EndpointCases<ExtractionClient> {
  const company = { name: 'Globex' };
  return {
    'GET /entities': {
      good: ['/entities'],
      has: [...PAGED, 'entities'],
      ...noPage('/entities'),
      round: ({ entities: api }) => api.list(),
      gives: listOf('entities', entity),
    },
    'POST /entities': {
      good: ['/entities', company],
      has: ['id', 'status'],
      refused: ['/entities', { ...company, external_entity_id: 'x'.repeat(256) }],
      status: 422,
    },
    'POST /entities/batch': {
      good: ['/entities/batch', { entities: [company] }],
      has: ['entities'],
      refused: ['/entities/batch', { entities: [] }],
      status: 422,
      round: ({ entities: api }) => api.createMany([company]),
      gives: [expect.objectContaining({ id: expect.any(String) })],
    },
    'GET /entities/{entity_id}': {
      good: [`/entities/${entity}`],
      has: ['id', 'name'],
      ...notThere(`/entities/${UNKNOWN}`),
    },
    'PATCH /entities/{entity_id}': {
      good: [`/entities/${entity}`, { description: 'Makes everything' }],
      has: ['id'],
      refused: [`/entities/${entity}`, { name: 7 }],
      status: 422,
      round: ({ entities: api }) => api.change(entity, { change: { name: 'Acme Corp' } }),
      gives: { id: entity },
    },
    'DELETE /entities/{entity_id}': {
      good: [`/entities/${entities[0]}`],
      has: [],
      ...notThere(`/entities/${UNKNOWN}`),
      round: async ({ entities: api }) => api.remove(entities[1]),
      gives: undefined,
    },
  };
}

export function datasetCases({ entity, dataset, datasets }: World): EndpointCases<ExtractionClient> {
  const members = { entity_ids: [entity] };
  return {
    'GET /datasets': {
      good: ['/datasets'],
      has: [...PAGED, 'datasets'],
      ...noPage('/datasets'),
      round: ({ datasets: api }) => api.list(),
      gives: listOf('datasets', dataset),
    },
    'POST /datasets': {
      good: ['/datasets', { name: 'Makers', ...members }],
      has: ['id'],
      refused: ['/datasets', { name: '' }],
      status: 422,
      round: ({ datasets: api }) => api.create({ name: 'Makers', ...members }),
      gives: { id: expect.any(String) },
    },
    'POST /datasets/upload': {
      good: ['/datasets/upload', form('acme')],
      has: ['dataset_id'],
      refused: ['/datasets/upload', form()],
      status: 422,
    },
    'GET /datasets/{dataset_id}': {
      good: [`/datasets/${dataset}`],
      has: ['id', 'name'],
      ...notThere(`/datasets/${UNKNOWN}`),
      round: ({ datasets: api }) => api.read(dataset),
      gives: { id: dataset },
    },
    'PATCH /datasets/{dataset_id}': {
      good: [`/datasets/${dataset}`, { name: 'Others' }],
      has: ['id'],
      refused: [`/datasets/${dataset}`, { name: '' }],
      status: 422,
    },
    'DELETE /datasets/{dataset_id}': {
      good: [`/datasets/${datasets[0]}`],
      has: [],
      ...notThere(`/datasets/${UNKNOWN}`),
      round: async ({ datasets: api }) => api.remove(datasets[1]),
      gives: undefined,
    },
    'POST /datasets/{dataset_id}/entities/list': {
      good: [`/datasets/${dataset}/entities/list`, {}],
      has: ['entities'],
      refused: [`/datasets/${dataset}/entities/list`, { page: 0 }],
      status: 422,
    },
    'POST /datasets/{dataset_id}/entities': {
      good: [`/datasets/${dataset}/entities`, members],
      has: ['dataset_id'],
      ...notThere(`/datasets/${UNKNOWN}/entities`, members),
      round: ({ datasets: api }) => api.putIn(dataset, members),
      gives: expect.any(Object),
    },
    'DELETE /datasets/{dataset_id}/entities': {
      good: [`/datasets/${dataset}/entities`, members],
      has: ['dataset_id'],
      ...notThere(`/datasets/${UNKNOWN}/entities`, members),
    },
    'GET /datasets/{dataset_id}/status': {
      good: [`/datasets/${dataset}/status`],
      has: ['dataset_id', 'history'],
      ...notThere(`/datasets/${UNKNOWN}/status`),
    },
    'POST /datasets/{dataset_id}/upload': {
      good: [`/datasets/${dataset}/upload`, form('globex')],
      has: ['dataset_id'],
      refused: [`/datasets/${dataset}/upload`, form()],
      status: 422,
    },
  };
}

export function projectCases({ job, webhook, project, projects }: World): EndpointCases<ExtractionClient> {
  const hook = { resource_type: 'webhook', resource_id: webhook } as const;
  const path = `/projects/${project}`;
  return {
    'GET /projects': {
      good: ['/projects'],
      has: [...PAGED, 'projects'],
      ...noPage('/projects'),
      round: ({ projects: api }) => api.list(),
      gives: { projects: expect.any(Array) },
    },
    'POST /projects': {
      good: ['/projects', { name: 'Press' }],
      has: ['project_id', 'name'],
      refused: ['/projects', {}],
      status: 422,
      round: ({ projects: api }) => api.create({ name: 'Press' }),
      gives: { project_id: expect.any(String) },
    },
    'GET /projects/{project_id}': {
      good: [path],
      has: ['project_id', 'name'],
      ...notThere(`/projects/${UNKNOWN}`),
    },
    'PATCH /projects/{project_id}': {
      good: [path, { name: 'Brand' }],
      has: ['project_id'],
      refused: [path, { name: 7 }],
      status: 422,
    },
    'DELETE /projects/{project_id}': {
      good: [`/projects/${projects[0]}`],
      has: ['success'],
      ...notThere(`/projects/${UNKNOWN}`),
      round: ({ projects: api }) => api.remove(projects[1]),
      gives: expect.anything(),
    },
    'GET /projects/{project_id}/overview': {
      good: [`${path}/overview`],
      has: ['project_id', 'overview'],
      ...notThere(`/projects/${UNKNOWN}/overview`),
    },
    'GET /projects/{project_id}/resources': {
      good: [`${path}/resources`],
      has: ['resources'],
      refused: [`${path}/resources?resource_type=picnic`],
      status: 422,
      round: ({ projects: api }) => api.resources(project),
      gives: { resources: expect.any(Array) },
    },
    'POST /projects/{project_id}/resources': {
      good: [`${path}/resources`, { resources: [hook, { resource_type: 'job', resource_id: job }] }],
      has: ['success'],
      refused: [`${path}/resources`, { resources: [{ ...hook, resource_type: 'picnic' }] }],
      status: 422,
    },
    'DELETE /projects/{project_id}/resources/{resource_type}/{resource_id}': {
      good: [`${path}/resources/job/${job}`],
      has: ['success'],
      ...notThere(`/projects/${UNKNOWN}/resources/webhook/${webhook}`),
    },
  };
}
