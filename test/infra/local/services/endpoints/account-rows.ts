import { expect } from 'vitest';
import type { Account } from '../../../../../infra/local/services/kit/plan.ts';
import { UpstreamError } from '../../../../../shared/domain/lib/errors.ts';
import {
  createExtractionClient,
  type ExtractionClient,
} from '../../../../../shared/providers/extraction/client/create-extraction-client.ts';
import { testClock } from '../../../../shared/providers/test-clock.ts';
import type { RowAsk, RowCases } from './endpoint-list.ts';
import type { RowWorld } from './row-world.ts';

/** People of one organization, beside Ann and Bob. */
export const PEOPLE: readonly Account[] = [
  {
    email: 'vic@acme.example',
    known: true,
    organizations: ['acme'],
    roles: { acme: 'viewer' },
    keys: [{ key: 'key-of-vic', organization: 'acme', active: true }],
  },
  {
    email: 'root@acme.example',
    known: true,
    organizations: ['acme'],
    roles: { acme: 'admin' },
    keys: [{ key: 'key-of-root', organization: 'acme', active: true }],
  },
  {
    email: 'who@acme.example',
    known: false,
    organizations: ['acme'],
    keys: [{ key: 'key-of-who', organization: 'acme', active: true }],
  },
  {
    email: 'dan@acme.example',
    organizations: ['acme', 'globex'],
    keys: [
      { key: 'key-of-dan', organization: 'acme', active: true },
      { key: 'other-key-of-dan', organization: 'globex', active: true },
    ],
  },
];

const as = (name: string) => ({ 'x-api-key': `key-of-${name}` });
const get = (path: string, name: string, answers: RowAsk['answers']): RowAsk => ({
  method: 'GET',
  ask: [path],
  headers: as(name),
  answers,
});

export function accountRows({
  job,
  webhook,
  project,
  foreign,
  address,
}: RowWorld): RowCases<ExtractionClient> {
  const submit = (name: string, status: number, body: object = {}): RowAsk => ({
    ask: ['/submit', { query: 'Data breaches at retailers', ...body }],
    headers: as(name),
    answers: { status },
  });
  return {
    'people have e-mails and roles': {
      good: [
        get('/jobs/user', 'vic', { status: 200 }),
        { ask: ['/user/limits'], headers: as('vic'), answers: { status: 200 } },
        { ask: ['/validate', { query: 'Layoffs' }], headers: as('vic'), answers: { status: 200 } },
        submit('root', 200),
        {
          method: 'PATCH',
          ask: [`/webhooks/${webhook}`, { name: 'Of root' }],
          headers: as('root'),
          answers: { status: 200 },
        },
      ],
      refused: [
        get('/jobs/user', 'who', {
          status: 401,
          body: { detail: expect.stringContaining('who@acme.example') },
        }),
        submit('vic', 403),
        { method: 'DELETE', ask: [`/jobs/${job}`], headers: as('vic'), answers: { status: 403 } },
        {
          method: 'PATCH',
          ask: [`/webhooks/${webhook}`, { name: 'B' }],
          headers: as('vic'),
          answers: { status: 403 },
        },
      ],
      round: (client) => client.jobs.list(),
      gives: { jobs: expect.any(Array) },
    },
    'a project of another organization is refused': {
      good: [submit('ann', 200, { project_id: project })],
      refused: [
        submit('ann', 403, { project_id: foreign }),
        get(`/projects/${foreign}`, 'ann', { status: 403 }),
        get(`/entities?project_id=${foreign}`, 'ann', { status: 403 }),
      ],
    },
    'x-organization-id names one of the organizations of the key': {
      good: [
        {
          method: 'GET',
          ask: ['/jobs/user'],
          headers: { ...as('ann'), 'x-organization-id': 'acme' },
          answers: { status: 200 },
        },
      ],
      refused: [
        {
          method: 'GET',
          ask: ['/jobs/user'],
          headers: { ...as('ann'), 'x-organization-id': 'globex' },
          answers: { status: 403 },
        },
        {
          method: 'GET',
          ask: ['/jobs/user'],
          headers: { ...as('dan'), 'x-organization-id': 'globex' },
          answers: { status: 401 },
        },
      ],
      round: async () => {
        const asked = ['acme', 'globex'].map(async (organizationId) => {
          const key = 'key-of-ann';
          const client = createExtractionClient({
            baseUrl: address,
            key,
            organizationId,
            clock: testClock(),
          });
          const answer = await client.jobs.list().then(
            ({ jobs }) => typeof jobs,
            (error: unknown) => (error instanceof UpstreamError ? error.status : error),
          );
          await client.close();
          return answer;
        });
        return Promise.all(asked);
      },
      gives: ['object', 403],
    },
    'what others share is listed with who shared it': {
      good: [
        get('/jobs/user?ownership=shared', 'bob', {
          status: 200,
          body: {
            jobs: expect.arrayContaining([
              expect.objectContaining({
                job_id: job,
                sharing_info: {
                  shared_by: 'ann@acme.example',
                  permission: 'view',
                  shared_at: expect.any(String),
                },
              }),
            ]),
          },
        }),
      ],
      refused: [
        {
          method: 'PATCH',
          ask: [`/webhooks/${webhook}`, { name: 'B' }],
          headers: as('bob'),
          answers: { status: 403 },
        },
        get(`/pull/${job}`, 'eve', { status: 403 }),
      ],
    },
  };
}
