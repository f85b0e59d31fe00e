import type { ExtractionClient } from '../../../../../shared/providers/extraction/client/create-extraction-client.ts';
import { DAY, type OpenExtraction } from '../extraction/open-extraction.ts';
import type { Ask, EndpointCase } from './endpoint-list.ts';

/** Things that exist at the local service while the cases run; what a case takes away is made for it alone. */
export interface World {
  job: string;
  jobs: readonly [string, string];
  continued: readonly [string, string];
  monitor: string;
  monitors: readonly [string, string];
  entity: string;
  entities: readonly [string, string];
  dataset: string;
  datasets: readonly [string, string];
  webhook: string;
  webhooks: readonly [string, string];
  project: string;
  projects: readonly [string, string];
}

/** The id of nothing. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';
export const DAILY = 'every day at 9 AM UTC';

/** Makes what the cases need: a finished job first, of which monitors can be made, and then lets these run. */
export async function openWorld({ call, clock, finishedJob }: OpenExtraction): Promise<World> {
  const made = async (key: string, ...[path, body]: Ask): Promise<string> => {
    const answer = await call('POST', `/svc${path}`, body);
    const id = answer.body?.[key] ?? answer.body?.webhook?.[key];
    if (typeof id !== 'string') throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return id;
  };
  const twice = async (make: (n: number) => Promise<string>) => [await make(1), await make(2)] as const;
  const job = await finishedJob({ limit: 10 });
  const monitor = (n: number) =>
    made('monitor_id', '/monitors/create', { reference_job_id: job, schedule: DAILY, name: `M${n}` });
  const entity = (n: number) =>
    made('id', '/entities', {
      name: `Acme ${n}`,
      additional_attributes: { company_attributes: { domain: `acme${n}.example` } },
    });
  const entities = await twice(entity);
  const dataset = (n: number) => made('id', '/datasets', { name: `D${n}`, entity_ids: [entities[1]] });
  const webhook = (n: number) =>
    made('id', '/webhooks', { name: `W${n}`, url: `https://hooks.acme.example/${n}` });
  const project = (n: number) => made('project_id', '/projects', { name: `P${n}` });
  const monitors = { monitor: await monitor(0), monitors: await twice(monitor) };
  await clock.advance(2 * DAY);
  return {
    ...monitors,
    job,
    jobs: await twice(() => finishedJob({ limit: 10 })),
    continued: await twice(() => finishedJob({ limit: 10 })),
    entity: await entity(0),
    entities: await twice(entity),
    dataset: await dataset(0),
    datasets: await twice(dataset),
    webhook: await webhook(0),
    webhooks: await twice(webhook),
    project: await project(0),
    projects: await twice(project),
  };
}

type Case = EndpointCase<ExtractionClient>;
export const PAGED = ['page', 'page_size', 'total_pages'];
/** Every list refuses a page before the first one. */
export const noPage = (path: string): Pick<Case, 'refused' | 'status'> => ({
  refused: [`${path}?page=0`],
  status: 422,
});
/** What names a thing that is not there is answered with 404. */
export const notThere = (path: string, body?: unknown): Pick<Case, 'refused' | 'status'> => ({
  refused: body === undefined ? [path] : [path, body],
  status: 404,
});
