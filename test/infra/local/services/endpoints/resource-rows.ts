import { expect } from 'vitest';
import type { ExtractionClient } from '../../../../../shared/providers/extraction/client/create-extraction-client.ts';
import type { RowAsk, RowCases } from './endpoint-list.ts';
import type { RowWorld } from './row-world.ts';
import { UNKNOWN } from './extraction-world.ts';

function upload(csv: string, answers: RowAsk['answers'], on?: RowAsk['on']): RowAsk {
  const form = new FormData();
  form.set('name', 'From a file');
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'companies.csv');
  return { ask: ['/datasets/upload', form], ...(on && { on }), answers };
}

export function resourceRows(world: RowWorld): RowCases<ExtractionClient> {
  const { entity, webhook, project, run, job } = world;
  const custom = { name: 'Ours', url: 'https://hooks.acme.example/in', type: 'custom' } as const;
  const changed = (path: string, body: object, answers: RowAsk['answers']): RowAsk => ({
    method: 'PATCH',
    ask: [path, body],
    answers,
  });
  const history = (query: string, answers: RowAsk['answers']): RowAsk => ({
    method: 'GET',
    ask: [`/webhook-history${query}`],
    answers,
  });
  return {
    'a CSV of domains alone is taken': {
      good: [
        upload('domain\nacme.example\nglobex.example\n', { status: 200, body: { entities_created: 2 } }),
        upload('name,domain\n,acme.example\n', { status: 200, body: { entities_created: 1 } }),
      ],
      refused: [
        upload('name\nAcme\n', { status: 422 }),
        upload('domain\nacme.example\n', { status: 422 }, 'strict'),
      ],
    },
    'a custom webhook needs no template': {
      good: [
        {
          ask: ['/webhooks', custom],
          answers: { status: 201, body: { webhook: { type: 'custom', formatter_config: null } } },
        },
      ],
      refused: [
        { ask: ['/webhooks', custom], on: 'strict', answers: { status: 422 } },
        {
          ask: ['/webhooks', { ...custom, formatter_config: { template: '{% if %}' } }],
          answers: { status: 422 },
        },
      ],
    },
    'details of a company at the top of an entity are kept': {
      good: [
        {
          ask: ['/entities', { name: 'Globex', domain: 'globex.example', alternative_names: ['GX'] }],
          answers: { status: 200 },
        },
        changed(
          `/entities/${entity}`,
          { alternative_names: ['Acme Stores'] },
          {
            status: 200,
            body: {
              domain: 'acme.example',
              alternative_names: ['Acme Stores'],
              additional_attributes: {
                company_attributes: { domain: 'acme.example', alternative_names: ['Acme Stores'] },
              },
            },
          },
        ),
      ],
      refused: [
        { ask: ['/entities', { name: 'Globex', domain: 7 }], answers: { status: 422 } },
        {
          ask: ['/entities', { name: 'Ann', entity_type: 'person', domain: 'ann.example' }],
          answers: { status: 400 },
        },
      ],
    },
    'the own id of an entity is shown in datasets, and can be unset': {
      good: [
        changed(
          `/entities/${entity}`,
          { external_entity_id: null },
          { status: 200, body: { external_entity_id: null } },
        ),
        changed(
          `/entities/${entity}`,
          { external_entity_id: 'C-7' },
          { status: 200, body: { external_entity_id: 'C-7' } },
        ),
      ],
      refused: [changed(`/entities/${entity}`, { external_entity_id: 'x'.repeat(256) }, { status: 422 })],
    },
    'the auth of a webhook can be taken away': {
      good: [
        changed(`/webhooks/${webhook}`, { auth: { type: 'bearer', token: 'secret' } }, { status: 200 }),
        changed(`/webhooks/${webhook}`, { auth: null }, { status: 200, body: { webhook: { auth: null } } }),
      ],
      refused: [changed(`/webhooks/${webhook}`, { auth: { type: 'digest' } }, { status: 422 })],
    },
    'the history of deliveries, of all, by type and of tests': {
      good: [
        history('', {
          status: 200,
          body: { mode: 'all', items: expect.arrayContaining([expect.any(Object)]) },
        }),
        history('?resource_type=test', {
          status: 200,
          body: { items: [expect.objectContaining({ resource_type: 'test', webhook_id: webhook })] },
        }),
        history(`?resource_type=monitor&resource_id=${run}`, {
          status: 200,
          body: { mode: 'resource', resource_id: run },
        }),
      ],
      refused: [
        history(`?webhook_id=${webhook}&resource_type=test`, { status: 422 }),
        history('?resource_type=picnic', { status: 422 }),
        { ...history('', { status: 422 }), on: 'strict' },
      ],
    },
    'a delivery by hand names its run in the query or in the body': {
      good: [
        {
          ask: [`/webhook/trigger/monitor/${run}`, { job_id: job }],
          answers: { status: 200, body: { success: true } },
        },
        { ask: [`/webhook/trigger/monitor/${run}?job_id=${job}`], answers: { status: 200 } },
      ],
      refused: [
        { ask: [`/webhook/trigger/monitor/${run}`, { job_id: UNKNOWN }], answers: { status: 404 } },
        { ask: [`/webhook/trigger/monitor/${run}`, { webhook_id: UNKNOWN }], answers: { status: 404 } },
      ],
    },
    'a project counts by type and status': {
      good: [
        {
          method: 'GET',
          ask: [`/projects/${project}/overview`],
          answers: {
            status: 200,
            body: {
              overview: {
                jobs: { completed: 1 },
                datasets: { total: 1, ready: 1 },
                webhooks: { total: 1, active: 1 },
              },
            },
          },
        },
      ],
      refused: [{ method: 'GET', ask: [`/projects/${UNKNOWN}/overview`], answers: { status: 404 } }],
    },
  };
}
