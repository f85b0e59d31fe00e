import { article, HOUR, MINUTE, type OpenExtraction } from '../extraction/open-extraction.ts';
import type { Ask } from './endpoint-list.ts';

/** What exists at the local extraction service while the rows run. */
export interface RowWorld {
  /** A finished job of a project. */
  job: string;
  /** A finished job of a dataset that asked for mentions. */
  mentioned: string;
  /** A job that a fault made fail. */
  failed: string;
  /** A dataset of the entity, which is ready. */
  dataset: string;
  entity: string;
  /** Without assignments; a test was sent to it. */
  webhook: string;
  project: string;
  /** A project of another organization. */
  foreign: string;
  /** A monitor without runs, and one with a run that two webhooks heard of; one of them refused it. */
  quiet: string;
  run: string;
  delivered: string;
  refusing: string;
  /** The address of the server, without the prefix. */
  address: string;
  /** Lets the work at hand end. */
  settle: () => Promise<void>;
}

/** The main actor of one article, and one name among others in the other. */
export const ROW_ARTICLES = [
  article('Acme hit by data breach', { content: 'A data breach at the retailer. Cards were stolen.' }),
  article('Retailers warn of data breaches', {
    content: 'After a data breach at a shop, retailers such as Acme check their systems.',
  }),
];

/** The receiver of `/bad` refuses what it gets. */
export const receiver = ({ url }: { url: string }) => ({
  status: url.endsWith('/bad') ? 500 : 200,
  body: 'ok',
});

/** Makes what the rows need. */
export async function openRowWorld({
  host,
  call,
  clock,
  faults,
  finishedJob,
}: OpenExtraction): Promise<RowWorld> {
  const made = async (key: string, [path, body]: Ask, headers = {}): Promise<string> => {
    const answer = await call('POST', `/svc${path}`, body, headers);
    const id = answer.body?.[key] ?? answer.body?.webhook?.[key];
    if (typeof id !== 'string') throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return id;
  };
  const settle = () => clock.advance(5 * MINUTE);
  const project = await made('project_id', ['/projects', { name: 'Risk' }]);
  const foreign = await made('project_id', ['/projects', { name: 'Theirs' }], { 'x-api-key': 'key-of-eve' });
  const company_attributes = { domain: 'acme.example' };
  const entity = await made('id', [
    '/entities',
    { name: 'Acme', additional_attributes: { company_attributes } },
  ]);
  const dataset = await made('id', [
    '/datasets',
    { name: 'Shops', entity_ids: [entity], project_id: project },
  ]);
  await settle();
  const job = await finishedJob({ project_id: project });
  const mentioned = await finishedJob({ connected_dataset_ids: [dataset], ed_association_type: 'mention' });
  faults.play([{ fault: { 'job-fails': { in: 'clustering', error: 'no clusters today' } } }]);
  const failed = await finishedJob();
  faults.play([]);
  const hook = (name: string, more = {}) =>
    made('id', ['/webhooks', { name, url: `https://hooks.acme.example/${name}`, ...more }]);
  const delivered = await hook('good', {
    headers: { 'x-a': 'b' },
    auth: { type: 'bearer', token: 'secret' },
  });
  const refusing = await hook('bad');
  const webhook = await hook('other', { project_id: project });
  await call('POST', `/svc/webhooks/${webhook}/test`, {});
  const monitor = (more: object) =>
    made('monitor_id', ['/monitors/create', { reference_job_id: job, schedule: 'every day', ...more }]);
  const run = await monitor({ webhook_ids: [delivered, refusing] });
  await clock.advance(HOUR);
  await call('POST', `/svc/monitors/${run}/disable`);
  const quiet = await monitor({ backfill: false, schedule: 'yearly' });
  return {
    job,
    mentioned,
    failed,
    dataset,
    entity,
    webhook,
    project,
    foreign,
    quiet,
    run,
    delivered,
    refusing,
    address: `${host.url}/jobs`,
    settle,
  };
}
