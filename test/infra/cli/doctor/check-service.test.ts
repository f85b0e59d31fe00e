import { expect, it, onTestFinished } from 'vitest';
import { testWebhook } from '../../../../shared/providers/extraction/source/single-calls.ts';
import { extractionClient } from '../../../shared/providers/extraction/extraction-fixtures.ts';
import { openExtraction } from '../../local/services/extraction/open-extraction.ts';
import { memoryStack, openWorld } from '../open-world.ts';

const FILE = `operators: { email: [ops@acme.example] }
channels: { press: { email: [press@acme.example] } }
defaults: { channel: press }
watches:
  followed: { kind: extraction, mode: monitor, query: { query: Layoffs } }
  paused: { kind: extraction, mode: monitor, enabled: false, query: { query: Layoffs } }
`;

/** What doctor says of the webhooks, with a service whose receiver answers with a status. */
async function said(status: number, { webhook = true, url = 'https://hooks.acme.example/in' } = {}) {
  const service = await openExtraction({ receiver: () => ({ status, body: 'x' }) });
  onTestFinished(service.close);
  const { client } = extractionClient(`${service.host.url}/jobs`, { key: 'key-of-ann' });
  const { id } = await client.webhooks.create({ name: 'Ours', url });
  const { stack, store } = memoryStack();
  const world = openWorld({ stack: { ...stack, testWebhook: testWebhook(client) } });
  world.write(FILE);
  await world.call('apply');
  const facts = { revision: 0, failures: 0, silent: false, secrets: [], rounds: 1 };
  const made = webhook ? { webhook: { id, name: 'Ours', url } } : {};
  await store.resources.write({ ...facts, type: 'monitor', name: 'followed', ...made });
  const { out } = await world.call('doctor');
  return { lines: out.split('\n').filter((line) => line.includes('webhook')), out, service, client, id };
}

it('proves the path of a monitor before its first run', async () => {
  const { lines, service } = await said(200);
  expect(lines).toEqual(['ok       A test of the extraction service reaches the webhook of watch followed.']);
  expect(service.sent.map(({ body }) => JSON.parse(body ?? ''))).toEqual([{ event: 'test', test: true }]);
});

it('says when the receiver refuses the test, and what to do', async () => {
  const { lines, out } = await said(403);
  expect(lines).toEqual([
    'problem  A test of the extraction service does not reach the webhook of watch followed: The receiver answered 403.',
  ]);
  expect(out).toContain('reachable from the internet');
});
