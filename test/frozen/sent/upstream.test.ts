import { expect, it, onTestFinished } from 'vitest';
import { MINUTE } from '../../../shared/domain/time/instant.ts';
import { aMonitorWatch, upstreamBench } from '../../shared/use-cases/upstream-bench.ts';
import { frozen } from '../frozen.ts';

// What we make at the extraction service is found again by the names that we gave it. Under another name it would be left
// behind, and made once more.

it('our objects at the extraction service have the same names', async () => {
  const bench = await upstreamBench();
  onTestFinished(() => bench.close());
  const company = { key: 'S-1042', name: 'Initech', domain: 'initech.example' };
  const more = { description: 'Makes printers.', alternativeNames: ['Initech SA'], keyPersons: ['Jane Doe'] };
  await bench.store.lists.put({ name: 'suppliers', companies: [{ ...company, ...more }] });
  await bench.apply(aMonitorWatch({ id: 'breaches', watchlist: 'suppliers' }));
  await bench.pass(30 * MINUTE);
  const { client, store, workflow } = bench;
  const { projects } = await client.projects.list();
  const { webhooks } = await client.webhooks.list();
  const { monitors } = await client.monitors.list();
  const { datasets } = await client.datasets.list();
  const { entities } = await client.entities.list();
  const held = await store.resources.monitor('breaches');
  const list = await store.resources.watchlist('suppliers');
  // The question holds the dataset's own id, which the service makes.
  const hidden = (text = '') => text.replace(held?.question ?? '', 'QUESTION');
  const made = {
    projects: projects.map(({ name, description }) => ({ name, description })),
    webhooks: webhooks.map(({ name, url }) => ({ name: hidden(name), url })),
    monitors: monitors.map(({ schedule, timezone }) => ({ schedule, timezone })),
    datasets: datasets.map(({ name }) => name),
    entities: entities.map(({ name, external_entity_id: id }) => ({ name, id })),
    digests: Object.values(list?.members ?? {}).map(({ hash }) => hash),
    executions: workflow.started.size,
  };
  expect(made).toEqual(await frozen(made, { folder: import.meta.dirname, file: 'upstream.json' }));
});

it('the question of a monitor, and the id of its first job, are made of the same facts', async () => {
  const bench = await upstreamBench();
  onTestFinished(() => bench.close());
  await bench.apply(aMonitorWatch({ id: 'breaches', query: { query: 'Data breaches', limit: 50 } }));
  await bench.pass(10 * MINUTE);
  const held = await bench.store.resources.monitor('breaches');
  const made = { question: held?.question, webhook: held?.webhook?.name, job: held?.reference?.extractionId };
  expect(made).toEqual(await frozen(made, { folder: import.meta.dirname, file: 'question.json' }));
});
